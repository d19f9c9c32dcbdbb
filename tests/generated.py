"""What stands in the repository and is made from something else: `pytest --update-golden` rewrites it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import yaml

from claimlint import hook, rules
from claimlint.document import FORMATS
from claimlint.models import MODEL_NAME
from claimlint.settings.find import NAMES
from claimlint.settings.keys import KEYS

ROOT = Path(__file__).parents[1]


def compare(path: Path, expected: str, update: bool) -> None:
    """Fail when a file is not as expected; rewrite it first when asked to."""
    if update:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(expected, encoding="utf-8", newline="")
    assert path.read_text(encoding="utf-8") == expected, "run: pytest --update-golden"


def hooks() -> str:
    """The file .pre-commit-hooks.yaml."""
    extensions = sorted({*FORMATS, *hook.DATA, *hook.RULES})
    files = rf"(?i)\.({'|'.join(each.removeprefix('.') for each in extensions)})$"
    named = [name for name in NAMES if not re.search(files, name)]
    files += "".join(f"|(^|/){re.escape(name)}$" for name in named)
    return f"""\
# Made from the formats that claimlint reads, by tests/generated.py; docs/ci.md tells what the hooks do.
- id: claimlint
  name: claimlint
  description: >-
    Check the numbers in the documents that a commit changes, and in every document that rests on a
    {MODEL_NAME}, settings, rules or data that it changes.
  entry: claimlint check --hook
  args: [--] # a file may be named like an option; end your own args with it too
  language: python
  files: {files}
  types: [text]
  always_run: true # a model that is deleted is in no list of files
  require_serial: true # one report, as far as a command line can hold the names

- id: claimlint-audit
  name: claimlint (every document)
  description: Check the numbers in every document of the repository, whatever has changed.
  entry: claimlint check
  language: python
  pass_filenames: false
  always_run: true
  stages: [manual]

- id: claimlint-all
  name: claimlint (every document, because the canonical numbers changed)
  description: Older configurations name it; `claimlint` now does this too.
  entry: claimlint check
  language: python
  files: (^|/){re.escape(MODEL_NAME)}$
  pass_filenames: false
"""


def commands(run: Callable[..., subprocess.CompletedProcess[str]]) -> str:
    """The page docs/commands.md; `run` runs claimlint with the arguments it is given."""
    group = run("--help", COLUMNS="100").stdout
    names = re.findall(r"^  ([a-z-]+)  ", group[group.index("Commands:") :], re.M)
    parts = [
        "# Commands\n\nMade from `--help` by the tests.\n",
        f"\n```console\n$ claimlint --help\n{group}```\n",
    ]
    for name in names:
        text = run(name, "--help", COLUMNS="100").stdout
        assert text.startswith(f"Usage: claimlint {name} ")
        parts.append(f"\n## claimlint {name}\n\n```console\n$ claimlint {name} --help\n{text}```\n")
    return "".join(parts)


def settings(text: str) -> str:
    """The page docs/settings.md with its tables as they should be."""
    rows = "".join(f"| `{name}` | {key.about} |\n" for name, key in KEYS.items())
    text = _table(text, "keys", f"| Key | What it says |\n|---|---|\n{rows}")
    options = [
        (rule.name, name, value)
        for rule in rules.load(examples=False)
        for name, value in rules.declared_options(rule.check).items()
    ]
    rows = "".join(
        f"| `{rule}` | `{name}` | {(', '.join(value) or 'none') if isinstance(value, tuple) else value} |\n"
        for rule, name, value in options
    )
    return _table(text, "options", f"| Rule | Option | By default |\n|---|---|---|\n{rows}")


def ci(text: str) -> str:
    """The page docs/ci.md with its table of inputs as it should be."""
    inputs = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["inputs"]
    rows = "".join(
        f"| `{name}` | {about['description']} | {about['default'] and '`' + about['default'] + '`'} |\n"
        for name, about in inputs.items()
    )
    return _table(text, "inputs", f"| Input | What it is | By default |\n|---|---|---|\n{rows}")


def _table(text: str, name: str, table: str) -> str:
    """The text with the table under a comment replaced."""
    mark = f"<!-- {name} -->\n"
    assert text.count(mark) == 1
    return re.sub(rf"({mark}\n)(?:\|.*\n)*\n?", lambda match: f"{match[1]}{table}\n", text)
