"""The forms of statement that tie numbers of a page to each other, one module each.

A form is a module with one function

    def relations(context: Context) -> Iterator[Relation]

and its name stands in one of the lists here: that is all it takes to add one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimlint.reason.context import Context
    from claimlint.reason.page import Relation

_OPERATORS = ("=", "≈", "×", "÷", "·", " + ", " * ", " x ", "\\")

ANYWHERE: tuple[str, ...] = (
    "conversion",
    "slip",
    "rate",
    "remainder",
    "spoken_order",
    "led_list",
)
"""Forms that may stand in any text."""

OF_MEANS: tuple[str, ...] = ("averages",)
"""Forms that need a word for a mean."""

OF_OPERATORS: tuple[str, ...] = ("equation",)
"""Forms that need an operator or a sign of equality somewhere on the page."""

OF_RATIOS: tuple[str, ...] = (
    "change",
    "comparison",
    "before_after",
    "part_of_whole",
    "shares",
)
"""Forms that need a percentage or a multiple; pages without one do not even load them."""

IN_PICTURES: tuple[str, ...] = ("twins",)
"""Forms that need a claim in a drawing, a caption, an alternative text, a title or a heading."""

IN_TABLES: tuple[str, ...] = (
    "columns",
    "order",
    "totals",
    "bounds",
    "stated_total",
    "told_cell",
)
"""Forms that need a table; pages without one do not even load them."""


def relations(context: Context) -> Iterator[Relation]:
    """What the page itself states, form by form.

    `ratio` searches far and wide for the inputs of a multiple, so it has the last word and no
    quarrel with a form that knows better.
    """
    kinds = {claim.kind for claim in context.claims}
    blocks = {claim.block.kind for claim in context.claims}
    names = (
        *(OF_OPERATORS if any(mark in context.document.text for mark in _OPERATORS) else ()),
        *ANYWHERE,
        *(OF_MEANS if any(word in context.document.text for word in ("mean", "Mean", "verag")) else ()),
        *(OF_RATIOS if kinds & {"percent", "multiple"} else ()),
        *(IN_PICTURES if blocks & {"alt", "caption", "desc", "title", "label", "heading"} else ()),
        *(IN_TABLES if context.document.tables else ()),
    )
    tied = set()
    for name in names:
        for relation in _form(name)(context):
            tied.add(relation.result)
            yield relation
    for relation in _form("ratio")(context):
        if relation.holds or relation.result not in tied:
            yield relation


def _form(name: str) -> Callable[[Context], Iterator[Relation]]:
    module = __import__(f"{__name__}.{name}", fromlist=["relations"])
    function: Callable[[Context], Iterator[Relation]] = module.relations
    return function
