"""A ring of text around a claim: names, cases and other claims that say what it is about."""

from __future__ import annotations

from claimlint.claim.claims import Claim
from claimlint.reason.names import CaseMention, Mention
from claimlint.records import NamedTuple


class Level(NamedTuple):
    """One ring of text around a claim.

    `evidence` says in words where the names stand.  `cases` are the cases named for the claim,
    `hints` those that are more likely than others.  `inputs` are the other claims there that may be
    inputs of what the claim is about.  `pins`: a claim that is about something named here and
    disagrees with it is wrong; otherwise such a claim is only unchecked.  `near`: what is named here
    is what the claim is about, so that it is no input of another kind.  `varies`: an input stated here
    may differ from the model's; otherwise it can only confirm a case.
    """

    evidence: str
    mentions: tuple[Mention, ...]
    cases: tuple[CaseMention, ...]
    inputs: tuple[Claim, ...]
    pins: bool
    hints: tuple[CaseMention, ...] = ()
    near: bool = False
    varies: bool = True
