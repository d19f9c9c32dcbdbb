"""What holds of every page, deck, drawing and model, made up with all that is hostile."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from properties import check_claims, check_document, check_mistakes, check_result, lines_of
from strategies import (
    ENDS,
    broken_models,
    decks,
    drawings,
    html_tables,
    models,
    pages,
    pages_with_directives,
    settings_files,
    tables,
)

from claimlint import rules
from claimlint.directives import UNREADABLE, UNUSED, Directives
from claimlint.document import decode, read
from claimlint.findings import PageResult
from claimlint.model.load import load
from claimlint.model.mistakes import Mistake, Mistakes, ModelError
from claimlint.model.model import Model
from claimlint.pipeline import claims_of, is_worth_reading, lint_text, may_hold_claims
from claimlint.settings import formats, keys

RULES = rules.load(examples=False)
DOCUMENTS = st.one_of(
    st.tuples(st.just("page.md"), st.one_of(pages(), pages(), pages(), tables(), html_tables())),
    st.tuples(st.just("slides.md"), decks()),
    st.tuples(st.just("figure.svg"), drawings()),
    st.tuples(st.sampled_from(["notes.txt", "page.mdx"]), pages()),
)
slow = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def loaded(text: str | None) -> Model | None:
    """The model, or None where it does not load."""
    try:
        return load("CANONICAL-NUMBERS.md", text) if text is not None else None
    except ModelError:
        return None


def lint(path: str, text: str, model: Model | None) -> PageResult:
    return lint_text(path, text, model, RULES, explain=True, compare=True)


def said(result: PageResult) -> list[object]:
    """What a reader is told, without what depends on line ends: the offsets of fixes."""
    return [
        [finding._replace(fix=None) for finding in result.findings],
        result.problems,
        result.counts,
        result.explanations,
        [told._replace(source_line="") for told in result.told],
    ]


@slow
@given(DOCUMENTS, st.none() | models())
def test_every_finding_stands_where_it_says(document: tuple[str, str], model: str | None) -> None:
    path, text = document
    canonical = loaded(model)
    result = lint(path, text, canonical)
    page, claims = claims_of(path, text, canonical)
    check_document(page)
    check_result(result, text, page, claims)
    for block in page.blocks:
        check_claims([claim for claim in claims if claim.block is block])
    assert may_hold_claims(text) or not claims
    assert is_worth_reading(text) or not result.findings
    assert lint(path, text, canonical) == result


@slow
@given(DOCUMENTS, st.none() | models(), st.sampled_from(["CR LF", "CR"]))
def test_line_ends_change_no_finding(document: tuple[str, str], model: str | None, ends: str) -> None:
    path, text = document
    canonical = loaded(model)
    other = text.replace("\n", ENDS[ends])
    result = lint(path, other, canonical)
    check_result(result, other, *claims_of(path, other, canonical))
    assert said(result) == said(lint(path, text, canonical))


@slow
@given(st.tuples(st.sampled_from(["page.md", "notes.txt"]), pages()), st.none() | models(), st.integers(1, 3))
def test_blank_lines_above_shift_what_is_found(document: tuple[str, str], model: str | None, by: int) -> None:
    path, text = document
    canonical = loaded(model)
    plain, shifted = lint(path, text, canonical), lint(path, "\n" * by + text, canonical)
    assert [f._replace(fix=None) for f in shifted.findings] == [
        f._replace(line=f.line + by, end_line=f.end_line + by, fix=None) for f in plain.findings
    ]
    assert [p._replace(line=(p.line or 0) - by) for p in shifted.problems] == list(plain.problems)


@slow
@given(DOCUMENTS, st.none() | models())
def test_a_byte_order_mark_changes_nothing(document: tuple[str, str], model: str | None) -> None:
    path, text = document
    assume(not text.startswith("\ufeff"))
    canonical = loaded(model)
    marked = decode(b"\xef\xbb\xbf" + text.encode("utf-8"))
    assert lint(path, marked, canonical) == lint(path, text, canonical)


@slow
@given(pages())
def test_a_page_inside_a_fence_states_nothing(text: str) -> None:
    fence = "`" * (text.count("`") + 3)
    document, claims = claims_of("page.md", f"{fence}\n{text}\n{fence}\n", None)
    assert claims == []
    assert {block.kind for block in document.blocks} <= {"code"}


@slow
@given(st.one_of(models(), broken_models(), broken_models()))
def test_a_model_loads_or_every_mistake_has_its_place(text: str) -> None:
    lines = lines_of(text)

    def outcome(source: str) -> object:
        try:
            model = load("CANONICAL-NUMBERS.md", source)
        except ModelError as error:
            return error.mistakes
        values = [
            (name, scenario, model.value(name, scenario))
            for name in model.quantities
            for scenario in model.scenarios(name)
        ]
        return list(model.warnings), values, sorted(model.caveats), model.sections

    found = outcome(text)
    check_mistakes(found if isinstance(found, list) else found[0], lines)  # type: ignore[index]
    assert outcome(text) == found
    for ends in ("\r\n", "\r"):
        assert outcome(text.replace("\n", ends)) == found


@slow
@given(broken_models())
def test_a_blank_line_above_shifts_the_mistakes_of_a_model(text: str) -> None:
    assume(loaded(text) is None)
    with pytest.raises(ModelError) as caught:
        load("CANONICAL-NUMBERS.md", text)
    with pytest.raises(ModelError) as shifted:
        load("CANONICAL-NUMBERS.md", "\n" + text)
    assert len(shifted.value.mistakes) == len(caught.value.mistakes)
    for mistake, other in zip(caught.value.mistakes, shifted.value.mistakes, strict=True):
        assert (other.line, other.column) == (mistake.line + 1, mistake.column)


@slow
@given(DOCUMENTS)
def test_a_document_cut_anywhere_is_read(document: tuple[str, str]) -> None:
    path, text = document
    for cut in range(0, len(text), max(len(text) // 6, 1)):
        check_document(read(path, text[:cut]))
        check_document(read(path, text[cut:]))


@slow
@given(pages_with_directives(), st.none() | models())
def test_a_directive_silences_what_it_names_and_nothing_else(text: str, model: str | None) -> None:
    canonical = loaded(model)
    # The same page with comments that say nothing to claimlint.
    silent = lint("page.md", text, canonical)
    heard = lint("page.md", re.sub(r"claimlint:(?! (?:history|end) )", "clamelint:", text), canonical)
    about = {UNREADABLE, UNUSED}
    kept = [finding[:9] for finding in silent.findings if finding.rule not in about]
    told = [finding[:9] for finding in heard.findings]
    assert not {finding.rule for finding in heard.findings} & about
    assert set(kept) <= set(told)
    directives = Directives(read("page.md", text), {rule.name for rule in RULES})
    named = {name for each in directives.silencing for name in each.rules}
    assert named.isdisjoint(about)
    for path, line, column, end_line, end_column, rule, *_ in set(told) - set(kept):
        assert rule in named, (path, line, column, end_column)
        assert any(
            rule in each.rules and each.first <= end_line and line <= each.last
            for each in directives.silencing
        )


@slow
@given(settings_files())
def test_settings_are_read_or_every_mistake_has_its_place(text: str) -> None:
    def outcome(source: str) -> tuple[object, list[Mistake], object]:
        mistakes = Mistakes()
        tree = formats.from_yaml(source, mistakes)
        reading = keys.Reading("/root/repository", mistakes, [])
        fields = keys.read(tree, reading) if tree is not None else {}
        fields.pop("options", None)
        return fields, mistakes.all(), reading.named

    found = outcome(text)
    check_mistakes(found[1], lines_of(text))
    assert outcome(text) == found
    for ends in ("\r\n", "\r"):
        assert outcome(text.replace("\n", ends)) == found
    fields, mistakes, _ = outcome("\n" + text)
    assert fields == found[0]
    # A message may name another line.
    places = [(each.line, each.column) for each in found[1]]
    assert [(each.line - 1, each.column) for each in mistakes] == places
