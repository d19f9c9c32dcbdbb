"""Reasoning: what each claim of a page is about, and what the page's own text makes of it."""

from __future__ import annotations

from collections.abc import Iterable

from claimlint.claim.claims import Claim
from claimlint.document.structure import Document
from claimlint.model.model import Model
from claimlint.reason import forms
from claimlint.reason.context import Context
from claimlint.reason.faults import failures
from claimlint.reason.markers import markers
from claimlint.reason.names import Lexicon
from claimlint.reason.page import Page, Reading, Relation

_lexicons: dict[int, tuple[Model, Lexicon]] = {}


def read(document: Document, claims: list[Claim], model: Model | None) -> Page:
    """Reason about a document's claims, against a model or without one."""
    context = Context(document, claims, _lexicon(model))
    named = [c for c in claims if c.kind == "multiple" and context.names_a_case(c)]
    if named:
        claims = [c for c in claims if c not in named]
        context = context.with_claims(claims)
    more = _bare(model, context) if model is not None else ()
    if more:
        places = {block.index: at for at, block in enumerate(document.blocks)}
        claims = sorted([*claims, *more], key=lambda c: (places[c.block.index], c.start))
        context = context.with_claims(claims)
    marked = markers(document, claims)
    if model is None:
        readings = {
            claim: Reading(claim, "unchecked", evidence="there is no canonical model") for claim in claims
        }
    else:
        from claimlint.reason.canonical import read_claims

        readings = read_claims(model, context, marked)
    relations = list(forms.relations(context))
    for relation, names in _orders(context, model):
        relations.append(relation)
        if names:
            readings[relation.result] = Reading(
                relation.result, "canonical", names, "the quantities named with it", True
            )
    for relation in relations:
        reading = readings.get(
            relation.result
        )  # None: a bare number of a table, which is no claim of the page
        if reading is not None and reading.state == "unchecked":
            readings[relation.result] = reading._replace(state="recomputed", evidence=relation.working)
    blamed = failures(relations, readings, context)
    return Page(document, claims, model, context, readings, relations, marked, blamed)


def _bare(model: Model, context: Context) -> list[Claim]:
    from claimlint.reason.bare import bare_claims

    return bare_claims(model, context)


def _orders(context: Context, model: Model | None) -> Iterable[tuple[Relation, tuple[str, ...]]]:
    """The relations of orders of magnitude; few pages have any."""
    if all(claim.kind != "orders" for claim in context.claims):
        return ()
    from claimlint.reason.forms import orders

    return orders.relations(context, model)


def _lexicon(model: Model | None) -> Lexicon | None:
    """The model's lexicon, made once for all pages of a run."""
    if model is None:
        return None
    kept = _lexicons.get(id(model))
    if kept is None or kept[0] is not model:
        _lexicons.clear()
        kept = _lexicons[id(model)] = model, Lexicon(model)
    return kept[1]
