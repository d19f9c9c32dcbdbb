"""Which canonical quantity a claim is about, by the words and numbers around it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from claimlint.claim.claims import Claim
from claimlint.claim.units import Dims, counting, physical
from claimlint.model.model import Model
from claimlint.reason.level import Level
from claimlint.records import NamedTuple


class Tie(NamedTuple):
    """A claim and the quantities it may be about.

    `pinned` says that it can be wrong about them, `near` that it is about nothing else.
    """

    claim: Claim
    quantities: tuple[str, ...]
    evidence: str
    pinned: bool
    near: bool = False


def fitting(model: Model, claim: Claim) -> dict[str, int]:
    """The quantities whose dimension the claim's fits: 2 exactly, 1 but for counting units.

    Prose drops counting units (`7.68 TB each`, `$0.02` for a price per request); it does not add them.
    """
    if claim.kind == "orders":
        return {}
    return _fitting(model, claim.kind in ("percent", "multiple"), claim.unit.dims, claim.unit.symbol)


@lru_cache(maxsize=1024)
def _fitting(model: Model, ratio: bool, mine: Dims, symbol: str) -> dict[str, int]:
    known = frozenset(base for entry in model.quantities.values() for base, _ in entry.dims)
    found = {}
    for name, entry in model.quantities.items():
        if entry.dims == mine:
            own = entry.unit.symbol if entry.unit is not None else ""
            if not ratio or mine or own == symbol or (not own and entry.formulas()):
                found[name] = 2
        elif physical(mine) == physical(entry.dims) and _counts_fit(mine, entry.dims, known):
            found[name] = 1
    return found


def _counts_fit(mine: Dims, theirs: Dims, known: frozenset[str]) -> bool:
    extra, missing = counting(mine), counting(theirs)
    if not physical(mine):
        # Of two counts (`6,200 tokens`, tokens a request) only what is counted per may be left out.
        extra, missing = (tuple(d for d in dims if d[1] > 0) for dims in (mine, theirs))
        return bool(extra) and extra == missing and (len(mine) == 1 or len(theirs) == 1)
    return all(d in missing or d[0] not in known for d in extra)


def candidates(model: Model, claim: Claim, levels: list[Level]) -> Tie | None:
    """The quantities named nearest to the claim whose dimension fits it; None when none is named."""
    fit = fitting(model, claim)
    if not fit:
        return None
    for level in levels:
        exact: list[str] = []
        loose: list[str] = []
        for mention in level.mentions:
            for name in mention.quantities:
                match fit.get(name):
                    case 2 if name not in exact:
                        exact.append(name)
                    case 1 if name not in loose:
                        loose.append(name)
        if exact or loose:
            return Tie(claim, tuple(exact or loose), level.evidence, level.pins, level.near)
    return None


def by_case(
    model: Model, claim: Claim, levels: list[Level], spoken: Callable[[], frozenset[str]]
) -> Tie | None:
    """A tie to what of the claim's dimension has the case that is named in its clause or label.

    It is pinned where the section also names the quantity (`spoken`): names of cases are found everywhere.
    """
    exact = [name for name, fit in fitting(model, claim).items() if fit == 2]
    for level in levels if exact else ():
        if not level.near:
            continue
        sure = {case.quantity for case in level.cases}
        likely = {case.quantity for case in (*level.cases, *level.hints)}
        found = tuple(name for name in exact if not likely.isdisjoint(model.cased(name)))
        if found:
            single = len(found) == 1
            return Tie(
                claim,
                found,
                f"a case of it is {level.evidence}",
                level.pins and single and bool(sure) and found[0] in spoken(),
                single,
            )
    return None
