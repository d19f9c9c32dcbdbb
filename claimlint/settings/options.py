"""The options of a rule that settings may set: those that its check declares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimlint.model.mistakes import Mistakes
from claimlint.model.nodes import Mapping as MappingNode
from claimlint.model.nodes import Node, Scalar, Sequence
from claimlint.rules import Rule, declared_options


def read_options(rule: Rule, given: Mapping[str, Node], mistakes: Mistakes) -> dict[str, Any]:
    """The values of options, each of the type that its default has; mistakes are added."""
    known = declared_options(rule.check)
    found: dict[str, Any] = {}
    for name, node in given.items():
        if name not in known:
            rest = f"; it has {', '.join(known)}" if known else "; it has none"
            hint = mistakes.hint(name, known) or rest
            mistakes.add(node.place(), f"the rule {rule.name} has no option {name!r}{hint}")
            continue
        value = _value(node, known[name])
        if value is None:
            mistakes.add(node.place(), f"{name!r} must be {_kind(known[name])}")
        else:
            found[name] = value
    return found


def _value(node: Node, default: object) -> Any:
    if isinstance(default, tuple):
        items = node.items if isinstance(node, Sequence) else [node]
        texts = [item.text for item in items if isinstance(item, Scalar) and item.text.strip()]
        return texts if len(texts) == len(items) else None
    if isinstance(node, MappingNode | Sequence):
        return None
    if isinstance(default, bool):
        return {"true": True, "false": False}.get(node.text)
    if isinstance(default, int):
        return int(node.text) if node.text.isascii() and node.text.isdigit() and len(node.text) < 10 else None
    return node.text


def _kind(default: object) -> str:
    if isinstance(default, tuple):
        return "a list of texts"
    if isinstance(default, bool):
        return "true or false"
    return "a whole number" if isinstance(default, int) else "text"
