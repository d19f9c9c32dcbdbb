"""What THREAT_MODEL.md promises and no other test shows; and that every test it names exists."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from claimlint import rules
from claimlint.rulefile import RuleError, parse_all

ROOT = Path(__file__).resolve().parent.parent
THREATS = ROOT / "THREAT_MODEL.md"
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")

WATCH = """
import json, os, sys
def tell(*event):
    os.write(2, (json.dumps(event) + chr(10)).encode())
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = tuple("os." + name for name in "rename remove mkdir rmdir symlink link chmod truncate".split())
OUTWARD = ("socket.", "subprocess.", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "ctypes.",
           "urllib.", "http.", "ftplib.", "smtplib.", "webbrowser.", "pty.")
def watch(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        writes = bool((arguments[2] or 0) & WRITES) or any(each in (arguments[1] or "") for each in "wax+")
        tell("write" if writes else "read", os.path.abspath(os.fsdecode(arguments[0])))
    elif event in CHANGES:
        tell("write", os.path.abspath(os.fsdecode(arguments[0])))
    elif event.startswith(OUTWARD):
        tell(event, repr(arguments)[:200])
sys.addaudithook(watch)
from claimlint.__main__ import main
main()
"""

PAGE = """\
![a picture](http://127.0.0.1:9/a.svg) <img src="http://127.0.0.1:9/b.png" alt="5 ms">
<script src="http://127.0.0.1:9/c.js"></script> {{ include("/etc/passwd") }} <!--#include file="/etc/hosts"-->

Copying takes 82 µs, which is 12x faster. [5 ms](file:///etc/passwd)

```{python}
open("owned", "w")
```
"""
SVG = """\
<?xml version="1.0"?><?xml-stylesheet href="http://127.0.0.1:9/a.css"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://127.0.0.1:9/svg.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
<image xlink:href="file:///etc/passwd"/><use href="http://127.0.0.1:9/x.svg#a"/><text>5 ms</text>
<script>fetch("http://127.0.0.1:9")</script></svg>
"""
MODEL = """\
```yaml quantities
copy_time: {from: {file: run.json, pointer: /mean, unit: s}, aka: [copying]}
```
"""


def repository(folder: Path) -> Path:
    (folder / ".git").mkdir()
    (folder / "page.md").write_text(PAGE)
    (folder / "figure.svg").write_text(SVG)
    (folder / "run.json").write_text('{"mean": 8.2e-5}')
    (folder / "CANONICAL-NUMBERS.md").write_text(MODEL)
    (folder / "claimlint.yaml").write_text("severity: {bare-multiple: warning}\n")
    return folder


@pytest.mark.parametrize("arguments", [["check", "."], ["extract", "."], ["model"], ["check", "page.md"]])
def test_nothing_is_fetched_run_or_written_but_the_cache(arguments: list[str], tmp_path: Path) -> None:
    root = repository(tmp_path)
    done = subprocess.run(
        [sys.executable, "-P", "-c", WATCH, *arguments], cwd=root, capture_output=True, text=True
    )
    assert done.returncode in (0, 1), done.stderr
    seen = [json.loads(line) for line in done.stderr.strip().split("\n")]
    assert ["read", str(root / "page.md")] in seen or arguments == ["model"]
    own = (sys.prefix, sys.base_prefix, sys.exec_prefix, str(ROOT), str(root))
    for event, what in seen:
        assert event in ("read", "write"), (event, what)
        if event == "write":
            assert what.startswith(str(root / ".claimlint_cache")), what
        else:
            assert what.startswith(own), what
    assert not (root / "owned").exists()


def test_modules_of_a_repository_are_not_imported(tmp_path: Path) -> None:
    root = repository(tmp_path)
    for name in (
        "click",
        "yaml",
        "regex",
        "json",
        "re",
        "markdown_it",
        "claimlint",
        "sitecustomize",
        "typing",
    ):
        (root / f"{name}.py").write_text("open('owned', 'w')\nraise SystemExit(3)\n")
    command = Path(sys.executable).parent / "claimlint"
    for arguments in (["check", "."], ["check", "--output-format", "json", "page.md"], ["rules"], ["model"]):
        done = subprocess.run([command, *arguments], cwd=root, capture_output=True, text=True)
        assert done.returncode in (0, 1)
        assert done.stderr == ""
    assert not (root / "owned").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names")
@pytest.mark.parametrize(
    "name", ["page.md", "CANONICAL-NUMBERS.md", "claimlint.yaml", ".gitignore", ".claimlint_cache/results"]
)
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(
    name: str, tmp_path: Path, claimlint: Callable[..., Any]
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "other.md").write_text("It is 12x faster.\n")
    (tmp_path / name).parent.mkdir(exist_ok=True)
    os.mkfifo(tmp_path / name)
    done = claimlint("check", ".")  # ends by itself, or the fixture's time limit ends the test
    assert done.returncode in (0, 2)
    assert "other.md:1:7" in done.stdout or done.returncode == 2


@pytest.mark.parametrize(
    "settings",
    [
        "model: ../outside/NUMBERS.md",
        "extends: ../outside/base.yaml",
        "rules: ../outside",
        "baseline: ../outside/b.json",
    ],
)
@pytest.mark.parametrize("link", [False, True], ids=["path", "link"])
def test_no_path_of_settings_leads_out_of_the_repository(
    settings: str, link: bool, tmp_path: Path, claimlint: Callable[..., Any]
) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    outside.mkdir()
    root.mkdir()
    (root / ".git").mkdir()
    secret = "```yaml quantities\nsecret_word: {value: 5 ms, aka: [secret]}\n```\n"
    for name in ("NUMBERS.md", "base.yaml", "rule.yaml", "b.json"):
        (outside / name).write_text(secret)
    if link:
        (root / "in").symlink_to(outside)
        settings = settings.replace("../outside", "in")
    (root / "claimlint.yaml").write_text(settings + "\n")
    (root / "page.md").write_text("The secret takes 7 ms. It is 12x faster.\n")
    done = claimlint("check", ".", cwd=root)
    assert done.returncode == 2
    assert "outside the repository" in done.stdout + done.stderr
    assert "secret_word" not in done.stdout + done.stderr
    assert "yaml quantities" not in done.stdout + done.stderr


RULE = """\
rule: sample
check: over-precise
severity: error
summary: A summary.
why: A reason.
message: "{message}"
good: [5 ms]
bad: [«5 ms»]
"""


@pytest.mark.parametrize(
    "field", ["{claim.__class__}", "{claim[0]}", "{0}", "{claim!r}", "{claim:>9999999}", "{}", "{__class__}"]
)
def test_the_message_of_a_rule_names_fields_and_nothing_behind_them(field: str) -> None:
    try:
        (rule,) = parse_all({"sample.yaml": RULE.replace("{message}", field).encode()})
    except RuleError:
        return
    try:
        said = rule.say({"claim": "5 ms"})
    except KeyError:
        return
    assert said == field  # it is text, and stays so


def test_no_check_is_a_module_of_the_repository(tmp_path: Path, claimlint: Callable[..., Any]) -> None:
    root = repository(tmp_path)
    (root / "claimlint.yaml").write_text("rules: rules\n")
    (root / "rules").mkdir()
    (root / "rules" / "evil.py").write_text("open('owned', 'w')\n")
    text = RULE.replace("rule: sample", "rule: evil").replace("{message}", "x")
    for check in ("evil", "rules.evil", "../../rules/evil", "os", "__init__", "claimlint.cli"):
        (root / "rules" / "evil.yaml").write_text(text.replace("over-precise", json.dumps(check)))
        done = claimlint("check", ".", cwd=root)
        assert done.returncode == 2
        assert "check" in done.stdout + done.stderr
    assert not (root / "owned").exists()


def test_every_line_of_the_threat_model_names_tests_that_exist() -> None:
    text = THREATS.read_text(encoding="utf-8")
    rows = [line for line in text.split("\n") if line.startswith("| ") and not line.startswith("| What")]
    assert len(rows) > 40
    for row in rows:
        assert TEST.search(row), f"no test: {row}"
    functions: dict[str, set[str]] = {}
    named = TEST.findall(text)
    assert text.count("tests/") == len(named)
    for path, name in named:
        if path not in functions:
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            functions[path] = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert name in functions[path], f"{path}::{name}"


def test_the_rules_that_ship_are_data() -> None:
    for name, content in rules.sources().items():
        assert b"!!" not in content, name
