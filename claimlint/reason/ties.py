"""Which canonical quantity a claim is about, by the words and numbers around it."""

from __future__ import annotations

from typing import NamedTuple

from claimlint.claim.claims import Claim
from claimlint.claim.units import counting, physical
from claimlint.model.model import Model
from claimlint.reason.level import Level


class Tie(NamedTuple):
    """A claim and the quantities it may be about; `pinned` says that it can be wrong about them."""

    claim: Claim
    quantities: tuple[str, ...]
    evidence: str
    pinned: bool


def fits(model: Model, name: str, claim: Claim) -> int:
    """2 when the claim's dimension is the quantity's, 1 when they differ in counting units only, 0 when not.

    Prose drops counting units (`7.68 TB each`, `$0.02` for a price per request); it does not add them.
    """
    if claim.kind == "orders":
        return 0
    entry = model.quantities[name]
    mine, theirs = claim.unit.dims, entry.dims
    if mine == theirs:
        if not mine and claim.kind in ("percent", "multiple"):
            symbol = entry.unit.symbol if entry.unit is not None else ""
            return 2 if symbol == claim.unit.symbol or (not symbol and entry.formulas()) else 0
        return 2
    if physical(mine) != physical(theirs):
        return 0
    extra, missing = counting(mine), counting(theirs)
    if not physical(mine):
        # Of two counts (`6,200 tokens`, tokens a request) only what is counted per may be left out.
        extra, missing = (tuple(d for d in dims if d[1] > 0) for dims in (mine, theirs))
        return 1 if extra and extra == missing and (len(mine) == 1 or len(theirs) == 1) else 0
    known = bases(model)
    return 1 if all(d in missing or d[0] not in known for d in extra) else 0


def bases(model: Model) -> frozenset[str]:
    """The bases of the dimensions that the model's quantities have."""
    return frozenset(base for entry in model.quantities.values() for base, _ in entry.dims)


def candidates(model: Model, claim: Claim, levels: list[Level]) -> Tie | None:
    """The quantities named nearest to the claim whose dimension fits it; None when none is named."""
    for level in levels:
        exact: list[str] = []
        loose: list[str] = []
        for mention in level.mentions:
            for name in mention.quantities:
                match fits(model, name, claim):
                    case 2 if name not in exact:
                        exact.append(name)
                    case 1 if name not in loose:
                        loose.append(name)
        if exact or loose:
            return Tie(claim, tuple(exact or loose), level.evidence, level.pins)
    return None
