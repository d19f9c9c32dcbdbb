"""Bad input at the command: each says what and where, and the other files' findings stay."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Report = Callable[..., dict[str, Any]]

NEIGHBOUR = "The new one is 12x faster.\n"
FOUND = ("neighbour.md", 1, 16, "bare-multiple")
MODEL = "# Numbers\n\n## 1. Times\n\n```yaml quantities\n{}\n```\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository with one file that has a finding, which no bad file may hide."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "neighbour.md").write_text(NEIGHBOUR)
    return tmp_path


def findings(result: dict[str, Any]) -> list[tuple[str, int, int, str]]:
    return [(each["path"], each["line"], each["column"], each["rule"]) for each in result["findings"]]


def errors(result: dict[str, Any]) -> list[tuple[str, int | None, int | None, str]]:
    return [(each["path"], each["line"], each["column"], each["message"]) for each in result["errors"]]


@pytest.mark.parametrize(
    ("content", "line", "column", "message"),
    [
        (b"5 ms\ncaf\xe9 12x faster\n", 2, 4, "not UTF-8: byte 0xE9 at line 2, column 4"),
        (b"\xef\xbb\xbf5 ms\r\n\xff", 2, 1, "not UTF-8: byte 0xFF at line 2, column 1"),
        ("12x faster".encode("utf-16"), 1, 1, "the file is encoded in UTF-16: save it as UTF-8"),
        (b"5 ms\r12x\0faster", 2, 4, "a NUL byte at line 2, column 4: this looks like a binary file"),
    ],
)
def test_bytes_that_are_no_text(
    content: bytes, line: int, column: int, message: str, folder: Path, report: Report
) -> None:
    (folder / "bad.md").write_bytes(content)
    result = report(".")
    assert errors(result) == [("bad.md", line, column, message)]
    assert findings(result) == [FOUND]
    assert result["status"] == 2
    assert result["summary"]["files"] == 1


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"\xef\xbb\xbfIt is 12x faster.\n", 1),
        (b"# One\r\n\r\nIt is 12x faster.\r\n", 3),
        (b"# One\r\rIt is 12x faster.\r", 3),
        (b"# One\n\n\xe2\x80\xa8It is 12x faster.\n", 3),
    ],
)
def test_a_byte_order_mark_and_every_line_end(
    content: bytes, line: int, folder: Path, report: Report
) -> None:
    (folder / "page.md").write_bytes(content)
    result = report("page.md")
    column = 8 if b"\xa8" in content else 7
    assert findings(result) == [("page.md", line, column, "bare-multiple")]
    assert errors(result) == []


@pytest.mark.parametrize("name", ["empty.md", "empty.svg", "empty.txt"])
@pytest.mark.parametrize("content", [b"", b"\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_clean(name: str, content: bytes, folder: Path, report: Report) -> None:
    (folder / name).write_bytes(content)
    result = report(name)
    assert (findings(result), errors(result), result["status"]) == ([], [], 0)


DEEP = 100_000


@pytest.mark.parametrize(
    "content",
    [
        "1234567890 " * 270_000,
        "1" * 3_000_000,
        "1 ms " * 100_000,
        "12x " * 50_000,
        "[" * DEEP + "5 ms" + "]" * DEEP,
        "(" * DEEP + "5 ms" + ")" * DEEP,
        "![" * DEEP + "5 ms" + "](a)" * DEEP,
        "> " * DEEP + "5 ms",
        '"' * DEEP + "5 ms",
        "“" * DEEP + "5 ms" + "”" * DEEP,
        "<" * DEEP + "5 ms",
        "<b>" * DEEP + "5 ms",
        "`" * DEEP + "5 ms",
        "*" * DEEP + "5 ms" + "*" * DEEP,
        "- " * DEEP + "5 ms",
        "$" * DEEP + "5 ms",
        "<!--" * DEEP + "5 ms",
        "{{" * DEEP + "5 ms",
        "|" * DEEP + "\n" + "|-" * DEEP + "|\n5 ms|",
    ],
    ids=lambda content: f"{content[:6]!r}…{len(content)}",
)
@pytest.mark.parametrize("extension", ["md", "txt", "svg"])
def test_a_hostile_page_ends_and_hides_nothing(
    content: str, extension: str, folder: Path, report: Report
) -> None:
    (folder / f"bad.{extension}").write_text(content, encoding="utf-8")
    result = report(".")
    assert FOUND in findings(result)
    assert not any("internal error" in message for _, _, _, message in errors(result))
    assert result["stderr"] == ""


def test_an_svg_that_is_not_well_formed(folder: Path, report: Report) -> None:
    (folder / "bad.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg">\n<g><text>5 ms</g>\n</svg>\n')
    result = report(".")
    ((path, line, column, message),) = errors(result)
    assert (path, line) == ("bad.svg", 2)
    assert column is not None
    assert "text" in message
    assert (findings(result), result["status"]) == ([FOUND], 2)


def test_a_dtd_with_entities_is_refused(folder: Path, report: Report) -> None:
    (folder / "secret.md").write_text("secret words")
    bomb = "".join(f'<!ENTITY a{n + 1} "&a{n};&a{n};">' for n in range(64))
    (folder / "bad.svg").write_text(
        f'<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY a0 "5 ms"><!ENTITY f SYSTEM "secret.md">{bomb}]>\n'
        '<svg xmlns="http://www.w3.org/2000/svg"><text>&a64; &f;</text></svg>\n'
    )
    result = report(".")
    ((path, line, _, message),) = errors(result)
    assert (path, line) == ("bad.svg", 2)
    assert "refused: a document type with declarations" in message
    assert (findings(result), result["status"]) == ([FOUND], 2)


@pytest.mark.skipif(
    os.geteuid() == 0 and not os.path.exists("/proc/self/mem"), reason="root reads everything"
)
def test_an_unreadable_file(folder: Path, report: Report) -> None:
    (folder / "bad.md").write_text("5 ms")
    if os.geteuid() == 0:
        # Root may read every file; this one is regular, and reading it fails.
        result = report("/proc/self/mem", "neighbour.md")
        assert [error[0] for error in errors(result)] == ["/proc/self/mem"]
        assert "cannot be read" in errors(result)[0][3] or "outside" in errors(result)[0][3]
    else:
        (folder / "bad.md").chmod(0)
        result = report(".")
        assert errors(result) == [("bad.md", None, None, "cannot be read: Permission denied")]
    assert (findings(result), result["status"]) == ([FOUND], 2)


def test_a_link_out_of_the_repository_leaks_nothing(folder: Path, report: Report, claimlint: Any) -> None:
    inner = folder / "inner"
    inner.mkdir()
    (inner / ".git").mkdir()
    (inner / "link.md").symlink_to("../neighbour.md")
    (inner / "own.md").write_text(NEIGHBOUR)
    result = report(".", cwd=inner)
    assert errors(result) == [
        ("link.md", None, None, "is a symbolic link that leads outside the repository; it is not followed")
    ]
    assert findings(result) == [("own.md", 1, 16, "bare-multiple")]
    listed = claimlint("extract", "link.md", cwd=inner)
    assert listed.returncode == 2
    assert "12x" not in listed.stdout


def test_a_file_name_cannot_act_on_the_terminal(folder: Path, report: Report, claimlint: Any) -> None:
    name = "a\nb\x1b[2J\u202e.md"
    (folder / name).write_text("It is 12x faster\x1b[31m.\n")
    done = claimlint("check", ".")
    assert "\x1b" not in done.stdout
    assert "\u202e" not in done.stdout
    assert r"a\nb\x1b[2J\u202e.md:1:7: warning bare-multiple: " in done.stdout
    assert r"    It is 12x faster\x1b[31m." in done.stdout.split("\n")
    assert findings(report(".")) == [(name, 1, 7, "bare-multiple"), FOUND]


def test_a_file_name_that_is_not_utf8(folder: Path, report: Report, claimlint: Any) -> None:
    name = os.fsdecode(b"\xff.md")
    (folder / name).write_text(NEIGHBOUR)
    assert r"\xff.md:1:16: warning" in claimlint("check", ".").stdout
    assert [each[0] for each in findings(report("."))] == ["neighbour.md", name]


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp437", "utf-16"])
def test_a_terminal_that_cannot_encode_everything(encoding: str, folder: Path, claimlint: Any) -> None:
    (folder / "page.md").write_text("Σ: it is 12× faster, 家.\n", encoding="utf-8")
    done = claimlint("check", "page.md", PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "page.md:1:10: warning bare-multiple: " in done.stdout
    if encoding == "ascii":
        assert r"    \u03a3: it is 12\xd7 faster, \u5bb6." in done.stdout
    listed = json.loads(
        claimlint("extract", "--output-format", "json", "page.md", PYTHONIOENCODING=encoding).stdout
    )
    assert [claim["text"] for claim in listed["claims"]] == ["12×"]


def test_a_decimal_comma_stays_unread(folder: Path, claimlint: Any) -> None:
    (folder / "page.md").write_text("Ein Zugriff dauert 1,5 ms.\n")
    listed = json.loads(claimlint("extract", "--output-format", "json", "page.md").stdout)
    assert [claim for claim in listed["claims"] if claim.get("value") in (1, 15, 5)] == []


BOMB = "a: &a [x, x]\n" + "\n".join(f"b{n}: &b{n} [*{'a' if n == 0 else f'b{n - 1}'}, *a]" for n in range(40))


@pytest.mark.parametrize(
    ("body", "line", "part"),
    [
        (BOMB, 6, "anchor"),
        ("a: !!python/object/apply:os.system ['touch owned']", 6, "tag"),
        ("a: = 9**9**9", 6, "a power that is too large"),
        ("a: = " + "(" * 50_000 + "1" + ")" * 50_000, 6, "at most 4,000 characters"),
        ("a: 1 ms\nb: = a +", 7, ""),
        ("a: {value: 2,400 tokens/s}", 6, "quote"),
        ("[" * 50_000, 6, ""),
    ],
    ids=["bomb", "tag", "power", "parentheses", "formula", "comma", "brackets"],
)
def test_a_model_that_does_not_load(body: str, line: int, part: str, folder: Path, report: Report) -> None:
    under = folder / "under"
    under.mkdir()
    (under / "CANONICAL-NUMBERS.md").write_text(MODEL.replace("{}", body), encoding="utf-8")
    (under / "page.md").write_text(NEIGHBOUR)
    result = report(".")
    places = errors(result)
    assert places
    assert all(path == "under/CANONICAL-NUMBERS.md" for path, _, _, _ in places)
    assert places[0][1] == line
    assert any(part in message for _, _, _, message in places)
    assert not any("internal error" in message for _, _, _, message in places)
    # Nothing is linted against it, and what lies beside it is not hidden.
    assert (findings(result), result["status"]) == ([FOUND], 2)
    assert not (under / "owned").exists()


def test_a_broken_model_is_reported_once(folder: Path, report: Report) -> None:
    (folder / "CANONICAL-NUMBERS.md").write_text(MODEL.replace("{}", "a: = b\nb: = a\nc: = d"))
    (folder / "other.md").write_text(NEIGHBOUR)
    result = report(".")
    assert len(errors(result)) == len(set(errors(result))) >= 2
    assert (findings(result), result["status"], result["summary"]["files"]) == ([], 2, 0)


def test_one_file_on_which_claimlint_fails_hides_nothing(folder: Path) -> None:
    (folder / "page.md").write_text(NEIGHBOUR)
    broken = (
        "import claimlint.pipeline as pipeline, claimlint.cli as cli, sys\n"
        "real = pipeline.lint_text\n"
        "def fail(path, *rest):\n"
        "    if path == 'page.md': raise RuntimeError('on purpose')\n"
        "    return real(path, *rest)\n"
        "pipeline.lint_text = fail\n"
        "cli.main()\n"
    )
    command = [sys.executable, "-c", broken, "check", "--output-format", "json", "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    result = json.loads(done.stdout)
    ((path, line, column, message),) = errors(result)
    assert (path, line, column) == ("page.md", None, None)
    assert message.startswith("internal error: RuntimeError: on purpose")
    assert (findings(result), done.returncode, done.stderr) == ([FOUND], 2, "")
    command[-1:-1] = ["--debug"]
    assert (
        "RuntimeError: on purpose"
        in subprocess.run(command, cwd=folder, capture_output=True, text=True).stderr
    )
