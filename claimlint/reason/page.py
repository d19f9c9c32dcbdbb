"""What reasoning found on one page: a reading for every claim, and the relations its text states."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from claimlint.claim.claims import Claim, Interval
from claimlint.document.structure import Document
from claimlint.model.model import Model, Scenario
from claimlint.reason.context import Context
from claimlint.reason.markers import Marker
from claimlint.records import NamedTuple

if TYPE_CHECKING:
    from claimlint.directives import Directive, Unread
    from claimlint.reason.faults import Failure


class Fault(NamedTuple):
    """A claim that contradicts the model.

    `kind` is `value` (no case that the text allows has it), `case` (another case has it) or
    `input` (a stated input that `result`, which is right, does not follow from).  `allowed` are the
    values that its text does not exclude, over all quantities that the claim may be about; `named`
    says that words tell its case, and not numbers alone.
    """

    kind: str
    quantity: str
    scenario: Scenario
    expected: Interval
    stated: tuple[tuple[str, Claim], ...] = ()
    elsewhere: tuple[Scenario, ...] = ()
    result: Claim | None = None
    allowed: tuple[tuple[str, Scenario, Interval], ...] = ()
    named: bool = False


class Reading(NamedTuple):
    """What a claim was found to be about.

    `state` is `canonical` (tied to the model), `recomputed` (checked against the page's own
    numbers) or `unchecked`; `quantities` are those it can be about; `evidence` says in words why;
    `what_if` marks a claim that is not the model's but right for the inputs stated beside it.
    """

    claim: Claim
    state: str
    quantities: tuple[str, ...] = ()
    evidence: str = ""
    pinned: bool = False
    what_if: bool = False
    fault: Fault | None = None


class Relation(NamedTuple):
    """What the text itself states of a claim: the interval in which its stated inputs put it.

    `form` names the form of the statement; `working` shows the arithmetic; `certain` says that
    the text leaves no other reading.  `holds` is whether the claim lies in the interval.
    `problem` says in words what is wrong with the claim when it does not, as the end of a sentence
    that begins with it; `expected_text` is the right value where the interval does not say it well
    (empty: none is offered).  `solved` has for each input where it would have to lie for the rest
    to hold, None where that is not said: it lets an input be blamed for several failures.
    """

    form: str
    result: Claim
    inputs: tuple[Claim, ...]
    expected: Interval
    working: str
    holds: bool
    certain: bool
    problem: str = ""
    expected_text: str | None = None
    solved: tuple[Interval | None, ...] = ()


class Page:
    """A document with its claims, their readings, its markers, and the relations its text states.

    `failures` are the claims to blame for those relations that do not hold.  `unread` are directives that
    cannot be read; `unused`, which is known once all other rules have run, are those that silence nothing.
    """

    __slots__ = (
        "claims",
        "context",
        "document",
        "failures",
        "markers",
        "model",
        "readings",
        "relations",
        "unread",
        "unused",
    )

    def __init__(
        self,
        document: Document,
        claims: list[Claim],
        model: Model | None,
        context: Context,
        readings: dict[Claim, Reading],
        relations: list[Relation],
        markers: list[Marker],
        failures: list[Failure],
    ) -> None:
        self.document = document
        self.claims = claims
        self.model = model
        self.context = context
        self.readings = readings
        self.relations = relations
        self.markers = markers
        self.failures = failures
        self.unread: Sequence[Unread] = ()
        self.unused: Sequence[tuple[Directive, str]] = ()

    @property
    def is_model(self) -> bool:
        """Whether the page is the canonical file itself."""
        if self.model is None:
            return False
        # Its text may differ: the model can be that of another revision.
        return self.document.text == self.model.text or os.path.abspath(
            self.document.path
        ) == os.path.abspath(self.model.path)

    @property
    def is_pinned(self) -> bool:
        """Whether a claim is surely one of the model's."""
        return any(reading.pinned and reading.state == "canonical" for reading in self.readings.values())

    @property
    def owes_caveats(self) -> bool:
        """Whether a claim may rest on an assumption that has to be told with it."""
        return self.model is not None and bool(self.model.caveats) and self.is_pinned

    def left_alone(self, claim: Claim) -> bool:
        """Whether the claim is another's, struck, or history: nothing is said of those."""
        return self.context.left_alone(claim)
