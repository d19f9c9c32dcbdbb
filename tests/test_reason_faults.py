"""One fault is one finding: which claim is blamed for failures that share it."""

from __future__ import annotations

from claimlint import rules
from claimlint.findings import Finding
from claimlint.model.load import load
from claimlint.pipeline import lint_text

RULES = rules.load()


def findings(page: str, model: str | None = None) -> list[Finding]:
    read = load("CANONICAL-NUMBERS.md", model) if model else None
    return list(lint_text("page.md", page, read, RULES).findings)


def told(page: str, model: str | None = None) -> list[tuple[str, int, str | None, str | None]]:
    return [(f.rule, f.line, f.claim, f.expected) for f in findings(page, model)]


SALES = """\
| Region | Units | Price ($) | Amount ($) |
|---|---:|---:|---:|
| north | 212 | 3.10 | {north} |
| south | 118 | 4.25 | 501.50 |
| east | 341 | 2.75 | 937.75 |
| west | 97 | 5.20 | 504.40 |
| Total | {units} | | {total} |
"""


def test_a_consistent_table_is_silent() -> None:
    assert told(SALES.format(north="657.20", units=768, total="2,600.85")) == []


def test_a_wrong_cell_is_not_reported_through_its_total() -> None:
    page = SALES.format(north="567.20", units=768, total="2,600.85")
    assert told(page) == [("rate-mismatch", 3, "567.20", "$657.20")]


def test_a_wrong_total_is_blamed_itself() -> None:
    page = SALES.format(north="657.20", units=768, total="2,500.85")
    assert [(rule, line, claim) for rule, line, claim, _ in told(page)] == [("total-mismatch", 7, "2,500.85")]


def test_two_faults_are_two_findings() -> None:
    page = SALES.format(north="657.20", units=758, total="2,500.85")
    assert [(line, claim) for _, line, claim, _ in told(page)] == [(7, "758"), (7, "2,500.85")]


def test_a_shared_base_is_blamed_once() -> None:
    page = (
        "| Engine | Time (s) | Relative |\n|---|---:|---:|\n"
        "| plain | 42.00 | 1x |\n| simd | 8.00 | 3.00x |\n| fused | 4.00 | 6.00x |\n| gpu | 1.50 | 16.00x |\n"
    )
    found = findings(page)
    assert [(f.rule, f.line, f.claim) for f in found] == [("ratio-mismatch", 3, "42.00")]
    assert found[0].expected is not None
    assert "24.0" in found[0].expected


def test_a_part_is_blamed_where_all_other_shares_agree() -> None:
    page = (
        "| Kind | Files | Share |\n|---|---:|---:|\n"
        "| a | 2,833 | 18.9% |\n| b | 2,675 | 17.9% |\n| c | 5,176 | 34.6% |\n| d | 1,230 | 28.6% |\n"
    )
    assert [(f.rule, f.line, f.claim) for f in findings(page)] == [("ratio-mismatch", 6, "1,230")]


def test_truncated_shares_are_not_blamed_on_their_total() -> None:
    page = (
        "| Tier | Count | % of 157 |\n|---|---|---|\n| a | 25 | 15% |\n| b | 69 | 43% |\n| c | 63 | 40% |\n"
    )
    assert [(f.line, f.claim, f.expected) for f in findings(page)] == [(3, "15%", "16%"), (4, "43%", "44%")]


MODEL = """\
## 1. Power

```yaml quantities
fan_power: {value: 60 W, aka: [fans]}
cpu_power: {value: 180 W, aka: [CPU]}
nic_power: {value: 25 W, aka: [NIC]}
```
"""


def test_what_contradicts_the_model_is_not_reported_again() -> None:
    page = (
        "| Part | Power |\n|---|---:|\n| CPU | 180 W |\n| Fans | 90 W |\n| NIC | 25 W |\n| Total | 265 W |\n"
    )
    assert [(f.rule, f.line) for f in findings(page, MODEL)] == [("canonical-drift", 4)]


def test_history_and_quotes_are_left_alone() -> None:
    table = "| Suite | Tests |\n|---|---:|\n| a | 2895 |\n| b | 21 |\n| Total | 2893 |\n"
    assert [f.rule for f in findings(table)] == ["total-mismatch"]
    assert findings("## 1.4.2 (2024-03-01)\n\n" + table) == []
    assert findings("<!-- claimlint: history -->\n\n" + table + "\n<!-- claimlint: end -->\n") == []
    assert findings("".join(f"> {line}\n" for line in table.splitlines())) == []


def test_a_price_for_many_is_not_told_for_one() -> None:
    model = """\
```yaml quantities
fleet: {value: "$360/hour", status: cited}
rate: {value: "420,000 tokens/s", status: cited}
token_price:
  value: = fleet / rate
  unit: $/1M tokens
  aka: [cost per million tokens]
```
"""
    page = "The cost per million tokens is $0.34.\n"
    assert told(page, model) == [("canonical-drift", 1, "$0.34", "$0.24/1M tokens")]
