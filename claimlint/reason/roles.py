"""What results say of the inputs stated beside them."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.claims import Claim
from claimlint.model.model import Model, Scenario
from claimlint.model.quantity import restrict
from claimlint.reason.agree import agrees, written
from claimlint.reason.page import Fault, Reading
from claimlint.reason.stance import is_given
from claimlint.reason.verdict import Verdict


class Roles:
    """Input claims that a result beside them confirms, follows from, or contradicts."""

    def __init__(self) -> None:
        self.confirmed: dict[Claim, str] = {}
        self.what_if: dict[Claim, str] = {}
        self.rejected: dict[Claim, tuple[str, Claim, tuple[Scenario, ...]]] = {}

    def take(self, claim: Claim, verdicts: list[Verdict]) -> None:
        """Note what verdicts that are right about `claim` say of the inputs stated beside it."""
        for verdict in verdicts:
            for name, stated in verdict.confirmed:
                self.confirmed.setdefault(stated, name)
            for name, stated in verdict.what_if:
                self.what_if.setdefault(stated, name)
        if all(v.rejected for v in verdicts):
            # The scenarios in which the result is right say what the input should be.
            right = tuple(e.scenario for e in verdicts[0].expected if agrees(claim, [e.value]))
            for name, stated in verdicts[0].rejected:
                if is_given(stated):
                    self.rejected.setdefault(stated, (name, claim, right))

    def settle(self, model: Model, reading: Reading) -> Reading:
        """The reading of a claim that is an input of another: the result beside it has the say."""
        claim = reading.claim
        if claim in self.what_if and claim not in self.rejected:
            names = (self.what_if[claim],)
            return Reading(
                claim, "canonical", names, "an input from which the result beside it follows", True, True
            )
        if reading.fault is not None or reading.state == "canonical":
            return reading
        if claim in self.confirmed:
            return Reading(
                claim, "canonical", (self.confirmed[claim],), "an input of the result beside it", True
            )
        if claim in self.rejected:
            name, result, right = self.rejected[claim]
            own_cases = [restrict(t, model.cased(name)) for t in right]
            values = [(t, model.evaluate(name, t, {})) for t in model.scenarios(name) if t in own_cases]
            allowed = tuple((name, t, value) for t, value in values)
            values = values or [(t, model.evaluate(name, t, {})) for t in model.scenarios(name)]
            own = written(claim).low or Fraction(0)
            scenario, value = min(values, key=lambda pair: abs((pair[1].low or Fraction(0)) - own))
            fault = Fault("input", name, scenario, value, result=result, allowed=allowed)
            return Reading(claim, "canonical", (name,), "an input of the result beside it", True, fault=fault)
        return reading
