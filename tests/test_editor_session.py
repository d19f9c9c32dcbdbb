"""A session with the real server over standard input and output, as an editor has it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from editor_client import Client, position

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
MODEL = """\
# Numbers

## 1. Moving

```yaml quantities
image_size: {value: 12 GB, aka: [image]}
link_rate:
  status: assumed
  source: a guess *of* <b>ours</b>
  caveat: no-link
  aka: [link rate, link]
  cases: {near: 240 MB/s, far: 60 MB/s}
copy_time: {value: = image_size / link_rate, unit: s, aka: [copying, copy]}
```

```yaml caveats
no-link:
  text: No link was measured.
```
"""
PAGE = """\
# Copying 😀

No link was measured. Copying takes 50 s near by 😀 and 300 s in the far case.

The image has 12 GB. A box of 3 kg stands there; 2 kg + 3 kg = 6 kg.
"""

Start = Callable[..., Client]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers in `tmp_path`, which has a model and a page."""
    (tmp_path / "CANONICAL-NUMBERS.md").write_text(MODEL)
    (tmp_path / "page.md").write_text(PAGE)
    clients: list[Client] = []

    def begin(folder: Path = tmp_path, **capabilities: Any) -> Client:
        client = Client(folder)
        clients.append(client)
        client.start(**capabilities)
        return client

    yield begin
    for client in clients:
        client.kill()


def rules(diagnostics: list[dict[str, Any]]) -> list[str | None]:
    return [each.get("code") for each in diagnostics]


def test_from_the_first_message_to_the_last(start: Start, tmp_path: Path) -> None:
    client = start()
    page = client.open("page.md")
    first, second = client.told(page)
    assert first["code"] == "canonical-drift"
    assert first["severity"] == 1
    assert first["source"] == "claimlint"
    assert first["message"].startswith("300 s disagrees with the model: copy_time[far] is 200 s")
    at = PAGE.index("300 s")
    assert first["range"] == {"start": position(PAGE, at), "end": position(PAGE, at + 5)}
    assert second["code"] == "equation-mismatch"

    client.replace(page, "300 s", "200 s")
    client.replace(page, "= 6 kg", "= 5 kg")
    assert client.told(page) == []

    hover = client.at("hover", page, "200 s")
    assert hover["contents"]["kind"] == "markdown"
    assert hover["contents"]["value"] == (
        "**`200 s`** agrees with the canonical model\n\n"
        "- *tied by:* named earlier in the sentence\n\n"
        "**`copy_time[far]`** = 200 s\n\n"
        "- *formula:* `= image_size / link_rate`\n"
        "- *with:* `image_size` = 12 GB\n"
        "- *with:* `link_rate[far]` = 60 MB/s\n"
        "- *status:* derived, rests on assumed link\\_rate\n"
        "- *owes the caveat:* `no-link` “No link was measured.” (stands in the document)\n"
        "- *defined in:* CANONICAL-NUMBERS.md §1"
    )
    changed = client.texts[page]
    at = changed.index("200 s")
    assert hover["range"] == {"start": position(changed, at), "end": position(changed, at + 5)}

    (place,) = client.at("definition", page, "200 s")
    at = MODEL.index("copy_time")
    assert place == {
        "uri": client.uri("CANONICAL-NUMBERS.md"),
        "range": {"start": position(MODEL, at), "end": position(MODEL, at + len("copy_time"))},
    }
    client.close(page)
    client.until(lambda: client.diagnostics[page]["diagnostics"] == [])
    assert client.stop() == 0
    assert client.log == []
    assert sorted(os.listdir(tmp_path)) == ["CANONICAL-NUMBERS.md", "page.md"]  # Nothing was written.


def test_what_hover_says_of_other_numbers(start: Start) -> None:
    client = start(textDocument={"hover": {"contentFormat": ["plaintext"]}})
    page = client.open("page.md")

    def said(needle: str) -> str:
        hover = client.at("hover", page, needle)
        return str(hover["contents"]["value"]) if hover else ""

    assert said("300 s").startswith("300 s contradicts the canonical model\nexpected: 200 s\n")
    assert (
        said("6 kg") == "6 kg is recomputed from the page: it does not follow\narithmetic: 2 kg + 3 kg = 5 kg"
    )
    assert said("3 kg stands").startswith("3 kg is not checked\nwhy: nothing near it names")
    assert said("12 GB").splitlines()[2:4] == ["image_size = 12 GB", "defined in: CANONICAL-NUMBERS.md §1"]
    assert said("stands there") == ""
    model = client.open("CANONICAL-NUMBERS.md")
    assert "source: a guess *of* <b>ours</b>" in client.at("hover", model, "link_rate")["contents"]["value"]
    assert client.at("hover", model, "Moving") is None
    # Of a caveat that does not stand it says so.
    client.replace(page, "No link was measured. ", "")
    assert "“No link was measured.” (does not stand in the document)" in said("50 s")


def test_markdown_in_a_document_is_no_markup_in_the_editor(start: Start) -> None:
    client = start()
    model = client.open("CANONICAL-NUMBERS.md")
    text = client.at("hover", model, "link_rate")["contents"]["value"]
    assert "- *source:* a guess \\*of\\* \\<b\\>ours\\</b\\>" in text
    assert "- *case:* `link_rate[near]` 240 MB/s\n- *case:* `link_rate[far]` 60 MB/s" in text


def test_definition_and_references_from_everywhere(start: Start, tmp_path: Path) -> None:
    client = start()
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "é ü.md").write_text("\n\nCopying takes 50 s near by.\n")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "no.md").write_text("Copying takes 50 s near by.\n")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "CANONICAL-NUMBERS.md").write_text(MODEL)
    (tmp_path / "other" / "page.md").write_text("Copying takes 50 s near by.\n")
    page = client.open("page.md", PAGE + "\nIt is 12 GB. <!-- claim: image_size -->\n")
    model = client.open("CANONICAL-NUMBERS.md")
    declared = {"context": {"includeDeclaration": True}}
    quoted = {"context": {"includeDeclaration": False}}
    found = client.at("references", page, "50 s", declared)
    deep = client.uri("deep/é ü.md")
    assert [each["uri"] for each in found] == [model, page, page, deep]
    assert found[3]["range"] == {"start": {"line": 2, "character": 14}, "end": {"line": 2, "character": 18}}
    # The same from the name in the canonical file, at its definition and where another formula uses it.
    assert client.at("references", model, "copy_time:", quoted) == found[1:]
    sizes = client.at("references", model, "image_size / ", quoted)
    assert sizes == client.at("references", page, "claim: image_size", quoted)
    assert [each["range"]["start"]["line"] for each in sizes] == [4, 6]
    (at,) = client.at("definition", page, "claim: image_size")
    assert at["range"]["start"] == position(MODEL, MODEL.index("image_size"))
    assert client.at("definition", model, "image_size / ") == [at]
    # What is typed counts at once, and only where it was typed anything is read again.
    client.replace(page, "50 s near by", "5 boxes")
    assert [each["uri"] for each in client.at("references", model, "copy_time:", quoted)] == [page, deep]


def test_completion_of_names_cases_and_rules(start: Start) -> None:
    client = start()
    page = client.open("page.md", PAGE + "\n<!-- claim: li -->\n")

    def labels(comment: str) -> list[str]:
        text = PAGE + f"\n{comment}"
        client.change(page, [{"text": text + " -->\n"}], text + " -->\n")
        where = position(text, len(text))
        found = client.request("textDocument/completion", {"textDocument": {"uri": page}, "position": where})
        return [item["label"] for item in found["items"]] if found else []

    assert labels("<!-- claim: ") == ["image_size", "link_rate", "copy_time"]
    assert labels("<!-- claim: li") == ["link_rate"]
    assert labels("😀 <!-- claim: copy_time[") == ["near", "far"]
    assert labels("<!-- claim: copy_time[f") == ["far"]
    assert labels("<!-- claim: no_such[") == []
    assert labels("<!-- cla") == ["claim:", "claimlint:"]
    assert "ignore-file" in labels("<!-- claimlint: ign")
    assert "bare-multiple" in labels("<!-- claimlint: ignore[")
    assert labels("<!-- claimlint: off[bare-multiple, over") == ["over-precise"]
    assert not {"unused-ignore", "unreadable-directive"} & set(labels("<!-- claimlint: ignore["))
    assert labels("{/* claimlint: ignore[bare-mu") == ["bare-multiple"]
    assert labels("<!-- claim: image_size --> and then li") == []
    assert labels("no comment: li") == []


def test_what_completion_puts_in_is_what_it_says(start: Start) -> None:
    client = start()
    text = "It takes 50 s. 😀 <!-- claim: cop -->\n"
    page = client.open("page.md", text)
    found = client.at("completion", page, "cop ", inside=3)
    (item,) = found["items"]
    assert item["detail"] == "2 cases, §1"
    assert item["textEdit"]["newText"] == "copy_time"
    at = text.index("cop ")
    assert item["textEdit"]["range"] == {"start": position(text, at), "end": position(text, at + 3)}
    assert "`= image_size / link_rate`" in item["documentation"]["value"]


def test_the_places_that_where_finds(start: Start, tmp_path: Path) -> None:
    shutil.copy(ROOT / "CANONICAL-NUMBERS.md", tmp_path)
    shutil.copytree(EXAMPLES / "figure-5-1", tmp_path / "examples")
    (tmp_path / "page.md").unlink()
    client = start()
    model = client.open("CANONICAL-NUMBERS.md")
    total = 0
    for name in ("move_time", "bandwidth", "mfu", "block_size"):
        done = subprocess.run(
            [sys.executable, "-m", "claimlint", "where", "--output-format", "json", name],
            cwd=tmp_path,
            capture_output=True,
            timeout=120,
        )
        quotes = json.loads(done.stdout)["places"]
        wanted = sorted((client.uri(each["path"]), each["line"] - 1) for each in quotes)
        found = client.at("references", model, f"\n{name}:", {"context": {"includeDeclaration": False}}, 2)
        assert sorted((each["uri"], each["range"]["start"]["line"]) for each in found) == wanted
        total += len(wanted)
    assert total > 20


# --- the same as the command


def expected(folder: Path, name: str, text: str) -> list[tuple[Any, ...]]:
    """What `claimlint check` finds in a file, with places as the protocol has them."""
    done = subprocess.run(
        [sys.executable, "-m", "claimlint", "check", "--output-format", "json", name],
        cwd=folder,
        capture_output=True,
        timeout=120,
    )
    report = json.loads(done.stdout)
    assert report["errors"] == []
    text = text.removeprefix("\ufeff")
    found = []
    for each in report["findings"]:
        places = []
        for line, column in ((each["line"], each["column"]), (each["end_line"], each["end_column"])):
            written = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[line - 1]
            places += [line - 1, len(written[: column - 1].encode("utf-16-le")) // 2]
        severity = {"error": 1, "warning": 2, "info": 3}[each["severity"]]
        found.append((*places, each["rule"], severity, each["message"]))
    return found


def shown(diagnostics: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [
        (
            each["range"]["start"]["line"],
            each["range"]["start"]["character"],
            each["range"]["end"]["line"],
            each["range"]["end"]["character"],
            each["code"],
            each["severity"],
            each["message"],
        )
        for each in diagnostics
    ]


def test_every_example_has_the_findings_of_the_command(start: Start, tmp_path: Path) -> None:
    shutil.copy(ROOT / "CANONICAL-NUMBERS.md", tmp_path)
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    client = start()
    total = 0
    for path in sorted((tmp_path / "examples").rglob("*.*")):
        name = str(path.relative_to(tmp_path))
        uri = client.open(name, language="xml" if name.endswith(".svg") else "markdown")
        wanted = expected(tmp_path, name, client.texts[uri])
        assert shown(client.told(uri)) == wanted, name
        total += len(wanted)
    assert total > 10


def test_settings_and_directives_hold_as_for_the_command(start: Start, tmp_path: Path) -> None:
    (tmp_path / ".claimlint.yaml").write_text(
        "severity: {canonical-drift: info}\nignore: [equation-mismatch]\n"
        "exclude: [left-out/]\nper-file-ignores: {quiet.md: [canonical-drift]}\n"
    )
    (tmp_path / "left-out").mkdir()
    ignoring = "<!-- claimlint: ignore[canonical-drift] measured by others -->\n"
    pages = {
        "page.md": PAGE,
        "quiet.md": PAGE,
        "left-out/page.md": PAGE,
        "silenced.md": PAGE.replace("No link", f"{ignoring}No link"),
        "crlf.md": PAGE.replace("\n", "\r\n"),
        "cr.md": PAGE.replace("\n", "\r"),
        "bom.md": "\ufeff2 kg + 3 kg = 6 kg, copying takes 300 s in the far case.\n" + PAGE,
        "none.md": "Nothing here.\n",
        "empty.md": "",
    }
    client = start()
    found = {}
    for name, text in pages.items():
        (tmp_path / name).write_bytes(text.encode())
        uri = client.open(name, text)
        found[name] = shown(client.told(uri))
        wanted = expected(tmp_path, name, text)
        if name == "bom.md":  # Here the editor kept the mark, which the command does not count.
            wanted = [(a, b + (a == 0), c, d + (c == 0), *rest) for a, b, c, d, *rest in wanted]
        assert found[name] == wanted, name
    assert {name: len(each) for name, each in found.items() if each} == {
        "page.md": 1,
        "crlf.md": 1,
        "cr.md": 1,
        "bom.md": 2,
    }
    assert found["page.md"][0][5] == 3


def test_a_baseline_of_the_settings_holds(start: Start, tmp_path: Path) -> None:
    (tmp_path / "claimlint.yaml").write_text("baseline: known.json\n")
    command = [sys.executable, "-m", "claimlint", "baseline", "page.md"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr
    client = start()
    page = client.open("page.md")
    assert client.told(page) == []
    text = PAGE + "Copying takes 51 s near by.\n"
    client.change(page, [{"text": text}], text)
    (found,) = client.told(page)
    assert found["message"].startswith("51 s disagrees")
    # What is known does not keep a fix from being right.
    fix, ignore = client.actions(page, found)
    assert ignore["title"].startswith("Ignore")
    client.apply(fix)
    assert client.told(page) == []
    known = tmp_path / "known.json"
    known.write_text("nonsense")
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": known.as_uri(), "type": 2}]})
    client.until(lambda: bool(client.diagnostics.get(known.as_uri())))
    (mistake,) = client.told(known.as_uri(), version=None)
    assert mistake["message"].startswith("a baseline is an object")
    assert len(client.told(page)) == 2


# --- open documents instead of saved ones


def test_an_open_model_counts_before_it_is_saved(start: Start, tmp_path: Path) -> None:
    client = start()
    page = client.open("page.md")
    assert rules(client.told(page)) == ["canonical-drift", "equation-mismatch"]
    model = client.open("CANONICAL-NUMBERS.md")
    assert client.told(model) == []
    client.replace(model, "far: 60 MB/s", "far: 40 MB/s")
    client.until(lambda: rules(client.diagnostics[page]["diagnostics"]) == ["equation-mismatch"])
    # A model that does not load says why where it is, and nothing is checked against it.
    client.replace(model, "image_size / link_rate", "image_size / link_speed")
    client.until(lambda: bool(client.diagnostics[model]["diagnostics"]))
    (mistake,) = client.diagnostics[model]["diagnostics"]
    assert mistake["message"] == "`link_speed` is not defined; did you mean `link_rate`?"
    broken = client.texts[model]
    assert mistake["range"]["start"] == position(broken, broken.index("link_speed"))
    client.until(lambda: client.diagnostics[page]["diagnostics"] == [])
    hover = client.at("hover", page, "300 s")["contents"]["value"]
    assert hover.endswith("The canonical model does not load.")
    client.replace(model, "link_speed", "link_rate")
    client.until(lambda: client.diagnostics[model]["diagnostics"] == [])
    client.until(lambda: rules(client.diagnostics[page]["diagnostics"]) == ["equation-mismatch"])
    # Closed without being saved, the file counts again.
    client.close(model)
    client.until(lambda: rules(client.diagnostics[page]["diagnostics"])[0] == "canonical-drift")
    assert (tmp_path / "CANONICAL-NUMBERS.md").read_text() == MODEL


def test_mistakes_of_a_model_that_is_not_open(start: Start, tmp_path: Path) -> None:
    text = MODEL.replace("240 MB/s", "240 MB/x").replace("# Numbers", "# 😀 Numbers")
    (tmp_path / "CANONICAL-NUMBERS.md").write_text(text)
    client = start()
    page = client.open("page.md")
    assert client.told(page) == []
    uri = client.uri("CANONICAL-NUMBERS.md")
    (mistake,) = client.told(uri, version=None)
    assert "MB/x" in mistake["message"]
    client.close(page)
    client.until(lambda: client.diagnostics[uri]["diagnostics"] == [])


def test_a_model_that_exists_only_in_the_editor(start: Start, tmp_path: Path) -> None:
    (tmp_path / "CANONICAL-NUMBERS.md").unlink()
    client = start()
    page = client.open("page.md")
    assert rules(client.told(page)) == ["equation-mismatch"]
    client.open("CANONICAL-NUMBERS.md", MODEL)
    client.until(lambda: len(client.diagnostics[page]["diagnostics"]) == 2)
    client.open("page-2.md", PAGE)
    assert len(client.told(client.uri("page-2.md"))) == 2


def test_files_that_change_on_disk(start: Start, tmp_path: Path) -> None:
    client = start()
    page = client.open("page.md")
    assert len(client.told(page)) == 2
    watched = [w["globPattern"] for r in client.registered for w in r["registerOptions"]["watchers"]]
    assert {"**/CANONICAL-NUMBERS.md", "**/.claimlint.yaml", "**/pyproject.toml"} <= set(watched)
    settings = tmp_path / "claimlint.yaml"
    settings.write_text("ignore: [canonical-drift]\n")
    changed = {"changes": [{"uri": settings.as_uri(), "type": 1}]}
    client.notify("workspace/didChangeWatchedFiles", changed)
    client.until(lambda: rules(client.diagnostics[page]["diagnostics"]) == ["equation-mismatch"])
    settings.write_text("ignore: [canonical-drifts]\n")
    client.notify("workspace/didChangeWatchedFiles", changed)
    client.until(lambda: settings.as_uri() in client.diagnostics)
    (mistake,) = client.diagnostics[settings.as_uri()]["diagnostics"]
    assert "canonical-drift" in mistake["message"]
    assert mistake["range"]["start"] == {"line": 0, "character": 9}
    # An editor that watches nothing tells when something is saved.
    settings.unlink()
    client.notify("textDocument/didSave", {"textDocument": {"uri": page}})
    client.until(lambda: client.diagnostics[settings.as_uri()]["diagnostics"] == [])
    client.until(lambda: len(client.diagnostics[page]["diagnostics"]) == 2)


def test_many_changes_are_checked_together(start: Start) -> None:
    client = start()
    page = client.open("page.md")
    client.told(page)
    text = client.texts[page]
    for number in range(40):
        after = text.replace("300 s", f"{300 + number} s")
        client.change(page, [{"text": after}], after)
    found = client.told(page)
    assert found[0]["message"].startswith("339 s")
    assert client.diagnostics[page]["version"] == 41


# --- documents that are no files here


def test_documents_without_a_file(start: Start, tmp_path: Path) -> None:
    client = start()
    text = "No link was measured. Copying takes 300 s in the far case, 2 kg + 3 kg = 6 kg.\n"
    untitled = client.open("untitled:Untitled-1", text)
    assert rules(client.told(untitled)) == ["canonical-drift", "equation-mismatch"]
    windows = client.open("file:///c%3A/Users/x/page.md", text)
    assert rules(client.told(windows)) == ["equation-mismatch"]
    assert client.told(client.open("git:/a/page.md?%7B%22ref%22%3A%22HEAD%22%7D", text)) == []
    assert client.told(client.open("file:///nowhere/main.py", text, "python")) == []
    assert client.told(client.open("vscode-notebook-cell:/a.ipynb#1", text)) == []
    assert client.stop() == 0


def test_nothing_outside_is_read(start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "inner" / "repository"
    (folder / ".git").mkdir(parents=True)
    secret = tmp_path / "inner" / "secret.md"
    secret.write_text(MODEL)
    (folder / "CANONICAL-NUMBERS.md").symlink_to(secret)
    (folder / "link.md").symlink_to(secret)
    (folder / "page.md").write_text(PAGE)
    client = start(folder)
    page = client.open("page.md")
    assert client.told(page) == []
    (mistake,) = client.told(client.uri("CANONICAL-NUMBERS.md"), version=None)
    assert "leads outside the repository" in mistake["message"]
    (mistake,) = client.told(client.open("link.md", PAGE))
    assert "leads outside the repository" in mistake["message"]
    assert client.at("hover", page, "300 s") is None or "copy_time" not in str(
        client.at("hover", page, "300 s")
    )


def test_a_file_outside_of_every_folder_finds_no_model_above_it(start: Start, tmp_path: Path) -> None:
    inner = tmp_path / "work"
    inner.mkdir()
    (tmp_path / "away").mkdir()
    client = start(inner)
    away = client.open((tmp_path / "away" / "page.md").as_uri(), PAGE)
    assert rules(client.told(away)) == ["equation-mismatch"]


# --- encodings


@pytest.mark.parametrize(
    ("offered", "width"), [(["utf-8", "utf-16"], 4), (["utf-32"], 1), (["x"], 2), (None, 2)]
)
def test_the_encoding_that_the_editor_prefers(start: Start, offered: list[str] | None, width: int) -> None:
    client = start(general={"positionEncodings": offered} if offered else {})
    page = client.open("page.md", "😀 2 kg + 3 kg = 6 kg.\n")
    (found,) = client.told(page)
    assert found["range"]["start"]["character"] == width + len(" 2 kg + 3 kg = ")


# --- quick fixes


def test_a_fix_that_is_safe(start: Start) -> None:
    client = start()
    text = "😀 Nothing here. <!-- claimlint: ignore[bare-multiple] it was one -->\r\nAnd more.\r\n"
    page = client.open("fixed.md", text)
    (found,) = client.told(page)
    assert found["code"] == "unused-ignore"
    assert found["tags"] == [1]
    (action,) = client.actions(page, found)
    assert action["kind"] == "quickfix"
    assert action["isPreferred"] is True
    assert action["diagnostics"] == [found]
    client.apply(action)
    assert client.told(page) == []
    assert client.texts[page] == "😀 Nothing here.\r\nAnd more.\r\n"
    assert client.actions(page, found) == []


def test_a_number_that_drifted(start: Start) -> None:
    client = start()
    page = client.open("page.md", "\ufeff" + PAGE)
    first, second = client.told(page)
    fix, ignore = client.actions(page, first)
    assert fix["isPreferred"] is True
    assert ignore["title"].startswith("Ignore")
    client.apply(fix)
    assert client.texts[page] == "\ufeff" + PAGE.replace("300 s", "200 s")
    assert rules(client.told(page)) == ["equation-mismatch"]
    # Where any of three numbers may be the wrong one none is preferred.
    assert not any(action.get("isPreferred") for action in client.actions(page, second))


def test_a_fix_that_may_not_be_what_is_meant_says_so(start: Start) -> None:
    client = start()
    text = "# Copying\n\nCopying takes 50 s near by.\n"
    page = client.open("page.md", text)
    (found,) = client.told(page)
    assert found["code"] == "missing-caveat"
    fix, _ = client.actions(page, found)
    assert fix["title"].endswith("(unsafe: may not be what is meant)")
    assert not fix.get("isPreferred")
    client.apply(fix)
    assert client.told(page) == []
    assert "No link was measured." in client.texts[page]
    # What is unsafe is not among what is fixed on saving.
    other = client.open("other.md", text)
    assert client.actions(other, client.told(other)[0], only=["source.fixAll"]) == []


def test_fixing_all_does_what_the_command_does(start: Start, tmp_path: Path) -> None:
    client = start()
    text = PAGE.replace("\n", "\r\n") + "Copying takes 51 s near by.\r\n\r\nThe image has 13 GB.\r\n"
    page = client.open("page.md", text)
    assert len(client.told(page)) == 4
    (action,) = client.actions(page, client.told(page)[0], only=["source.fixAll.claimlint"])
    assert action["kind"] == "source.fixAll.claimlint"
    client.apply(action)
    (tmp_path / "page.md").write_bytes(text.encode())
    command = [sys.executable, "-m", "claimlint", "check", "--fix", "page.md"]
    subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120)
    assert client.texts[page] == (tmp_path / "page.md").read_bytes().decode()
    assert client.texts[page].count("200 s") == 1
    assert rules(client.told(page)) == ["equation-mismatch"]
    assert client.actions(page, client.told(page)[0], only=["source.fixAll"]) == []


def test_edits_are_of_a_version(start: Start) -> None:
    client = start()
    page = client.open("page.md")
    first, _ = client.told(page)
    old = client.actions(page, first)
    client.replace(page, "The image", "An image")
    first, _ = client.told(page)
    new = client.actions(page, first)
    for actions, version in ((old, 1), (new, 2)):
        assert actions
        for action in actions:
            assert "changes" not in action["edit"]
            for each in action["edit"]["documentChanges"]:
                assert each["textDocument"]["version"] == version


def test_an_editor_that_takes_no_versions_gets_no_edits(start: Start) -> None:
    client = start(workspace={"workspaceEdit": {}})
    page = client.open("page.md")
    first, _ = client.told(page)
    assert client.actions(page, first) == []


TABLE = """\
| What | Size |
|---|---|
| image, near | 12 GB |
| image, far | 13 GB |
| image, all | 12 GB |
"""
DRAWING = """\
<svg xmlns="http://www.w3.org/2000/svg" aria-label="copying takes 300 s
 in the far case" width="1">
<text>copying, far: 300 s</text></svg>
"""


@pytest.mark.parametrize(
    ("name", "text", "comment"),
    [
        ("a.md", PAGE, "<!-- claimlint: ignore[canonical-drift] TODO: say why -->"),
        ("a.md", PAGE.replace("\n", "\r\n"), "<!-- claimlint: ignore[canonical-drift] TODO: say why -->"),
        ("a.md", TABLE, "13 GB <!-- claimlint: ignore[canonical-drift] TODO: say why --> |"),
        ("a.md", "- No link was measured.\n- Copying takes 300 s, far.  \n  More.\n", "far. <!-- claimlint"),
        ("a.mdx", PAGE, "{/* claimlint: ignore[canonical-drift] TODO: say why */}"),
        ("a.svg", DRAWING, "</text></svg> <!-- claimlint: ignore[canonical-drift] TODO: say why -->"),
    ],
)
def test_ignoring_a_finding_here(start: Start, name: str, text: str, comment: str) -> None:
    client = start()
    page = client.open(name, text, "xml" if name.endswith(".svg") else "markdown")
    before = client.told(page)
    found = [each for each in before if each["code"] == "canonical-drift"][-1]
    offered = client.actions(page, found)
    (action,) = [each for each in offered if each["title"].startswith("Ignore")]
    assert action["title"] == "Ignore canonical-drift here, with a reason"
    assert not action.get("isPreferred")
    client.apply(action)
    left = client.told(page)
    assert [each["message"] for each in left] == [each["message"] for each in before if each is not found]
    assert comment in client.texts[page]


def test_no_ignore_where_no_comment_can_stand(start: Start) -> None:
    client = start()
    page = client.open("a.txt", "No link was measured. Copying takes 300 s in the far case.\n", "plaintext")
    (found,) = client.told(page)
    assert [each for each in client.actions(page, found) if each["title"].startswith("Ignore")] == []
    assert client.actions(page, found, only=["refactor"]) == []


# --- what may not end it


def test_messages_that_are_none(start: Start) -> None:
    client = start()
    page = client.open("page.md")
    client.told(page)

    def raw(body: bytes) -> None:
        client.send_raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    for body in (
        b"{", b"[]", b"7", b"null", b'"x"', b"\xff\xfe", b"[" * 100_000, b"{}", b'{"jsonrpc": "1.0"}',
        b'{"jsonrpc": "2.0", "method": {}}', b'{"jsonrpc": "2.0", "id": [], "result": 1}',
        b'{"jsonrpc": "2.0", "id": 99, "result": {}}', b'{"jsonrpc": "2.0", "id": 98, "error": 5}',
        b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": null}',
        b'{"jsonrpc": "2.0", "method": "textDocument/didOpen"}',
        b'{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 12345}}',
        b'{"jsonrpc": "2.0", "method": "no/such", "params": {"a": {"jsonrpc": "2.0"}}}',
        b'{"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {"textDocument": {"uri": "x"}}}',
        b'{"jsonrpc": "2.0", "method": "textDocument/didSave", "params": {"textDocument": {"uri": "x"}}}',
    ):  # fmt: skip
        raw(body)
    client.send_raw(b"\r\n\r\nContent-Length: x\r\n\r\nContent-Length: 999999999999999999999\r\n\r\n")
    client.notify(
        "textDocument/didChange",
        {"textDocument": {"uri": "file:///not/open.md", "version": 3}, "contentChanges": [{"text": ""}]},
    )
    there = {"textDocument": {"uri": page}, "position": {"line": 2**31 - 1, "character": 2**31 - 1}}
    assert client.request("textDocument/hover", there) is None
    for params in (None, {}, {"textDocument": {"uri": page}, "position": {"line": -1, "character": 0}}, [1]):
        answer = client.answer(client.ask("textDocument/hover", params))
        assert answer["error"]["code"] in (-32602, -32603), answer
    assert client.answer(client.ask("no/such", {}))["error"]["code"] == -32601
    for method in ("hover", "definition", "completion"):
        unknown = {"textDocument": {"uri": "file:///x.md"}, "position": {"line": 0, "character": 0}}
        assert client.request(f"textDocument/{method}", unknown) is None
    client.replace(page, "300 s", "200 s")
    assert rules(client.told(page)) == ["equation-mismatch"]
    assert client.stop() == 0


def test_text_that_is_none(start: Start) -> None:
    client = start()
    for text, problem in (
        ("2 kg + 3 kg = 6 kg \ud800", "not UTF-8"),
        ("2 kg + 3 kg = 6 kg \0", "NUL"),
    ):
        page = client.open("strange.md", text)
        (found,) = client.told(page)
        assert problem in found["message"]
        assert client.at("hover", page, "6 kg") is None
        client.close(page)
        del client.diagnostics[page]
    assert client.stop() == 0


def test_a_request_that_is_no_longer_wanted(start: Start) -> None:
    client = start()
    page = client.open("large.md", "Copying takes 300 s in the far case.\n\n" * 3_000)
    where = {"textDocument": {"uri": page}, "position": {"line": 0, "character": 15}}
    number = client.ask("textDocument/hover", where)
    client.notify("$/cancelRequest", {"id": number})
    assert client.answer(number)["error"]["code"] == -32800
    # Nor does a large document keep it from ending.
    assert client.stop() == 0


def test_the_end_of_the_editor_is_the_end_of_the_server(start: Start) -> None:
    client = start()
    client.open("page.md")
    assert client.process.stdin is not None
    client.process.stdin.close()
    assert client.process.wait(timeout=60) == 1


def test_exit_without_shutdown_is_an_error(start: Start) -> None:
    client = start()
    client.send({"jsonrpc": "2.0", "method": "exit"})
    assert client.process.wait(timeout=60) == 1


FAULT = """
import claimlint.pipeline as pipeline
whole = pipeline.lint_text

def lint_text(path, text, *rest):
    if "crash here" in text:
        raise RuntimeError("it was asked to")
    return whole(path, text, *rest)

pipeline.lint_text = lint_text
"""


def test_a_failure_of_our_own_in_one_document(tmp_path: Path) -> None:
    """The fault is put into the real process, as there is none that is known."""
    (tmp_path / "fault").mkdir()
    (tmp_path / "fault" / "sitecustomize.py").write_text(FAULT)
    client = Client(tmp_path, PYTHONPATH=os.pathsep.join([str(tmp_path / "fault"), *sys.path]))
    try:
        client.start()
        bad = client.open("bad.md", "crash here: 2 kg + 3 kg = 6 kg\n")
        (found,) = client.told(bad)
        assert found["message"].startswith("internal error: RuntimeError: it was asked to")
        client.until(lambda: bool(client.log))
        assert "it was asked to" in client.log[0]
        good = client.open("good.md", "2 kg + 3 kg = 6 kg\n")
        assert rules(client.told(good)) == ["equation-mismatch"]
        client.replace(bad, "crash here: ", "")
        assert rules(client.told(bad)) == ["equation-mismatch"]
        assert client.stop() == 0
    finally:
        client.kill()


def test_without_the_library_it_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['pygls'] = None; sys.argv = ['claimlint', 'lsp'];"
        "from claimlint.__main__ import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert done.stderr == (
        "Error: `claimlint lsp` needs the package pygls: install it with:"
        " pip install 'claimlint-numbers[lsp]'\n"
    )
