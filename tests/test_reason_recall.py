"""Statements in many dresses: silent when consistent, found when one number is off beyond rounding."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimlint import rules
from claimlint.pipeline import lint_text

_RULES = rules.load()
_UNITS = ("ms", "MB", "W", "kg")


def _found(text: str) -> list[str]:
    findings = lint_text("page.md", text, None, _RULES).findings
    return [f.rule for f in findings if f.severity in ("error", "warning")]


_FALLS = (
    "The load fell to {new} {unit} from {old} {unit}, a drop of {share}%.",
    "It takes {new} {unit} where it took {old} {unit} before: {share}% less.",
    "The load is {new} {unit}, down from {old} {unit}, so users save {share}%.",
    "The load fell from {old} {unit} in 2021 to {new} {unit} in 2023, {share}% less.",
    "- Before: {old} {unit}\n- After: {new} {unit}\n- Saved: {share}%",
)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(_FALLS), st.sampled_from(_UNITS), st.integers(201, 899), st.integers(15, 85))
def test_a_fall_is_a_share_of_the_old_value(template: str, unit: str, old: int, share: int) -> None:
    new = round(old * (100 - share) / 100)
    right = round(100 * (old - new) / old)
    assert _found(template.format(old=old, new=new, unit=unit, share=right)) == []
    wrong = right + 9
    assert _found(template.format(old=old, new=new, unit=unit, share=wrong)) == ["change-mismatch"]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(101, 999), min_size=2, max_size=6, unique=True), st.booleans())
def test_a_lead_is_the_total_of_the_list_under_it(parts: list[int], table: bool) -> None:
    items = "\n".join(f"- {part} in area {chr(97 + at)}" for at, part in enumerate(parts))
    if table:
        parts = [*parts, 101]
        rows = "\n".join(f"| {chr(97 + at)} | {part} |" for at, part in enumerate(parts))
        items = f"| Area | Tests |\n|---|---|\n{rows}"
    total = sum(parts)
    wrong = total + (13 if total % 10 != 7 else 14)  # zeros at its end may be rounding
    assert _found(f"The suite has {total} tests:\n\n{items}\n") == []
    assert _found(f"The suite has {wrong} tests:\n\n{items}\n") == ["total-mismatch"]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1011, 9999), min_size=2, max_size=6), st.sampled_from(_UNITS))
def test_a_mean_lies_where_its_values_put_it(tenths: list[int], unit: str) -> None:
    values = [f"{value / 10:.1f} {unit}" for value in tenths]
    mean = sum(tenths) / len(tenths) / 10
    listed = ", ".join(values[:-1]) + " and " + values[-1]
    assert _found(f"The mean of {listed} is {mean:.1f} {unit}.") == []
    assert _found(f"The mean of {listed} is {mean + 3:.1f} {unit}.") == ["equation-mismatch"]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(2, 90), st.integers(101, 9999)), min_size=4, max_size=8, unique=True))
def test_a_column_of_quantity_times_price(rows: list[tuple[int, int]]) -> None:
    def table(off: int) -> str:
        body = [
            f"| {chr(97 + at)} | {n} | ${cents / 100:.2f} | ${(n * cents + off * (at == 1)) / 100:.2f} |"
            for at, (n, cents) in enumerate(rows)
        ]
        return "| Item | Qty | Unit price | Amount |\n|---|---|---|---|\n" + "\n".join(body) + "\n"

    assert _found(table(0)) == []
    count, cents = rows[1]
    assert _found(table(max(count * cents // 3, 500))) == ["rate-mismatch"]


@pytest.mark.parametrize(
    "text",
    [
        "The plan has a 10 Gbit/s port (1.25 GB/s) and a 100 Mbit/s one (management only).",
        "A 2 TB drive (1.8 TB usable) costs $60.",
        "You need 3 files:\n\n- 1 key file\n- 1 data file\n",
        "Runs took 10 s, 12 s and 17 s, with an average of 11 s over 50 runs.",
        "| T | Time (s) |\n|-|-|\n| a | 12 |\n| b | 9 |\n| c | 45 |\n\nTimes usually run from 9 to 12 s.\n",
        "The chamber cools from 85 to −40 °C in 30 min.",
        "It yields 8.9 t against 4.8 t, twice as much.",
    ],
)
def test_what_only_looks_wrong_is_left_alone(text: str) -> None:
    assert _found(text) == []
