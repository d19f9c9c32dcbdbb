"""What is read of a page is enough: the result equals that of reading all of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimlint import pipeline
from claimlint.model.load import load as load_model
from claimlint.model.model import Model
from claimlint.places import places
from claimlint.rules import Rule, load

N = 200
ROOT = Path(__file__).parent.parent
RULES = load()
PAGES = sorted({*ROOT.glob("tests/corpus/**/*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*.md")})

MODEL_TEXT = """\
# Numbers

## 1. Copying

```yaml quantities
image_size: {value: 12 GB, aka: [image]}
link_rate:
  status: assumed
  caveat: no-link-measured
  aka: [link rate]
  cases: {fast: 240 MB/s, slow: 60 MB/s}
copy_time: {value: = image_size / link_rate, unit: s, aka: [copy, copying]}
workers: {value: 12 workers, aka: [workers needed]}
```

```yaml caveats
no-link-measured:
  text: No link was measured.
```
"""
MODEL = load_model("CANONICAL-NUMBERS.md", MODEL_TEXT)

NUMBERS = [
    "5",
    "12",
    "1,200",
    "3.5",
    "240",
    "**43**",
    "_10_",
    "`7`",
    "[9](u.md)",
    "1",
    "2024",
    "0.25",
    "~20",
    "10^3",
    "5*3*2",
]
GAPS = [
    "",
    " ",
    "\u00a0",
    "-",
    "&nbsp;",
    "&thinsp;",
    "** ",
    "_ ",
    "</b> ",
    "\n",
    "\n> ",
    "  \n  ",
    "\\,",
    "[^1] ",
    "<br>",
    " <!-- x --> ",
]
UNITS = [
    "ms",
    "GB",
    "MB/s",
    "µs",
    "&micro;s",
    "%",
    "&percnt;",
    "×",
    "x faster",
    "times faster",
    "requests",
    "request",
    "KV heads",
    "million users",
    "k tokens",
    "percent",
    "per second",
    "\\mu\\mathrm{s}",
    "**GB**",
    "`s`",
    "orders of magnitude",
    "days",
    "seconds",
    "workers",
    "USD",
    "€",
    "hundred",
    "MG/s",
    "lines of code",
    "of",
    "apples",
    "version",
]
PREFIXES = [
    "",
    "$",
    "€",
    "USD ",
    "about ",
    "a factor of ",
    "×",
    "\\times ",
    "&euro;",
    "&times;",
    "up to ",
    "v",
    "#",
    "§",
    "Figure ",
    "https://x.org/",
    "m5.",
    "Llama-",
]
SPELLED = [
    "three times the cost",
    "twice as fast",
    "half the latency",
    "two files",
    "an order of magnitude",
    "a million users",
    "cut in half",
    "threefold",
    "one day",
    "forty-two seconds",
    "**three** ms",
    "two\nseconds",
    "five nines",
    "two to three orders",
    "a dozen requests",
    "one hundred users",
    "half a second",
    "doubling",
    "two-core",
]
STATED = [
    "3 + 4 = 8",
    "**5** × 3 is 16",
    "16 × 320 KiB = 5.00 MiB",
    "100 / 4 = 26",
    "(2 + 3) / 2 = 4",
    "5 apples + 3 pears = 9 fruits",
    "9 tests, 4 checks and 3 others, 16 in total",
    "a copy takes 50 s at 240 MB/s",
    "Workers needed: 13",
    "The image is 13 GB",
    "No link was measured.",
    "see CANONICAL-NUMBERS.md §9",
    "from 40 ms to 20 ms, 60% less",
    "`3 * 4 = 13`",
    "7.3 MB/s → 1.416 MG/s",
    "<!-- claim: copy_time[fast] -->",
    "<!-- claimlint: ignore[equation] no reason -->",
    "<!-- claimlint: history -->",
    "<!-- claimlint: end -->",
]
TABLES = [
    "| Run | Time (ms) |\n|---|---|\n| a | 5 |\n| b | 7 |\n",
    "| A | B | Total |\n|--|--|--|\n| 1 | 2 | 4 |\n| 3 | 4 | 7 |\n| 1 | 1 | 2 |\n",
    "<table><tr><th>Size (GB)</th></tr><tr><td>5</td></tr></table>\n",
    "| Name | Value |\n|---|---|\n| `a` | `3000` |\n",
    "a | ms\n--|--\n1 | **5**\n",
]
SHAPES = [
    "",
    "\n",
    "# Title\n",
    "## Part\n",
    "### 1.2 Sub ###\n",
    "Setext\n======\n",
    "Under\n---\n",
    "---\n",
    "```\n",
    "```python\n",
    "~~~\n",
    "  ```\n",
    "> ```\n",
    "- item\n",
    "  more\n",
    "1. one\n",
    "> quote\n",
    "<div>\n",
    "</div>\n",
    "<details>\n",
    "<!-- open\n",
    "-->\n",
    "<pre>\n",
    "</pre>\n",
    "<h2>Html</h2>\n",
    "[ref]: https://x.org\n",
    "[a][ref] and [ref]\n",
    "    # code\n",
    "  # indented\n",
    "- # listed\n",
    "> ## quoted\n",
    "#not\n",
    "# 2.0.0 (2024-01-01)\n",
    "Plain words stand here.\n",
    "x = 5\n",
    "2 * 3 = 7\n",
    "|---|\n",
    "=====\n",
    "\t# tab\n",
    "<script>\n",
    "</script>\n",
    "[^1]: note\n",
    "![5 ms](a.png)\n",
    "$$\n",
    "import x\n",
]


def lint(text: str, model: Model | None, path: str = "page.md", whole: bool = False) -> pipeline.PageResult:
    where = None if whole else places(path, text, model, small=0)
    if where is not None and not any(where):
        return pipeline.PageResult()
    return pipeline.lint_text(path, text, model, RULES, True, True, where)


claims = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(PREFIXES), st.sampled_from(NUMBERS), st.sampled_from(GAPS), st.sampled_from(UNITS)
    ),
)
sentences = st.builds(
    lambda words, end: " and ".join(words) + end,
    st.lists(
        st.one_of(claims, claims, st.sampled_from(SPELLED), st.sampled_from(STATED)), min_size=1, max_size=3
    ),
    st.sampled_from([".\n", "\n", "\n\n"]),
)
lines = st.one_of(
    st.sampled_from(SHAPES),
    st.sampled_from(SHAPES),
    st.sampled_from(SHAPES),
    sentences,
    st.sampled_from(TABLES),
)
documents = st.lists(lines, min_size=1, max_size=24).map("".join)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_real_pages(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for model in (None, MODEL):
        assert lint(text, model, path.name) == lint(text, model, path.name, whole=True)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_examples_of_rules(rule: Rule) -> None:
    for example in (*rule.good, *rule.bad):
        text = example.doc.replace("«", "").replace("»", "")
        model = load_model("CANONICAL-NUMBERS.md", example.model) if example.model else None
        assert lint(text, model, example.file) == lint(text, model, example.file, whole=True)


@settings(max_examples=N, deadline=None)
@given(documents, st.sampled_from([None, MODEL]))
def test_any_page(text: str, model: Model | None) -> None:
    assert lint(text, model) == lint(text, model, whole=True)


@pytest.mark.parametrize(
    "text",
    [
        "It reads at 8.1e11 bytes/s.",
        "A peak of 4.5E14 FLOP/s.",
        "It took 8e5 ms.",
        "It took 1e-3 s.",
        "It took one and a half seconds.",
        "It was two and a half times slower.",
        "3 requests/s × 2 min = 36 requests",
    ],
)
def test_numerals_of_several_parts(text: str) -> None:
    where = places("page.md", text, None, small=0)
    assert where is not None
    assert any(where)
    assert lint(text, None) == lint(text, None, whole=True)


@settings(max_examples=N, deadline=None)
@given(claims)
def test_any_claim(text: str) -> None:
    _, found = pipeline.claims_of("page.md", text, None)
    where = places("page.md", text, None, small=0)
    assert where is not None
    assert not found or any(where)
