"""Fixes in a text: which are put in, what stays as it was, and that once is enough."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimlint import rules
from claimlint.findings import Edit, Finding, Fix
from claimlint.fixes import Fixed, apply, fix_text
from claimlint.model.load import load
from claimlint.pipeline import lint_text
from tests.mutation import render

RULES = rules.load(examples=False)
MODEL = load(
    "CANONICAL-NUMBERS.md",
    """\
## 1. Links

```yaml quantities
block: {value: 5 MiB, aka: [block]}
bandwidth:
  aka: [bandwidth]
  cases: {fast: 121 GB/s, middle: 64 GB/s, slow: 32 GB/s}
  caveat: unmeasured
move: {value: = block / bandwidth, unit: µs, aka: [move, moving]}
uplink: {value: 8 Mbit/s, aka: [uplink]}
store: {value: 1000 kWh, aka: [store]}
shards: {value: 192 shards, aka: [shards]}
rate: {value: 2414 req/s, aka: [rate]}
efficiency: {value: 40%, aka: [efficiency]}
price: {value: $1250/month, aka: [price]}
latency: {value: 12.5 ms, tolerance: 10%, aka: [latency]}
floor: {value: 18 ms, bound: at least, aka: [floor]}
```

```yaml caveats
unmeasured: {text: Nothing was measured., within: document}
```
""",
)
CAVEAT = "\n\nNothing was measured.\n"


def lint(text: str, name: str = "page.md") -> Sequence[Finding]:
    return lint_text(name, text, MODEL, RULES).findings


def fixed(text: str, name: str = "page.md", unsafe: bool = False) -> Fixed:
    return fix_text(text, lambda changed: lint(changed, name), unsafe)


def settled(text: str, name: str = "page.md") -> str:
    """What fixing makes of a page that states its caveat; nothing that it fixed is found any more."""
    done = fixed(text + CAVEAT, name)
    assert done.refused == ()
    assert fixed(done.text, name) == Fixed(done.text)
    return done.text.removesuffix(CAVEAT)


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("Moving takes 43 ms at 121 GB/s.", "Moving takes 43 µs at 121 GB/s."),
        ("Moving takes 56 µs at 121 GB/s.", "Moving takes 43 µs at 121 GB/s."),
        ("Moving takes 430 µs at 121 GB/s.", "Moving takes 43 µs at 121 GB/s."),
        ("Moving takes 56.2 µs at 121 GB/s.", "Moving takes 43.3 µs at 121 GB/s."),
        ("Moving takes **56** µs at 121 GB/s.", "Moving takes **43** µs at 121 GB/s."),
        ("Moving takes **56 µs** at _121_ GB/s.", "Moving takes **43 µs** at _121_ GB/s."),
        ("Moving takes 56&nbsp;&micro;s at 121 GB/s.", "Moving takes 43&nbsp;&micro;s at 121 GB/s."),
        (r"Moving takes $56\,\mu\mathrm{s}$ at 121 GB/s.", r"Moving takes $43\,\mu\mathrm{s}$ at 121 GB/s."),
        (
            r"Moving takes \SI{56}{\micro\second} at 121 GB/s.",
            r"Moving takes \SI{43}{\micro\second} at 121 GB/s.",
        ),
        ("Moving takes 43 milliseconds at 121 GB/s.", "Moving takes 43 microseconds at 121 GB/s."),
        (
            "Moving takes 43 ms at 121 GB/s, 82 us at 64 GB/s.",
            "Moving takes 43 us at 121 GB/s, 82 us at 64 GB/s.",
        ),
        ("Moving takes 43 µs at 157 GB/s.", "Moving takes 43 µs at 121 GB/s."),
        ("Moving takes 43 µs at 121 MB/s.", "Moving takes 43 µs at 121 GB/s."),
        ("The fast bandwidth is 12.1 GB/s.", "The fast bandwidth is 121 GB/s."),
        ("Bandwidth: 121 / 64 / 32 MB/s.", "Bandwidth: 121 / 64 / 32 GB/s."),
        ("Bandwidth: 121 / 83 / 32 GB/s.", "Bandwidth: 121 / 64 / 32 GB/s."),
        ("The bandwidth is 32–1210 GB/s.", "The bandwidth is 32–121 GB/s."),
        ("The bandwidth is between 320 and 121 GB/s.", "The bandwidth is between 32 and 121 GB/s."),
        ("Moving takes 43 µs at 121 Gbit/s.", "Moving takes 43 µs at 121 GB/s."),
        ("The fast bandwidth is 968 GB/s.", "The fast bandwidth is 968 Gbit/s."),
        ("The uplink carries 8 MB/s.", "The uplink carries 8 Mbit/s."),
        ("The store holds 1,000,000 kWh.", "The store holds 1,000,000 Wh."),
        ("The store holds 1.00 kWh.", "The store holds 1.00 MWh."),
        ("The latency is about 100 ms.", "The latency is about 100 ms."),
        ("There are 250 shards.", "There are 192 shards."),
        ("The efficiency is 52 %.", "The efficiency is 40 %."),
        ("The price is $1,625/month.", "The price is $1,250/month."),
        ("The rate is 3,138 req/s.", "The rate is 2,414 req/s."),
        ("The rate is 24,140 req/s.", "The rate is 2,414 req/s."),
        ("The rate is 3\u202f138 req/s.", "The rate is 2\u202f414 req/s."),
        ("The rate is 3&#8239;138 req/s.", "The rate is 2&#8239;414 req/s."),
        ("The rate is $3{,}138$ req/s.", "The rate is $2{,}414$ req/s."),
        ("The rate is 3.138e3 req/s.", "The rate is 2.414e3 req/s."),
        ("The floor is at least 180 ms.", "The floor is at least 18 ms."),
        ("The latency is 16.3 ms.", "The latency is 12.5 ms."),
        ("The latency is 131.0 ms.", "The latency is 13.1 ms."),
        ("The latency is 13.1 µs.", "The latency is 13.1 ms."),
        ("Moving takes 430 µs.", "Moving takes 43 µs."),
        ("| Link | Move |\n|---|---|\n| fast | 56 µs |", "| Link | Move |\n|---|---|\n| fast | 43 µs |"),
        ("| Link | Move (µs) |\n|---|---|\n| fast | 56 |", "| Link | Move (µs) |\n|---|---|\n| fast | 43 |"),
    ],
)
def test_one_right_value_is_written_as_the_old_one_was(page: str, expected: str) -> None:
    assert settled(page) == expected


@pytest.mark.parametrize(
    "page",
    [
        "Moving takes 56 µs.",  # Three cases.
        "Moving takes 164 µs at 121 GB/s.",  # The time or the bandwidth.
        "Moving takes 70 µs at 100 GB/s.",  # A what-if, or not.
        "If we bought faster links, moving at 121 GB/s would take 30 µs.",
        "The rate is 3,120 req/s.",  # 2,410, or 2,414.
        "The floor is at least 24 ms.",  # A weaker bound would be right too.
        "The bandwidth is 42–121 GB/s.",  # The low end is 32 or 64.
        "Moving takes about 60 µs at 121 GB/s.",  # 43, or 40.
        "With the fast link moving a block falls from 164 µs to 56 µs.",
        "The efficiency is 40 % here. The efficiency is 52 % there.",
        "Moving takes twelve milliseconds at 121 GB/s.",
        "The price is $12<b>5</b>5/month.",
        "> Moving takes 56 µs at 121 GB/s.",
        "Moving takes 43 µs at 121 GB/s.",
        "Moving takes `56 µs` at 121 GB/s.",
    ],
)
def test_what_has_no_one_right_value_is_left(page: str) -> None:
    assert settled(page) == page


def test_every_fault_of_a_page_is_put_right_at_once() -> None:
    page = "- fast: moving takes 56 µs\n- middle: moving takes 82 ms\n- slow: moving takes 1640 µs"
    assert (
        settled(page)
        == "- fast: moving takes 43 µs\n- middle: moving takes 82 µs\n- slow: moving takes 164 µs"
    )


def test_labels_of_a_drawing_that_state_every_case_tell_which_is_missing() -> None:
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg"><title>Moving</title><desc>Nothing was measured.</desc>'
        '<text x="10" y="9">{}</text><text x="99" y="9">82 µs</text><text x="190" y="9">164 µs</text></svg>'
    )
    assert fixed(drawing.format("56 µs"), "figure.svg").text == drawing.format("43 µs")
    assert fixed(drawing.format("56 µs").replace("82", "80"), "figure.svg").kept == ()


def test_fenced_blocks_of_the_canonical_file_are_not_touched_and_its_prose_is() -> None:
    text = MODEL.text.replace("## 1. Links", "## 1. Links\n\nThe efficiency is 52 %. Nothing was measured.")

    def lint_model(changed: str) -> Sequence[Finding]:
        return lint_text(
            "CANONICAL-NUMBERS.md", changed, load("CANONICAL-NUMBERS.md", changed), RULES
        ).findings

    done = fix_text(text, lint_model)
    assert done.text == text.replace("is 52 %", "is 40 %")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("end", ["", "\n"])
def test_line_ends_stay_as_they_are(newline: str, end: str) -> None:
    page = (
        newline.join(["# Links", "", "Moving takes 56 µs", "at 121 GB/s. Nothing was measured.  ", "", "x"])
        + end
    )
    assert fixed(page).text == page.replace("56", "43")


# An engine's own linter: every `bad(x→y)` is a fault with a fix; y may be bad again.

FAULT = re.compile(r"bad\((\w*)→(\w*)\)")


def toy(text: str) -> list[Finding]:
    """A finding for each fault of a text of one line."""
    return [
        finding(match.start(), fix=Fix((Edit(*match.span(), match[2]),), True, ""))
        for match in FAULT.finditer(text)
    ]


def finding(at: int, fix: Fix | None = None, rule: str = "toy", expected: str | None = None) -> Finding:
    return Finding("p", 1, at + 1, 1, at + 2, rule, "error", "m", None, expected, None, "", fix=fix)


def test_of_overlapping_fixes_the_first_wins_and_the_others_wait() -> None:
    def nested(text: str) -> list[Finding]:
        found = []
        if "ab" in text:
            found.append(
                finding(text.index("ab"), Fix((Edit(text.index("ab"), text.index("ab") + 2, "x"),), True, ""))
            )
        if "bc" in text:
            found.append(
                finding(text.index("bc"), Fix((Edit(text.index("bc"), text.index("bc") + 2, "y"),), True, ""))
            )
        return found

    # Each alone takes away the other's finding, so neither is meant for certain.
    assert fix_text("-abc-", nested).text == "-abc-"
    assert fix_text("-ab-bc-", nested).text == "-x-y-"


def test_a_fix_that_cures_another_finding_goes_first() -> None:
    def chained(text: str) -> list[Finding]:
        found = []
        if "1" in text:
            found.append(finding(0, Fix((Edit(0, 1, "2"),), True, "")))
            if "z" in text:
                found.append(finding(1, Fix((Edit(1, 2, "w"),), True, "")))
        return found

    assert fix_text("1z", chained).text == "2z"


def test_a_fix_that_does_not_help_or_that_harms_is_rolled_back() -> None:
    useless = Fix((Edit(0, 1, "b"),), True, "useless")
    done = fix_text("a", lambda text: [finding(0, useless)])
    assert done == Fixed("a", (), (useless,))
    harmful = Fix((Edit(0, 1, "b"),), True, "harmful")

    def harmed(text: str) -> list[Finding]:
        return [finding(0, harmful)] if text[0] == "a" else [finding(1, rule="other")]

    assert fix_text("ax", harmed) == Fixed("ax", (), (harmful,))


def test_a_bad_fix_does_not_take_the_good_ones_with_it() -> None:
    def lint(text: str) -> list[Finding]:
        bad = text.index("B")
        return [*toy(text), finding(bad, Fix((Edit(bad, bad + 1, "B"),), True, "bad"), rule="stays")]

    done = fix_text("bad(a→b) B bad(c→d) bad(e→f)", lint)
    assert done.text == "b B d f"
    assert [fix.summary for fix in done.refused] == ["bad"]


def test_unsafe_fixes_wait_to_be_asked_for() -> None:
    unsafe = Fix((Edit(0, 1, "b"),), False, "")

    def lint(text: str) -> list[Finding]:
        return [finding(0, unsafe)] if text == "a" else []

    assert fix_text("a", lint).text == "a"
    assert fix_text("a", lint, unsafe=True).text == "b"


def test_a_linter_that_never_is_content_does_not_run_for_ever() -> None:
    turns = []

    def lint(text: str) -> list[Finding]:
        turns.append(text)
        return [finding(0, Fix((Edit(0, 1, "ab"[text[0] == "a"]),), True, ""), rule=f"rule-{text[0]}")]

    fix_text("a", lint)
    assert len(turns) < 100


def test_a_page_of_faults_is_linted_a_bounded_number_of_times() -> None:
    turns = []

    def by_line(text: str) -> list[Finding]:
        turns.append(text)
        lines = text.split("\n")
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line) + 1)
        return [
            finding(0, Fix((Edit(starts[at] + m.start(), starts[at] + m.end(), "x"),), True, ""))._replace(
                line=at + 1, column=m.start() + 1
            )
            for at, line in enumerate(lines)
            for m in FAULT.finditer(line)
        ]

    page = "".join(f"bad({number}→x)\n" for number in range(3000))
    assert fix_text(page, by_line).text == "x\n" * 3000
    assert len(turns) < 60


PIECES = st.lists(
    st.one_of(
        st.text("xyz \u00e9µ\U0001f600", max_size=4),
        st.tuples(st.text("pq", max_size=3), st.text("rsbad", max_size=5)),
    ),
    max_size=30,
)


@given(PIECES)
def test_everything_outside_the_fixes_stays(pieces: list[str | tuple[str, str]]) -> None:
    page = "".join(piece if isinstance(piece, str) else f"bad({piece[0]}→{piece[1]})" for piece in pieces)
    wanted = "".join(piece if isinstance(piece, str) else piece[1] for piece in pieces)
    done = fix_text(page, toy)
    assert done.text == wanted
    assert fix_text(done.text, toy) == Fixed(done.text)
    assert len(done.kept) == sum(not isinstance(piece, str) for piece in pieces)


@given(st.text(max_size=40), st.data())
def test_edits_replace_their_places_and_nothing_else(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    edits = [Edit(a, b, data.draw(st.text(max_size=3))) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    result = apply(text, edits)
    for edit in reversed(edits):
        text = text[: edit.start] + edit.text + text[edit.end :]
    assert result == text


VALUES = {"fast": ("43", "121"), "middle": ("82", "64"), "slow": ("164", "32")}


@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(VALUES)), st.sampled_from(["right", "tenfold", "third", "unit"])),
        min_size=1,
        max_size=5,
        unique_by=lambda pair: pair[0],
    )
)
def test_changed_rows_become_the_rows_they_were(rows: list[tuple[str, str]]) -> None:
    def row(case: str, how: str) -> str:
        time, bandwidth = VALUES[case]
        changed = {
            "right": f"{time} µs",
            "tenfold": f"{time}0 µs",
            "third": f"{round(int(time) * 1.3)} µs",
            "unit": f"{time} ms",
        }
        return f"| {case} | {bandwidth} GB/s | {changed[how]} |\n"

    head = "| Link | Bandwidth | Move |\n|---|---|---|\n"
    page = head + "".join(row(*each) for each in rows)
    assert settled(page) == head + "".join(row(case, "right") for case, _ in rows)


def test_no_range_is_given_an_end_that_is_not_its_own() -> None:
    """A model of three presets, one of which has changed; the sentence before names a limit of its own."""
    folder = Path(__file__).parent / "corpus" / "gpu-serving"
    text = (folder / "with" / "CANONICAL-NUMBERS.md").read_text(encoding="utf-8")
    assert "full: 60 sequences" in text
    model = load("CANONICAL-NUMBERS.md", text.replace("full: 60 sequences", "full: 78 sequences"))
    page = render((folder / "page.md.tmpl").read_text(encoding="utf-8"))[0]
    fixed = fix_text(page, lambda now: lint_text("page.md", now, model, RULES).findings).text
    (produced,) = re.findall(r"between (\S+) and (\S+) tokens per second", fixed)
    assert produced in (("410", "1,673"), ("410", "1,878"))
