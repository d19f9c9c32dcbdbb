"""A document as reasoning sees it: claims by clause, sentence, row, item and drawing, with their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimlint.claim.claims import Claim
from claimlint.claim.lazy import Lazy
from claimlint.document.structure import Block, Document, Table
from claimlint.reason.history import in_history, past_sections
from claimlint.reason.level import Level
from claimlint.reason.names import CaseMention, Lexicon, Mention
from claimlint.reason.segments import Segment, is_bare, loose, segments
from claimlint.reason.words import Word, words

if TYPE_CHECKING:
    from claimlint.reason.grid import Grid

_GOES_ON = Lazy(r"[ \xa0-](?=[A-Z0-9]*[A-Z])[A-Z0-9]{2,}\b(?!/)")
_NEAR = 12  # segments read on each side: a sentence is not read as a whole where it runs on for ever
MOST_INPUTS = 40


class Context:
    """The claims and names of one document, by where they stand."""

    def __init__(
        self,
        document: Document,
        claims: list[Claim],
        lexicon: Lexicon | None,
        past: frozenset[int] | None = None,
    ) -> None:
        self.document = document
        self.claims = claims
        self.lexicon = lexicon
        self.by_block: dict[int, list[Claim]] = {}
        for claim in claims:
            self.by_block.setdefault(claim.block.index, []).append(claim)
        self.numbers: dict[int, list[Claim]] = {}
        self._segments: dict[int, list[Segment]] = {}
        self._series: dict[int, dict[int, list[Claim]]] = {}
        self._bare: dict[Claim, bool] = {}
        self._words: dict[int, list[Word]] = {}
        self._titles: dict[int, tuple[tuple[Mention, ...], tuple[CaseMention, ...]]] = {}
        self._place: dict[Claim, int] = {}
        self._names: dict[int, tuple[tuple[Mention, ...], tuple[CaseMention, ...]]] = {}
        self._groups: dict[tuple[int, tuple[int, ...]], Level] = {}
        self._baselines: dict[int, dict[int, list[Block]]] = {}
        self._past = past_sections(document) if past is None else past
        self.rows: dict[tuple[int, int], list[Block]] = {}
        self.figures: dict[int, list[Block]] = {}
        self._sections: dict[int, list[Block]] = {}
        for block in document.blocks:
            self._sections.setdefault(block.section, []).append(block)
            if block.cell is not None:
                self.rows.setdefault((block.cell.table, block.cell.row), []).append(block)
            if block.figure is not None:
                self.figures.setdefault(block.figure, []).append(block)
        self._spoken: dict[int, frozenset[str]] = {}
        self._grids: dict[int, tuple[Grid, Grid]] = {}

    def with_claims(self, claims: list[Claim]) -> Context:
        """The same document with other claims; what was read of its words alone is kept."""
        other = Context(self.document, claims, self.lexicon, self._past)
        other._words, other._names, other._titles = self._words, self._names, self._titles
        return other

    def segments(self, block: Block) -> list[Segment]:
        """The segments of a block."""
        if block.index not in self._segments:
            claims = self.by_block.get(block.index, [])
            found = segments(block, claims, self.words(block), *self.names(block))
            self._segments[block.index] = found
            self._place.update((claim, at) for at, segment in enumerate(found) for claim in segment.claims)
        return self._segments[block.index]

    def segment(self, claim: Claim) -> Segment:
        """The segment that holds the claim."""
        if claim in self._place:
            return self._segments[claim.block.index][self._place[claim]]
        return self.segments(claim.block)[self._place[claim]]

    def sentence_range(self, claim: Claim) -> tuple[int, int]:
        """Where in its block the sentence stands that holds the claim."""
        own = self.segment(claim)
        same = [s for s in self.near(claim) if s.sentence == own.sentence]
        return same[0].start, same[-1].end

    def sentence(self, claim: Claim) -> str:
        """The text of the sentence that holds the claim."""
        start, end = self.sentence_range(claim)
        return claim.block.text[start:end]

    def framing(self, claim: Claim) -> list[str]:
        """The texts that say how the claim came about: its sentence, its headers and row label in a table."""
        texts = [self.sentence(claim)]
        if claim.block.cell is not None:
            texts += [b.text for b in (*self.heads(claim.block), *self.rows[claim.block.cell[:2]][:1])]
        return texts

    def sentence_claims(self, claim: Claim) -> list[Claim]:
        """The claims of the sentence that holds the claim, itself included."""
        own = self.segment(claim)
        return [c for s in self.near(claim) if s.sentence == own.sentence for c in s.claims]

    def row_claims(self, claim: Claim) -> list[Claim]:
        """The claims of the table row that holds the claim; none outside tables."""
        cell = claim.block.cell
        if cell is None:
            return []
        return [
            c for b in self.rows[cell.table, cell.row][:MOST_INPUTS] for c in self.by_block.get(b.index, ())
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
            found = self.label_group(block.figure, block.group[:depth]).inputs
            if any(c is not claim for c in found):
                return list(found)
        return []

    def paired(self, claim: Claim) -> tuple[Claim, ...]:
        """The claims that stand at the same place in lists of the same length: `9, 11 ms at 50, 40 %`."""
        if claim.series is None:
            return ()
        lists = self._lists(claim.block)
        own = lists[claim.series]
        sentence = self.segment(claim).sentence
        near = range(claim.series - _NEAR, claim.series + _NEAR)
        return tuple(
            members[own.index(claim)]
            for number in near
            if number != claim.series
            and len(members := lists.get(number, [])) == len(own) > 1
            and members[0].unit.dims != claim.unit.dims
            and self.segment(members[0]).sentence == sentence
        )

    def _lists(self, block: Block) -> dict[int, list[Claim]]:
        """The lists of one form in a block, by their number."""
        if block.index not in self._series:
            lists: dict[int, list[Claim]] = {}
            for claim in self.by_block[block.index]:
                if claim.series is not None:
                    lists.setdefault(claim.series, []).append(claim)
            self._series[block.index] = lists
        return self._series[block.index]

    def place_in_list(self, claim: Claim) -> tuple[int, int] | None:
        """The claim's 0-based place in its list of one form and the list's length; None outside lists."""
        if claim.series is None:
            return None
        members = self._lists(claim.block)[claim.series]
        return (members.index(claim), len(members)) if len(members) > 1 else None

    def grids(self, table: Table) -> tuple[Grid, Grid]:
        """The table by its columns, and by its rows."""
        if table.index not in self._grids:
            from claimlint.reason.grid_reader import grids

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
            mentions = [m for block in blocks for m in self.names(block)[0]]
            mentions += self.titled(section)[0]
            self._spoken[section] = frozenset(q for m in mentions for q in m.quantities)
        return self._spoken[section]

    def near(self, claim: Claim) -> list[Segment]:
        """The segments around the claim's, near enough to be read together."""
        whole = self.segments(claim.block)
        at = self._place[claim]
        return whole[max(0, at - _NEAR) : at + _NEAR + 1]

    def is_bare(self, claim: Claim) -> bool:
        """Whether the claim's segment has no subject of its own: `or 20 hours for a large sample` has none.

        What follows the claim may speak of anything that the canonical file knows.
        """
        if claim not in self._bare:
            known = self.lexicon.vocabulary if self.lexicon is not None else frozenset()
            words = loose(self.segment(claim))
            self._bare[claim] = all(w.start > claim.start and w.stem in known for w in words)
        return self._bare[claim]

    def continues(self, claim: Claim) -> bool:
        """Whether nothing in the sentence up to the claim brings a subject of its own."""
        own = self.segment(claim)
        near = self.near(claim)
        before = [segment for segment in near[: near.index(own)] if segment.sentence == own.sentence]
        return self.is_bare(claim) and all(map(is_bare, before))

    def words(self, block: Block) -> list[Word]:
        """The folded words of a block."""
        if block.index not in self._words:
            self._words[block.index] = words(block.text)
        return self._words[block.index]

    def names(self, block: Block) -> tuple[tuple[Mention, ...], tuple[CaseMention, ...]]:
        """The quantities and cases named in a block."""
        if self.lexicon is None:
            return (), ()
        if block.index not in self._names:
            found = self.words(block)
            # "JPEG XL" is another thing than the case "JPEG".
            cases = tuple(c for c in self.lexicon.cases(found) if not _GOES_ON.match(block.text, c.end))
            self._names[block.index] = self.lexicon.mentions(found, block.index), cases
        return self._names[block.index]

    def names_a_case(self, claim: Claim) -> bool:
        """Whether the claim's text is the name of a case, or part of it: one may be called `30x`."""
        return any(c.start <= claim.start and claim.end <= c.end for c in self.names(claim.block)[1])

    def titled(self, section: int) -> tuple[tuple[Mention, ...], tuple[CaseMention, ...]]:
        """The quantities and cases named in the heading of a section."""
        if self.lexicon is None:
            return (), ()
        if section not in self._titles:
            found = words(self.document.sections[section].title)
            self._titles[section] = self.lexicon.mentions(found), self.lexicon.cases(found)
        return self._titles[section]

    def heads(self, block: Block) -> list[Block]:
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

    def baselines(self, figure: int) -> dict[int, list[Block]]:
        """The labels of a figure by the height of their baseline."""
        if figure not in self._baselines:
            lines: dict[int, list[Block]] = {}
            for block in self.figures[figure]:
                if block.kind == "label" and block.y is not None:
                    lines.setdefault(round(block.y), []).append(block)
            self._baselines[figure] = {y: found[:MOST_INPUTS] for y, found in lines.items()}
        return self._baselines[figure]

    def label_group(self, figure: int, path: tuple[int, ...]) -> Level:
        """The labels of one group of a figure."""
        if (figure, path) not in self._groups:
            group = [b for b in self.figures[figure] if b.kind == "label" and b.group[: len(path)] == path]
            mentions, cases = self.gather(group)
            inputs = tuple(c for b in group for c in self.by_block.get(b.index, ()))[:MOST_INPUTS]
            # In a drawing without groups a case speaks for every label only where it is the only one.
            several = {
                c.quantity for c in cases for d in cases if c.quantity == d.quantity and c.case != d.case
            }
            sure = cases if path else tuple(c for c in cases if c.quantity not in several)
            level = Level("named in the label group", mentions, sure, inputs, True)
            self._groups[figure, path] = level
        return self._groups[figure, path]

    def gather(self, group: list[Block]) -> tuple[tuple[Mention, ...], tuple[CaseMention, ...]]:
        """The names and cases of several blocks."""
        found = [self.names(block) for block in group]
        return tuple(m for ms, _ in found for m in ms), tuple(c for _, cs in found for c in cs)
