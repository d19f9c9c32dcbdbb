"""From entries as written to quantities: values read, names resolved, units checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from claimlint.claim.quantity import ParsedQuantity
from claimlint.claim.units import NONE, Dims, Unit, counting, physical
from claimlint.model.dimension import DimensionError, agree, describe, dimension
from claimlint.model.entries import Draft, Reader
from claimlint.model.fences import Heading
from claimlint.model.formula import Reference, Step
from claimlint.model.graph import order
from claimlint.model.mistakes import Mistake
from claimlint.model.nodes import Scalar
from claimlint.model.parser import FUNCTIONS, FormulaError, parse
from claimlint.model.part import Part, base_value, rescaled, times_hundred
from claimlint.model.pointer import exact
from claimlint.model.quantity import Quantity, find_case
from claimlint.model.sources import From, Key
from claimlint.model.values import Units, ValueMistake

MOST_SCENARIOS = 10_000
"""A quantity has at most this many combinations of cases."""

_OOM: Dims = (("oom", 1),)


class Builder:
    """Builds quantities; every mistake is kept, and what rests on a broken quantity is left out."""

    def __init__(
        self,
        reader: Reader,
        headings: list[Heading],
        units: Units,
        read: Mapping[Key, str] = {},
        given: Mapping[Key, str] = {},
    ) -> None:
        """`read` is what stands at each `from` that could be read, as written; `given` goes before it."""
        self.reader = reader
        self.read = read
        self.given = given
        self.headings = headings
        self.units = units
        self.parts: dict[str, dict[str | None, Part]] = {}
        self.built: dict[str, Quantity] = {}
        self.cased: dict[str, tuple[str, ...]] = {}
        self.warnings: list[Mistake] = []
        self.places: dict[str, int] = {}

    def build(self) -> dict[str, Quantity]:
        """The quantities that could be built, each after its inputs."""
        drafts = self.reader.drafts
        self.places = {name: index for index, name in enumerate(drafts)}
        for draft in drafts.values():
            self._parse(draft)
        edges = {name: self._inputs(draft) for name, draft in drafts.items()}
        names, cycles = order(edges)
        for cycle in cycles:
            path = " → ".join(cycle) if len(cycle) < 30 else " → ".join([*cycle[:14], "…", *cycle[-14:]])
            self.reader.say(drafts[cycle[0]].key, f"`{cycle[0]}` depends on itself: {path}")
        for name in names:
            if not drafts[name].broken and all(each in self.built for each in edges[name]):
                quantity = self._quantity(drafts[name], edges[name])
                if quantity is not None:
                    self.built[name] = quantity
        return self.built

    # --- values and names

    def _parse(self, draft: Draft) -> None:
        scalars: dict[str | None, Scalar] = {case: text for case, (_, text) in draft.cases.items()}
        if draft.value is not None:
            scalars[None] = draft.value
        if None in draft.origins:
            scalars[None] = draft.origins[None].file
        parts = {
            case: self._read(draft, case, draft.origins[case])
            if case in draft.origins
            else self._part(draft, scalar)
            for case, scalar in scalars.items()
        }
        self.parts[draft.name] = {case: part for case, part in parts.items() if part is not None}
        draft.broken |= None in parts.values()

    def _part(self, draft: Draft, scalar: Scalar) -> Part | None:
        text = scalar.text
        start = len(text) - len(text.lstrip())
        try:
            if text[start : start + 1] == "=":
                return Part(scalar, None, parse(text, start + 1))
            return Part(scalar, self.units.quantity(text), None)
        except FormulaError as error:
            known = f" (there are {', '.join(FUNCTIONS)})"
            hint = self.reader.hint(error.function, FUNCTIONS) or known if error.function else ""
            self.reader.say(scalar, error.message + hint, error.offset)
        except ValueMistake as error:
            words = re.findall("[a-z][a-z0-9_]*", text[:1_000])
            hint = "; a formula starts with `=`" if any(each in self.reader.drafts for each in words) else ""
            self.reader.say(scalar, error.message + hint, error.offset)
        return None

    def _read(self, draft: Draft, case: str | None, origin: From) -> Part | None:
        """The part that a data file gives; its text is what stands there."""
        if (draft.name, case) in self.given:
            return self._part(draft, origin.file._replace(text=self.given[draft.name, case]))
        text = self.read.get((draft.name, case))
        if text is None:
            return None
        place = origin.pointer or origin.column or origin.file
        value = exact(text)
        unit = NONE
        if origin.unit is not None:
            try:
                unit = self.units.unit(origin.unit.text)
            except ValueMistake as error:
                self.reader.say(origin.unit, error.message, error.offset)
                return None
        if value is None:
            what = f"`{text[:60]}`" if origin.pointer is None else "the text there"
            try:
                parsed = self.units.quantity(text)
            except ValueMistake:
                self.reader.say(place, f"`{origin.file.text}`: {what} is not a number")
                return None
            if parsed.unit != NONE and origin.unit is not None:
                self.reader.say(origin.unit, f"`{origin.file.text}`: {what} has a unit of its own")
                return None
            value, unit = parsed.value, unit if parsed.unit == NONE else parsed.unit
        scalar = Scalar(text, place.fence, place.start, place.end, False)
        return Part(scalar, ParsedQuantity(value, unit, Fraction(0)), None)

    def _inputs(self, draft: Draft) -> list[str]:
        """The quantities that its formulas name; unknown ones are reported."""
        found: dict[str, None] = {}
        for part in self.parts[draft.name].values():
            for step in part.formula.references() if part.formula is not None else ():
                if step.name in self.reader.drafts:
                    found[step.name] = None
                else:
                    draft.broken = True
                    hint = self.reader.hint(step.name, self.reader.drafts)
                    self.reader.say(part.scalar, f"`{step.name}` is not defined{hint}", step.at)
        return list(found)

    # --- one quantity

    def _quantity(self, draft: Draft, inputs: list[str]) -> Quantity | None:
        parts = {case: self._resolved(draft, part) for case, part in self.parts[draft.name].items()}
        unit = self._unit(draft)
        dims = None if draft.broken else self._dims(draft, parts, unit)
        tolerance = self._tolerance(draft)
        if draft.broken or dims is None or not self._few(draft, parts):
            return None
        heading = self.headings[draft.key.fence.heading] if draft.key.fence.heading is not None else None
        fixed = {case: base_value(part.fixed, unit) for case, part in parts.items() if part.fixed is not None}
        formulas = {case: part.formula for case, part in parts.items() if part.formula is not None}
        written = [
            part.fixed.unit for part in parts.values() if part.fixed is not None and part.fixed.unit.symbol
        ]
        line, column = draft.key.place()
        return Quantity(
            draft.name,
            line,
            column,
            dims,
            unit=unit or (written[0] if written else None),
            value=fixed.get(None),
            formula=formulas.get(None),
            cases={case: fixed.get(case) for case in parts if case is not None},
            case_formulas={case: formula for case, formula in formulas.items() if case is not None},
            status=draft.status or ("derived" if formulas else None),
            bound=draft.bound,
            aka=tuple(" ".join(each.text.split()) for each in draft.aka),
            caveat=tuple(each.text for each in draft.caveat),
            quote=draft.quote,
            source=draft.source or "; ".join(str(each) for each in draft.origins.values()) or None,
            tolerance=max([tolerance, *(self.built[each].tolerance for each in inputs)]),
            section=heading.number if heading is not None else None,
            section_title=heading.title if heading is not None else "",
        )

    def _resolved(self, draft: Draft, part: Part) -> Part:
        """The part with the cases that its references name looked up, and its unit's scale applied."""
        if part.formula is None:
            return part
        steps: list[Step] = []
        for step in part.formula.steps:
            if isinstance(step, Reference) and step.case is not None:
                cases = {each: tuple(self.built[each].cases) for each in self.cased[step.name]}
                pins = find_case(step.case, cases)
                if pins is None:
                    draft.broken = True
                    known = [case for names in cases.values() for case in names]
                    hint = self.reader.hint(step.case, known) if known else f": `{step.name}` has no cases"
                    at = step.at + len(step.name) + 1
                    self.reader.say(part.scalar, f"`{step.case}` is not a case of `{step.name}`{hint}", at)
                step = step._replace(pins=pins or ())
            steps.append(step)
        return part._replace(formula=part.formula._replace(steps=tuple(steps)))

    def _unit(self, draft: Draft) -> Unit | None:
        if draft.unit is None:
            return None
        try:
            return self.units.unit(draft.unit.text)
        except ValueMistake as error:
            draft.broken = True
            self.reader.say(draft.unit, error.message, error.offset)
            return None

    def _tolerance(self, draft: Draft) -> Fraction:
        if draft.tolerance is None:
            return Fraction(0)
        try:
            parsed = self.units.quantity(draft.tolerance.text)
        except ValueMistake as error:
            self.reader.say(draft.tolerance, error.message, error.offset)
            return Fraction(0)
        if parsed.unit.dims or parsed.unit.symbol not in ("", "%") or parsed.value < 0:
            self.reader.say(draft.tolerance, "`tolerance` is a share of the value, such as `15%`")
            return Fraction(0)
        if parsed.value * parsed.unit.factor >= 1:
            text = draft.tolerance.text.strip()
            self.reader.say(
                draft.tolerance,
                f"`tolerance` is a share below 1; did you mean `{text}%`?"
                if parsed.unit.symbol == ""
                else "`tolerance` is a share below 100%",
            )
            return Fraction(0)
        return parsed.value * parsed.unit.factor

    # --- units

    def _dims(self, draft: Draft, parts: dict[str | None, Part], unit: Unit | None) -> Dims | None:
        """The dimension of the quantity; None when its parts or its unit do not fit."""
        common: Dims | None = None
        for case, part in parts.items():
            dims = self._part_dims(part)
            if dims is None:
                return None
            if common is not None and not agree(common, dims):
                first = next(each for each in parts if each is not None)
                message = f"`{case}` is {describe(dims)}, but `{first}` is {describe(common)}"
                self.reader.say(part.scalar, f"{message}: all cases have one dimension")
                return None
            if common is None or not counting(common):
                common = dims
        assert common is not None
        if unit is None or draft.unit is None:
            return common
        if rescaled(common, unit):
            for case, part in parts.items():
                parts[case] = times_hundred(part)
        elif physical(common) != physical(unit.dims) and not (unit.dims == _OOM and not common):
            what = f"`unit` is {describe(unit.dims)}, but the value is {describe(common)}"
            bare = [
                (case, part)
                for case, part in parts.items()
                if part.fixed is not None and part.fixed.unit == NONE
            ]
            hint = ""
            if bare:
                case, part = bare[0]
                hint = f": write `{part.scalar.text} {draft.unit.text}`"
                if case in draft.origins:
                    hint = f": write the unit that the file means inside `from` (`unit: {draft.unit.text}`)"
            self.reader.say(draft.unit, what + hint)
            return None
        for case, part in parts.items():
            if part.fixed is not None and part.fixed.unit == NONE and unit.factor != 1:
                if case in draft.origins and draft.origins[case].unit is not None:
                    continue
                read = f"{part.scalar.text} is read as a plain number, to be quoted in {unit.symbol}"
                message = f"{read}; if {unit.symbol} is meant, write the unit at the number"
                self.warnings.append(Mistake(*part.scalar.place(), message))
        return unit.dims

    def _part_dims(self, part: Part) -> Dims | None:
        if part.fixed is not None:
            return part.fixed.unit.dims
        assert part.formula is not None
        try:
            return dimension(part.formula, lambda step: self.built[step.name].dims)
        except DimensionError as error:
            self.reader.say(part.scalar, error.message, error.at)
            return None

    def _few(self, draft: Draft, parts: Mapping[str | None, Part]) -> bool:
        """Set what cases the quantity depends on; False (and a mistake) when there are too many."""
        free = {draft.name} if draft.cases else set()
        for part in parts.values():
            for step in part.formula.references() if part.formula is not None else ():
                fixed = {name for name, _ in step.pins}
                free.update(each for each in self.cased[step.name] if each not in fixed)
        self.cased[draft.name] = tuple(sorted(free, key=self.places.__getitem__))
        count = 1
        for each in self.cased[draft.name]:
            count *= len(draft.cases if each == draft.name else self.built[each].cases)
            if count > MOST_SCENARIOS:
                message = f"`{draft.name}` has more than {MOST_SCENARIOS:,} combinations of cases"
                self.reader.say(draft.key, message)
                return False
        return True
