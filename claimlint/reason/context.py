"""What stands around a claim: levels of evidence, nearest first, each with names, cases and other claims."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from claimlint.claim.claims import Claim
from claimlint.claim.units import physical
from claimlint.document.structure import Block, Document, Table
from claimlint.reason.history import in_history, past_sections
from claimlint.reason.names import CaseMention, Lexicon, Mention
from claimlint.reason.segments import Segment, segments

if TYPE_CHECKING:
    from claimlint.reason.grid import Grid

_NEAR = 12  # segments read on each side: a sentence is not read as a whole where it runs on for ever
_MOST_INPUTS = 40


class Level(NamedTuple):
    """One ring of text around a claim.

    `evidence` says in words where the names stand.  `cases` are the cases named for the claim,
    `hints` those that are more likely than others.  `sentence` says that the level is of the claim's
    own sentence.  `inputs` are the other claims there that may
    be inputs of what the claim is about.  `pins`: a claim that is about something named here and
    disagrees with it is wrong; otherwise such a claim is only unchecked.
    """

    evidence: str
    mentions: tuple[Mention, ...]
    cases: tuple[CaseMention, ...]
    inputs: tuple[Claim, ...]
    pins: bool
    sentence: bool = False
    hints: tuple[CaseMention, ...] = ()


class Context:
    """The levels of evidence of every claim of one document."""

    def __init__(self, document: Document, claims: list[Claim], lexicon: Lexicon | None) -> None:
        self.document = document
        self.claims = claims
        self.lexicon = lexicon
        self.by_block: dict[int, list[Claim]] = {}
        for claim in claims:
            self.by_block.setdefault(claim.block.index, []).append(claim)
        self._segments: dict[int, list[Segment]] = {}
        self._place: dict[Claim, int] = {}
        self._names: dict[int, tuple[tuple[Mention, ...], tuple[CaseMention, ...]]] = {}
        self._groups: dict[tuple[int, tuple[int, ...]], Level] = {}
        self._baselines: dict[int, dict[int, list[Block]]] = {}
        self._past = past_sections(document)
        self._rows: dict[tuple[int, int], list[Block]] = {}
        self._figures: dict[int, list[Block]] = {}
        self._sections: dict[int, list[Block]] = {}
        for block in document.blocks:
            self._sections.setdefault(block.section, []).append(block)
            if block.cell is not None:
                self._rows.setdefault((block.cell.table, block.cell.row), []).append(block)
            if block.figure is not None:
                self._figures.setdefault(block.figure, []).append(block)
        self._spoken: dict[int, frozenset[str]] = {}
        self._grids: dict[int, tuple[Grid, Grid]] = {}

    def segments(self, block: Block) -> list[Segment]:
        """The segments of a block."""
        if block.index not in self._segments:
            found = segments(block, self.by_block.get(block.index, []), self.lexicon)
            self._segments[block.index] = found
            self._place.update((claim, at) for at, segment in enumerate(found) for claim in segment.claims)
        return self._segments[block.index]

    def segment(self, claim: Claim) -> Segment:
        """The segment that holds the claim."""
        return self.segments(claim.block)[self._place[claim]]

    def sentence_range(self, claim: Claim) -> tuple[int, int]:
        """Where in its block the sentence stands that holds the claim."""
        own = self.segment(claim)
        same = [s for s in self._near(claim) if s.sentence == own.sentence]
        return same[0].start, same[-1].end

    def sentence(self, claim: Claim) -> str:
        """The text of the sentence that holds the claim."""
        start, end = self.sentence_range(claim)
        return claim.block.text[start:end]

    def framing(self, claim: Claim) -> list[str]:
        """The texts that say how the claim came about: its sentence, its headers and row label in a table."""
        texts = [self.sentence(claim)]
        if claim.block.cell is not None:
            texts += [b.text for b in (*self._heads(claim.block), *self._rows[claim.block.cell[:2]][:1])]
        return texts

    def sentence_claims(self, claim: Claim) -> list[Claim]:
        """The claims of the sentence that holds the claim, itself included."""
        own = self.segment(claim)
        return [c for s in self._near(claim) if s.sentence == own.sentence for c in s.claims]

    def row_claims(self, claim: Claim) -> list[Claim]:
        """The claims of the table row that holds the claim; none outside tables."""
        cell = claim.block.cell
        if cell is None:
            return []
        return [
            c for b in self._rows[cell.table, cell.row][:_MOST_INPUTS] for c in self.by_block.get(b.index, ())
        ]

    def item_claims(self, claim: Claim) -> list[Claim]:
        """The claims of the list item that holds the claim; none outside lists."""
        block = claim.block
        if block.item is None:
            return []
        near = self.document.blocks[max(0, block.index - _NEAR) : block.index + _NEAR]
        return [c for b in near if b.item == block.item for c in self.by_block.get(b.index, ())]

    def figure_claims(self, claim: Claim) -> list[Claim]:
        """The claims of the innermost label group with other claims in it; none outside drawings."""
        block = claim.block
        if block.figure is None or block.kind != "label":
            return []
        for depth in range(len(block.group), -1, -1):
            found = self._group(block.figure, block.group[:depth]).inputs
            if any(c is not claim for c in found):
                return list(found)
        return []

    def paired(self, claim: Claim) -> tuple[Claim, ...]:
        """The claims that stand at the same place in lists of the same length: `9, 11 ms at 50, 40 %`."""
        if claim.series is None:
            return ()
        lists: dict[int, list[Claim]] = {}
        for other in self.by_block[claim.block.index]:
            if other.series is not None:
                lists.setdefault(other.series, []).append(other)
        own = lists[claim.series]
        sentence = self.segment(claim).sentence
        return tuple(
            members[own.index(claim)]
            for number, members in lists.items()
            if number != claim.series
            and len(members) == len(own) > 1
            and members[0].unit.dims != claim.unit.dims
            and self.segment(members[0]).sentence == sentence
        )

    def grids(self, table: Table) -> tuple[Grid, Grid]:
        """The table by its columns, and by its rows."""
        if table.index not in self._grids:
            from claimlint.reason.grid import grids

            self._grids[table.index] = grids(self.document, table, self.by_block)
        return self._grids[table.index]

    def left_alone(self, claim: Claim) -> bool:
        """Whether the claim is another's, struck, or history: nothing is said of those."""
        block = claim.block
        return block.quoted or block.section in self._past or in_history(self.document, block)

    def spoken_of(self, section: int) -> frozenset[str]:
        """The quantities named anywhere in the section, or in a document of one or two sections."""
        if section not in self._spoken:
            blocks = (
                self._sections.get(section, []) if len(self.document.sections) > 2 else self.document.blocks
            )
            entry = self.document.sections[section]
            names = {q for block in blocks for m in self.names(block)[0] for q in m.quantities}
            if self.lexicon is not None:
                names |= {q for m in self.lexicon.mentions(entry.title) for q in m.quantities}
            self._spoken[section] = frozenset(names)
        return self._spoken[section]

    def _near(self, claim: Claim) -> list[Segment]:
        """The segments around the claim's, near enough to be read together."""
        whole = self.segments(claim.block)
        at = self._place[claim]
        return whole[max(0, at - _NEAR) : at + _NEAR + 1]

    def levels(self, claim: Claim) -> list[Level]:
        """The rings around a claim, nearest first."""
        block = claim.block
        own = self.segment(claim)
        bare = not own.loose
        mentions = _free(own.mentions, own.claims, claim)
        sure = tuple(c for c in own.cases if _is_of(c, claim, own))
        inputs = _others(claim, own.claims)
        rings = [Level("named in the same clause", mentions, sure, inputs, True, True, own.cases)]
        rings += self._scattered(claim, own)
        rings += self._sentence(claim, own)
        if _SAME_OF.search(block.text, own.start, claim.start):
            # "the goodput of one is 9 Gbit/s and that of the other link is 3": the subject stands before.
            before = [r._replace(pins=True) for r in rings if r.evidence == _EARLIER and r.mentions]
            rings = before + [r for r in rings if r.evidence != _EARLIER]
        if block.cell is not None:
            rings += self._row(claim)
        elif block.figure is not None and block.kind == "label":
            rings += self._figure(claim, bare)
        rings += self._before(claim, bare)
        return rings

    def names(self, block: Block) -> tuple[tuple[Mention, ...], tuple[CaseMention, ...]]:
        """The quantities and cases named in a block."""
        if self.lexicon is None:
            return (), ()
        if block.index not in self._names:
            self._names[block.index] = (
                tuple(self.lexicon.mentions(block.text)),
                tuple(self.lexicon.cases(block.text)),
            )
        return self._names[block.index]

    def _scattered(self, claim: Claim, own: Segment) -> list[Level]:
        """The quantities all of whose words stand in the clause, though not together."""
        if self.lexicon is None:
            return []
        text = claim.block.text
        free = tuple(
            m
            for m in self.lexicon.scattered(text[own.start : own.end])
            if not any(set(m.quantities) & set(other.quantities) for other in own.mentions)
        )
        return [Level("its words stand in the same clause", free, (), (), True, True)] if free else []

    def _sentence(self, claim: Claim, own: Segment) -> list[Level]:
        """Earlier segments of the sentence, which an elliptical one continues; then the whole sentence."""
        rings = []
        whole = self._near(claim)
        at = whole.index(own)
        same = [s for s in whole if s.sentence == own.sentence and s is not own]
        dims = claim.unit.dims
        shared = tuple(c for s in same if all(k.unit.dims != dims for k in s.claims) for c in s.claims)
        for earlier in reversed(whole[:at]):
            if earlier.sentence != own.sentence:
                break
            mentions = _free(earlier.mentions, earlier.claims, claim)
            pins = not own.loose
            rings.append(Level(_EARLIER, mentions, (), (), pins, True, earlier.cases))
        if same:
            mentions = tuple(m for s in same for m in _free(s.mentions, s.claims, claim))
            hints = tuple(c for s in same for c in s.cases)
            rings.append(Level("named in the sentence", mentions, (), shared, False, True, hints))
        if not own.loose and at and whole[at - 1].sentence != own.sentence:
            before = [s for s in whole if s.sentence == own.sentence - 1]
            mentions = tuple(m for s in before for m in _free(s.mentions, s.claims, claim))
            rings.append(Level("named in the sentence before", mentions, (), (), True))
        return rings

    def _row(self, claim: Claim) -> list[Level]:
        """The column's headers with the row's labels, then the rest of the row."""
        cell = claim.block.cell
        assert cell is not None
        table = self.document.tables[cell.table]
        blocks = self.document.blocks
        heads = self._heads(claim.block)
        row_blocks = [b for b in self._rows[cell.table, cell.row] if b is not claim.block][:_MOST_INPUTS]
        label = next((b for b in row_blocks if b.text.strip()), None)
        inputs = tuple(c for b in [*row_blocks, *heads] for c in self.by_block.get(b.index, ()))
        bare = not self.segment(claim).loose
        rings = []
        for evidence, group in (
            ("named in the column header", heads),
            (
                "named in the row label",
                [label] if label and label.cell and label.cell.column < cell.column else [],
            ),
            ("named in the row", row_blocks),
        ):
            mentions, cases = self._gather(group)
            rings.append(Level(evidence, mentions, cases, inputs, bare))
        caption = [blocks[table.caption]] if table.caption is not None else []
        mentions, cases = self._gather(caption)
        loose = label is not None and any(s.loose for s in self.segments(label))
        rings.append(Level("named in the table's caption", mentions, cases, (), bare and not loose))
        return rings

    def _heads(self, block: Block) -> list[Block]:
        """The header cells above a table cell."""
        cell = block.cell
        assert cell is not None
        table = self.document.tables[cell.table]
        heads: list[Block] = []
        for row in table.rows[: table.headers]:
            index = row[cell.column] if cell.column < len(row) else None
            if index is not None and index != block.index and self.document.blocks[index] not in heads:
                heads.append(self.document.blocks[index])
        return heads

    def _figure(self, claim: Claim, bare: bool) -> list[Level]:
        """The label groups that hold the claim, innermost first, then the figure's title and captions."""
        block = claim.block
        assert block.figure is not None
        mentions, cases = self._gather(self._beside(block))
        inputs = tuple(c for b in self._beside(block) for c in self.by_block.get(b.index, ()))
        rings = [Level("named in the label beside it", mentions, cases, inputs, bare)]
        for depth in range(len(block.group), -1, -1):
            level = self._group(block.figure, block.group[:depth])
            rings.append(self._shared(claim, level, depth)._replace(pins=bare))
        mentions, _ = self._gather([b for b in self._figures[block.figure] if b.kind != "label"])
        rings.append(Level("named in the figure's title or caption", mentions, (), (), bare))
        return rings

    def _beside(self, block: Block) -> list[Block]:
        """The label nearest to the left on the same line of a drawing, else the nearest to the right."""
        assert block.figure is not None
        line = [
            b
            for b in self._lines(block.figure).get(round(block.y or 0.0), ())
            if b is not block and b.group == block.group and b.x is not None and block.x is not None
        ]
        left = [b for b in line if (b.x or 0.0) < (block.x or 0.0)]
        if left:
            return [max(left, key=lambda b: b.x or 0.0)]
        return [min(line, key=lambda b: b.x or 0.0)] if line else []

    def _lines(self, figure: int) -> dict[int, list[Block]]:
        """The labels of a figure by the height of their baseline."""
        if figure not in self._baselines:
            lines: dict[int, list[Block]] = {}
            for block in self._figures[figure]:
                if block.kind == "label" and block.y is not None:
                    lines.setdefault(round(block.y), []).append(block)
            self._baselines[figure] = {y: found[:_MOST_INPUTS] for y, found in lines.items()}
        return self._baselines[figure]

    def _shared(self, claim: Claim, level: Level, depth: int) -> Level:
        """What a group says of the claim too: nothing that stands beside another claim of its dimension."""
        blocks = self.document.blocks
        own = self._branch(claim.block, depth)
        branch = {c: self._branch(c.block, depth) for c in level.inputs}
        physical_dims = physical(claim.unit.dims) or claim.unit.dims
        taken = {
            b
            for c, b in branch.items()
            if b != own and (physical(c.unit.dims) or c.unit.dims) == physical_dims and c is not claim
        }
        return level._replace(
            inputs=tuple(c for c in level.inputs if branch[c] not in taken and c is not claim),
            mentions=tuple(m for m in level.mentions if self._branch(blocks[m.block], depth) not in taken),
        )

    def _branch(self, block: Block, depth: int) -> tuple[int, ...]:
        """The part of a group that a label stands in, seen from `depth`: a group inside, or the label."""
        return block.group[: depth + 1] if len(block.group) > depth else (*block.group, -1, block.index)

    def _group(self, figure: int, path: tuple[int, ...]) -> Level:
        """The labels of one group of a figure."""
        if (figure, path) not in self._groups:
            group = [b for b in self._figures[figure] if b.kind == "label" and b.group[: len(path)] == path]
            mentions, cases = self._gather(group)
            inputs = tuple(c for b in group for c in self.by_block.get(b.index, ()))[:_MOST_INPUTS]
            # In a drawing without groups a case speaks for every label only where it is the only one.
            several = {
                c.quantity for c in cases for d in cases if c.quantity == d.quantity and c.case != d.case
            }
            sure = cases if path else tuple(c for c in cases if c.quantity not in several)
            level = Level("named in the label group", mentions, sure, inputs, True)
            self._groups[figure, path] = level
        return self._groups[figure, path]

    def _before(self, claim: Claim, bare: bool) -> list[Level]:
        """The line that leads in to a list or table, then the headings above."""
        block = claim.block
        rings = []
        lead = self._lead(block)
        if lead is not None:
            mentions, cases = self.names(lead)
            inputs = tuple(self.by_block.get(lead.index, ()))
            rings.append(Level("named in the line above", mentions, cases, inputs, bare))
        section: int | None = block.section
        while section is not None:
            entry = self.document.sections[section]
            if entry.title and self.lexicon is not None:
                mentions = tuple(self.lexicon.mentions(entry.title))
                cases = tuple(self.lexicon.cases(entry.title))
                rings.append(Level("named in the heading", mentions, cases, (), bare))
            section = entry.parent
        return rings

    def _lead(self, block: Block) -> Block | None:
        """The paragraph that leads in to the list or table which holds the block."""
        if block.kind not in ("item", "cell"):
            return None
        for index in range(block.index - 1, max(block.index - 40, -1), -1):
            other = self.document.blocks[index]
            if other.section != block.section or other.kind == "heading":
                return None
            if other.kind == "paragraph" and other.item is None and other.cell is None:
                return other
        return None

    def _gather(self, group: list[Block]) -> tuple[tuple[Mention, ...], tuple[CaseMention, ...]]:
        found = [self.names(block) for block in group]
        return tuple(m for ms, _ in found for m in ms), tuple(c for _, cs in found for c in cs)


_EARLIER = "named earlier in the sentence"
_SAME_OF = re.compile(r"\b(?:that|those) (?:of|for|in|on)\b")
_COMPARED = re.compile(
    r"\b(?:than|versus|vs\.?|against|over|unlike|instead of|compared (?:to|with)|from)\W+(?:\w+\W+)?$"
)


def _is_of(case: CaseMention, claim: Claim, segment: Segment) -> bool:
    """Whether a case named in the claim's segment is the claim's own: the only one, and nearest to it."""
    if any(c.quantity == case.quantity and c.case != case.case for c in segment.cases):
        return False
    low, high = sorted((case.start, claim.start))
    if any(low < c.start < high and c is not claim for c in segment.claims):
        return False
    return _COMPARED.search(claim.block.text, max(0, case.start - 40), case.start) is None


def _free(mentions: tuple[Mention, ...], claims: tuple[Claim, ...], claim: Claim) -> tuple[Mention, ...]:
    """The names that are not part of another claim's text: `per parameter` in `14 bytes per parameter` is."""
    return tuple(
        m for m in mentions if not any(c is not claim and c.start < m.end and m.start < c.end for c in claims)
    )


def _others(claim: Claim, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    return tuple(
        c
        for c in claims
        if c is not claim and (c.series is None or c.series != claim.series or c.block is not claim.block)
    )
