"""Whatever is opened or typed, an editor is told what `claimlint check` says of that text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from editor_client import Client, offset, position

import claimlint
from claimlint import rules
from claimlint.project import Project

MODEL = """\
```yaml quantities
image: {value: 12 GB, aka: [image size]}
rate:
  caveat: guess
  cases: {near: 240 MB/s, far: 60 MB/s}
copy_time: {value: = image / rate, unit: s, aka: [copying]}
```

```yaml caveats
guess: {text: No link was measured.}
```
"""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    client = Client(tmp_path)
    client.start()
    yield client
    client.kill()


def checked(name: str, text: str) -> list[tuple[Any, ...]]:
    """The findings of the command, in the current folder, with places as the protocol has them."""
    report = claimlint.lint(name, text=text, project=Project())
    body = text.removeprefix("\ufeff")
    found = []
    for each in report.findings:
        lines = body.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        places = [
            (line - 1, len(lines[line - 1][: column - 1].encode("utf-16-le", "surrogatepass")) // 2)
            for line, column in ((each.line, each.column), (each.end_line, each.end_column))
        ]
        found.append((*places, each.rule, each.severity))
    return found


def told(diagnostics: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    severities = {1: "error", 2: "warning", 3: "info"}
    found = []
    for each in diagnostics:
        places = [(at["line"], at["character"]) for at in (each["range"]["start"], each["range"]["end"])]
        found.append((*places, each["code"], severities[each["severity"]]))
    return found


def test_every_example_of_every_rule(client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    total = number = 0
    for rule in rules.load():
        for example in (*rule.good, *rule.bad):
            number += 1
            folder = tmp_path / f"example-{number}"
            (folder / ".git").mkdir(parents=True)
            text = example.doc.replace("«", "").replace("»", "")
            if example.model is not None:
                (folder / "CANONICAL-NUMBERS.md").write_text(example.model)
            page = folder / example.file
            if page.name != "CANONICAL-NUMBERS.md":
                page.write_bytes(text.encode())
            name = str(page.relative_to(tmp_path))
            text = page.read_bytes().decode()
            wanted = checked(name, text)
            uri = client.open(name, text)
            assert told(client.told(uri)) == wanted, (rule.name, text)
            client.close(uri)
            total += len(wanted)
    assert total > 100


PIECES = (
    st.sampled_from("\n\r 😀µ|-*#")
    | st.sampled_from(
        [
            "\r\n", "\n\n", "copying takes ", "50 s", "51 s near", "200 s far", "the image is 12 GB. ",
            "13 GB", "Copying takes 51 s near by. ", "The image has 13 GB.\n", "5× ", "\ufeff",
            "No link was measured. ", "2 kg + 3 kg = 6 kg", "\n| a | b |\n|---|---|\n| 1 kg | 2 kg |\n",
            "<!-- claim: copy_time[far] -->", "<!-- claimlint: ignore[canonical-drift] so -->\n", "\x0c",
            "\u2028", "```\n",
        ]
    )
)  # fmt: skip


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(PIECES, max_size=12).map("".join),
    st.lists(
        st.tuples(st.integers(0, 200), st.integers(0, 30), st.lists(PIECES, max_size=3).map("".join)),
        max_size=6,
    ),
)
def test_whatever_is_typed(
    client: Client, tmp_path: Path, text: str, edits: list[tuple[int, int, str]]
) -> None:
    (tmp_path / "CANONICAL-NUMBERS.md").write_text(MODEL)
    uri = client.open("page.md", text)
    for at, size, new in edits:
        start, end = (position(text, min(place, len(text))) for place in (at, at + size))
        first, last = offset(text, start), offset(text, end)
        text = text[:first] + new + text[last:]
        client.change(uri, [{"range": {"start": start, "end": end}, "text": new}], text)
    found = told(client.told(uri))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        wanted = checked("page.md", text)
    if text.startswith("\ufeff"):
        wanted = [((a[0], a[1] + (a[0] == 0)), (b[0], b[1] + (b[0] == 0)), *rest) for a, b, *rest in wanted]
    assert found == wanted
    client.close(uri)
    del client.diagnostics[uri]
