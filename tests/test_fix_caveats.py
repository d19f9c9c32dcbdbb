"""Where a caveat is written: at the places that a page shows, and elsewhere only when that is asked for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from claimlint import rules
from claimlint.findings import Finding
from claimlint.fixes import Fixed, fix_text
from claimlint.model.load import load
from claimlint.model.model import Model
from claimlint.pipeline import lint_text

RULES = rules.load(examples=False)
MODEL = """\
## 1. Power

```yaml quantities
load: {{value: 40%, status: assumed, caveat: load-assumed, aka: [load]}}
price: {{value: $2.50, caveat: before-tax, aka: [price]}}
```

```yaml caveats
load-assumed: {{text: '{text}', within: {within}}}
before-tax: {{text: Prices are before tax.}}
```
"""
CAVEAT = "The load is assumed."


def model(within: str = "document", text: str = CAVEAT) -> Model:
    return load("CANONICAL-NUMBERS.md", MODEL.format(within=within, text=text))


def fixed(page: str, of: Model, name: str = "page.md", unsafe: bool = False) -> str:
    def lint(text: str) -> Sequence[Finding]:
        return lint_text(name, text, of, RULES).findings

    done = fix_text(page, lint, unsafe)
    assert done.refused == ()
    assert fix_text(done.text, lint, unsafe) == Fixed(done.text)
    if done.kept:
        assert not [finding for finding in lint(done.text) if finding.rule == "missing-caveat"]
    return done.text


@pytest.mark.parametrize(
    ("page", "added"),
    [
        ("The load is 40%.\n\n<!-- claimlint: caveats -->@", "\n\nThe load is assumed.\n"),
        ("The load is 40%.\n\n<!-- claimlint: caveats -->@\n\nMore.\n", "\n\nThe load is assumed."),
        ("<!-- claimlint: caveats -->\n@- One.\n- Two.\n\nThe load is 40%.\n", "- The load is assumed.\n"),
        ("<!-- claimlint: caveats -->\n\n@  * One.\n\nThe load is 40%.\n", "  * The load is assumed.\n"),
        ("Notes: <!-- claimlint: caveats -->@ none.\n\nThe load is 40%.\n", " The load is assumed."),
        ("The load is 40%.\n\n## Notes\n\n- One.\n- Two.@\n", "\n- The load is assumed."),
        (
            "The load is 40%.\n\n## Caveats and limitations\n\nWe rounded.@\n\n## More\n",
            " The load is assumed.",
        ),
        ("The load is 40%.\n\n## 7. Assumptions\n\n* a\n* **b**@\n", "\n* The load is assumed."),
        ("The load is 40%.\n\nSource: us. Prices are before tax.@\n", " The load is assumed."),
        ("The load is 40%.\n\n- Prices are before tax.@\n- Else.\n", "\n- The load is assumed."),
        ("The load is 40%.\n\nSource: us; *prices are before tax*@\n", ". The load is assumed."),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_place_that_the_page_shows(page: str, added: str, newline: str) -> None:
    before = page.replace("@", "").replace("\n", newline)
    after = page.replace("@", added).replace("\n", newline)
    assert fixed(before, model()) == after


@pytest.mark.parametrize(
    ("page", "added"),
    [
        ("The load is 40%.@\n\nMore.\n", " The load is assumed."),
        ("- The load is 40%@\n- More.\n", ". The load is assumed."),
        ("Load\n\n| load |\n|---|\n| 40% |\n| 40% |@\n\nMore.\n", "\n\nThe load is assumed."),
    ],
)
def test_elsewhere_it_is_written_when_that_is_asked_for(page: str, added: str) -> None:
    before = page.replace("@", "")
    assert fixed(before, model()) == before
    assert fixed(before, model(), unsafe=True) == page.replace("@", added)


def test_it_is_written_where_it_must_stand() -> None:
    notes = "# A\n\n## Load\n\nThe load is 40%.\n\n## Notes\n\n- One.\n"
    assert fixed(notes, model("section")) == notes
    assert fixed(notes, model("block")) == notes
    marked = "# A\n\n## Load\n\nThe load is 40%.\n\n<!-- claimlint: caveats -->\n- One.\n\n## More\n\nText.\n"
    assert fixed(marked, model("section")) == marked.replace("- One.", "- The load is assumed.\n- One.")
    elsewhere = "# A\n\n## Load\n\nThe load is 40%.\n\n## More\n\n<!-- claimlint: caveats -->\n- One.\n"
    assert fixed(elsewhere, model("section")) == elsewhere


def test_a_slide_gets_its_own() -> None:
    deck = "---\nmarp: true\n---\n\n- load 40%\n- Prices are before tax.\n\n---\n\n- Prices are before tax.\n"
    assert fixed(deck, model("slide"), "deck.md") == deck.replace(
        "- Prices are before tax.\n\n---", "- Prices are before tax.\n- The load is assumed.\n\n---"
    )


def test_a_drawing_has_it_in_its_description() -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><desc>{}</desc><text>load 40%</text></svg>'
    beside = drawing.format("A bar. Prices are before tax.")
    assert fixed(beside, model(), "a.svg") == drawing.format(
        "A bar. Prices are before tax. The load is assumed."
    )
    alone = drawing.format("A bar")
    assert fixed(alone, model(), "a.svg") == alone
    assert fixed(alone, model(), "a.svg", unsafe=True) == drawing.format("A bar. The load is assumed.")
    odd = model(text="Load < 50% & assumed.")
    assert fixed(beside, odd, "a.svg") == drawing.format(
        "A bar. Prices are before tax. Load &lt; 50% &amp; assumed."
    )


@pytest.mark.parametrize(
    "text", ["Load *assumed*.", "1. Assumed.", "- Assumed.", "<b>Assumed</b>.", "A | b."]
)
def test_what_would_be_markup_is_not_written(text: str) -> None:
    page = "The load is 40%.\n\n## Notes\n\n- One.\n"
    assert fixed(page, model(text=text), unsafe=True) == page


def test_several_caveats_are_all_written() -> None:
    page = "At a load of 40% the price is $2.50.\n\n## Notes\n\n- One.\n"
    assert fixed(page, model()) == page + "- The load is assumed.\n- Prices are before tax.\n"
