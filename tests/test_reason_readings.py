"""What a claim is about: numbers near a quantity's name that are its value, and those that are not."""

from __future__ import annotations

import pytest

from claimlint import rules
from claimlint.model.load import load
from claimlint.pipeline import lint_text

MODEL = load(
    "CANONICAL-NUMBERS.md",
    """\
# The archive of the depot

## 1. Moving

```yaml quantities
image_size: {value: 12 GB, aka: [image]}
link_rate:
  aka: [link rate, link]
  cases: {near: 240 MB/s, far: 60 MB/s}
copy_time: {value: = image_size / link_rate, unit: s, aka: [copying, copy]}
check_time: {value: 9 s, status: assumed, aka: [checking, check]}
workers: {value: 16 workers, aka: [workers]}
load: {value: 40%, aka: [load]}
price: {value: $0.03/GB, aka: [price, bill]}
images_needed: {value: 24, aka: [images needed]}
rebuild: {value: 5 h, bound: at least, aka: [rebuild]}
overhead_ratio: {value: = copy_time / check_time, quote: orders of magnitude, aka: [slower than checking]}
```
""",
)
RULES = rules.load()


def flagged(text: str, name: str = "page.md") -> list[str | None]:
    return [finding.claim for finding in lint_text(name, text, MODEL, RULES).findings]


@pytest.mark.parametrize(
    "text",
    [
        "Copying takes 50 s near by and 200 s in the far case.",
        "At 120 MB/s, copying would take 100 s.",
        "Copying takes between 50 and 200 s.",
        "It is slow. Copying over the far link takes 200 s, and the mount needs 3 s.",
        "Copying the image saves 20 s a day.",
        "Copying is retried every 30 s.",
        "Copying is given up after 90 s.",
        "The time-out for copying is 300 s.",
        "Copying used to take 600 s.",
        "With version 2 copying took 400 s.",
        "In the previous release, copying took 400 s.",
        "A competitor advertises copying in 5 s.",
        "The p99 of copying is 310 s.",
        "Copying the image takes 5 s longer on Sundays.",
        "Copying is not 70 s.",
        "If we doubled the links, copying would take 25 s.",
        "Copying on SATA takes 700 s.",
        "The load rose by 15%.",
        "Copying takes 50 s (the old link took 75 s) near by.",
        "A rebuild takes at least 4 h.",
        "> Copying takes 3 s, said somebody.",
        "Copying takes ~~75 s~~ 50 s near by.",
        "## 1.4.0 (2025-11-03)\n\nCopying takes 75 s.",
        "<!-- claimlint: history -->\n\nCopying takes 75 s.\n\n<!-- claimlint: end -->",
    ],
)
def test_what_is_right_or_of_something_else_is_left_alone(text: str) -> None:
    assert flagged(text) == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Copying takes 75 s.", "75 s"),
        ("Copying takes 50 s near by and 220 s in the far case.", "220 s"),
        ("Copying takes 200 s near by.", "200 s"),
        ("Copying takes 50 s at 260 MB/s.", "260 MB/s"),
        ("Near and far, copying takes 50 s and 210 s.", "210 s"),
        ("It takes 75 s to copy the image.", "75 s"),
        ("Copying is what matters. It takes 75 s.", "75 s"),
        ("The link rate is 70 MB/s.", "70 MB/s"),
        ("- near: 55 s\n- far: 200 s\n\n", None),
        ("Copying:\n\n- near: 55 s\n- far: 200 s\n", "55 s"),
        ("We have 18 workers.", "18 workers"),
        ("Images needed: 30.", "30"),
        ("The bill is $0.05 per GB.", "$0.05 per GB"),
        ("A rebuild takes at least 6 h.", "6 h"),
        ("A rebuild takes at most 5 h.", "5 h"),
        ("| | near | far |\n|---|---|---|\n| Copy time (s) | 50 | 230 |\n", "230"),
        ("Copying takes between 50 and 260 s.", "50 and 260 s"),
        ("It takes 75 s <!-- claim: copy_time[near] --> on a good day.", "75 s"),
    ],
)
def test_what_contradicts_the_model_is_flagged(text: str, claim: str | None) -> None:
    assert flagged(text) == ([claim] if claim is not None else [])


def test_a_drawing_is_read_by_groups_and_lines() -> None:
    page = (
        '<svg xmlns="http://www.w3.org/2000/svg"><title>Copying</title>\n'
        '<text x="0" y="20">near</text>\n<text x="90" y="20">50 s</text>\n'
        '<text x="0" y="60">far</text>\n<text x="90" y="60">230 s</text>\n'
        '<g><text x="0" y="90">50 s</text><text x="90" y="90">100 s</text>'
        '<text x="180" y="90">150 s</text></g></svg>'
    )
    assert flagged(page, "figure.svg") == ["230 s"]


def test_text_without_end_is_read_in_pieces() -> None:
    # Every claim would otherwise be held against every other: a page of these took minutes.
    for piece in ("5 s = ", "12 s 34 GB 5× ", "5 GB per "):
        lint_text("page.md", "Copying takes " + piece * 3000, MODEL, RULES)


def test_the_size_of_a_thing_that_the_model_does_not_know_is_no_value_of_what_it_holds() -> None:
    model = load("CANONICAL-NUMBERS.md", "## 1. Size\n\n```yaml quantities\nweights: 34 GB\n```\n")
    silent = lint_text("page.md", "It is served with FP8 weights on one 80 GB card.\n", model, rules.load())
    told = lint_text("page.md", "The weights take 80 GB.\n", model, rules.load())
    assert (silent.findings, [f.rule for f in told.findings]) == ((), ["canonical-drift"])
