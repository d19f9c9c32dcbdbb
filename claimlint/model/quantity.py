"""What a canonical model consists of: quantities, their scenarios, and caveats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from claimlint.claim.units import Dims, Unit
from claimlint.model.formula import Formula
from claimlint.records import NamedTuple

Scenario = tuple[tuple[str, str], ...]
"""One case for each of some cased quantities: (quantity, case) pairs sorted by quantity; () is none."""


class QuotePolicy(NamedTuple):
    """How a quantity may be quoted: to exactly `digits` significant digits, or as `orders` only."""

    digits: int | None
    orders: bool


class Caveat(NamedTuple):
    """A sentence that stands beside the numbers that owe it.

    `accept` are regular expressions for further wordings; `within` is document, section, figure,
    slide or block; line and column are those of its id, 1-based.
    """

    id: str
    text: str
    accept: tuple[str, ...]
    within: str
    line: int
    column: int = 1


class Quantity(NamedTuple):
    """A quantity of the model, as it was written and checked.

    It has a `value` (base units), a `formula`, or `cases`, in the order of the file: the value of each
    (base units; None when it varies with the cases of others), with its formula in `case_formulas`
    where it is computed.  `unit` is the unit it is quoted in (None: a formula without one), `dims`
    the dimension of its base value.  `status` is assumed, measured, cited, derived or None;
    `bound` is `at least`, `at most` or None.  `caveat` are its own ids.  `tolerance` is relative
    (0.15 for 15 %), the largest of its own and of its inputs'.  `section` is the number of the
    heading it stands under, as cited.
    """

    name: str
    line: int
    column: int
    dims: Dims
    unit: Unit | None = None
    value: Fraction | None = None
    formula: Formula | None = None
    cases: Mapping[str, Fraction | None] = {}
    case_formulas: Mapping[str, Formula] = {}
    status: str | None = None
    bound: str | None = None
    aka: tuple[str, ...] = ()
    caveat: tuple[str, ...] = ()
    quote: QuotePolicy | None = None
    source: str | None = None
    tolerance: Fraction = Fraction(0)
    section: str | None = None
    section_title: str = ""

    def formulas(self) -> list[Formula]:
        """Its formulas: one, one for each computed case, or none."""
        return [self.formula] if self.formula is not None else list(self.case_formulas.values())

    def rule(self, scenario: Mapping[str, str]) -> Formula | Fraction:
        """What gives its value in a scenario.  Raises KeyError when the scenario lacks its case."""
        if self.cases:
            case = scenario[self.name]
            found = self.case_formulas.get(case) or self.cases[case]
        else:
            found = self.formula or self.value
        assert found is not None
        return found


def restrict(scenario: Scenario, names: Sequence[str]) -> Scenario:
    """The part of a scenario that fixes `names`."""
    return tuple(pair for pair in scenario if pair[0] in names)


def pinned(scenario: Scenario, pins: Scenario) -> Scenario:
    """The scenario with some cases replaced."""
    return tuple(sorted({**dict(scenario), **dict(pins)}.items())) if pins else scenario


def find_case(text: str, cases: Mapping[str, Sequence[str]]) -> Scenario | None:
    """The cases that the text in `name[text]` fixes, None when it names none.

    `cases` maps each cased quantity that `name` depends on to the names of its cases.  A case that
    several of them have fixes all of those; `mid-range, 50%` fixes one each.
    """
    whole = _match(text, cases)
    if whole or "," not in text:
        return whole or None
    parts = text.split(",")
    if len(parts) > 20:
        return None
    found: dict[str, str] = {}
    start = 0
    while start < len(parts):
        for end in range(len(parts), start, -1):
            open_ = {name: names for name, names in cases.items() if name not in found}
            pins = _match(",".join(parts[start:end]), open_)
            if pins:
                found.update(pins)
                start = end
                break
        else:
            return None
    return tuple(sorted(found.items()))


def _match(text: str, cases: Mapping[str, Sequence[str]]) -> Scenario:
    words = text.split()
    folded = " ".join(words).casefold()
    for same in (lambda case: case == text, lambda case: " ".join(case.split()).casefold() == folded):
        pins = []
        for name, names in cases.items():
            hit = next((case for case in names if same(case)), None)
            if hit is not None:
                pins.append((name, hit))
        if pins:
            return tuple(sorted(pins))
    return ()
