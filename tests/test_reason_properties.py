"""Statements made up from a model are silent; one number moved beyond its rounding is what is flagged."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from claimlint import rules
from claimlint.claim.format import format_number
from claimlint.findings import Finding
from claimlint.model.load import load
from claimlint.pipeline import lint_text

RULES = rules.load()
MODEL = """\
## 1. Copying

```yaml quantities
image_size: {{value: {size} GB, aka: [image]}}
link_rate:
  aka: [link rate]
  cases: {{near: {near} GB/s, far: {far} GB/s}}
copy_time: {{value: = image_size / link_rate, unit: ms, aka: [copying, copy]}}
```
"""
TEMPLATES = (
    "Copying takes {near_time} ms at {near} GB/s and {far_time} ms at {far} GB/s.",
    "A copy of the image ({size} GB) takes {near_time} ms near by and {far_time} ms in the far case.",
    "- copy, near: {near_time} ms\n- copy, far: {far_time} ms\n",
    (
        "| Case | Link rate (GB/s) | Copy (ms) |\n|---|---|---|\n"
        "| near | {near} | {near_time} |\n| far | {far} | {far_time} |\n"
    ),
    "| | near | far |\n|---|---|---|\n| Copy time | {near_time} ms | {far_time} ms |\n",
    "Copying needs {near_time} and {far_time} ms at {near} and {far} GB/s.",
    "The image has {size} GB. At {near} GB/s, copying it takes {near_time} ms.",
    "Copying takes between {near_time} and {far_time} ms.",
)
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg"><title>Copy time</title>'
    '<g><text x="0" y="20">near</text>\n<text x="80" y="20">{near_time} ms</text></g>'
    '<g><text x="0" y="60">far</text>\n<text x="80" y="60">{far_time} ms</text></g></svg>'
)


def numbers(size: int, near: int, far: int) -> dict[str, str]:
    """The numbers of the templates, the times rounded to tenths of a millisecond."""
    return {
        "size": str(size),
        "near": str(near),
        "far": str(far),
        "near_time": format_number(Fraction(size * 1000, near), 1),
        "far_time": format_number(Fraction(size * 1000, far), 1),
    }


def run(template: str, values: dict[str, str], model: str) -> list[Finding]:
    """The findings on a template with its values, against a model."""
    name = "figure.svg" if template.startswith("<svg") else "page.md"
    return list(
        lint_text(name, template.format(**values), load("CANONICAL-NUMBERS.md", model), RULES).findings
    )


sizes = st.integers(2, 97)
rates = st.integers(11, 197)


@given(st.sampled_from((*TEMPLATES, SVG)), sizes, rates, rates)
@settings(max_examples=150, deadline=None)
def test_what_follows_from_the_model_is_silent(template: str, size: int, near: int, far: int) -> None:
    assume(near != far)
    values = numbers(size, near, far)
    assert run(template, values, MODEL.format(**values)) == []


@given(
    st.sampled_from((*TEMPLATES, SVG)),
    sizes,
    rates,
    rates,
    st.sampled_from(("near_time", "far_time")),
    st.integers(2, 900),
)
@settings(max_examples=150, deadline=None)
def test_one_number_moved_is_the_one_flagged(
    template: str, size: int, near: int, far: int, moved: str, by: int
) -> None:
    assume(near != far and "{" + moved + "}" in template)
    values = numbers(size, near, far)
    model = MODEL.format(**values)
    wrong = format_number(Fraction(values[moved]) + Fraction(by, 10), 1)
    # The other case's value is a swap, and ranges may be loose: both are other properties.
    others = {Fraction(values["near_time"]), Fraction(values["far_time"])}
    assume(all(abs(Fraction(wrong) - other) > Fraction(1, 5) for other in others))
    changed = {**values, moved: wrong}
    found = run(template, changed, model)
    if "between" in template:
        assert found
        return
    assert [finding.claim for finding in found if finding.rule == "canonical-drift"] in (
        [f"{wrong} ms"],
        [wrong],
    ), found


@given(sizes, rates, rates, st.integers(3, 400))
@settings(max_examples=100, deadline=None)
def test_a_what_if_is_put_through_the_formula(size: int, near: int, far: int, rate: int) -> None:
    assume(len({near, far, rate}) == 3)
    values = numbers(size, near, far)
    model = MODEL.format(**values)
    time = Fraction(size * 1000, rate)
    right = format_number(time, 1)
    template = "At a link rate of {rate} GB/s, copying would take {time} ms."
    assert run(template, {"rate": str(rate), "time": right}, model) == []
    wrong = format_number(time * Fraction(13, 10) + 1, 1)
    canonical = {Fraction(values["near_time"]), Fraction(values["far_time"])}
    assume(Fraction(wrong) not in canonical and Fraction(right) not in canonical)
    assert [f.claim for f in run(template, {"rate": str(rate), "time": wrong}, model)] == [f"{wrong} ms"]
