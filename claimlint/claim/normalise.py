"""Characters that mean the same, made the same, without moving anything."""

from __future__ import annotations

from claimlint.document.structure import Block

_SAME = {
    "μ": "µ",
    "\u2009": "\u00a0",
    "\u202f": "\u00a0",
    "\u2007": "\u00a0",
    "\u2008": "\u00a0",
    "\u200a": "\u00a0",
    "\u2002": " ",
    "\u2003": " ",
    "\u3000": " ",
    "\u2212": "-",
    "\u2010": "-",
    "\u2011": "-",
    "\ufe63": "-",
    "\uff0d": "-",
    "\u2012": "–",
    "₂": "2",
    "’": "'",
    "\uff05": "%",
    "\uff04": "$",
    "⨯": "×",
    "✕": "×",
    "✖": "×",
    "∕": "/",
    "⁄": "/",
    "∼": "~",
    "≅": "≈",
    "≃": "≈",
    "⩽": "≤",
    "⩾": "≥",
    "⟶": "→",
    "➔": "→",
    "➜": "→",
    "⇒": "→",
}

_TABLE = str.maketrans(_SAME)


def same_width(text: str) -> str:
    """`text` with variant characters unified, one for one: µ, minus signs, narrow spaces, × and so on."""
    return text if text.isascii() else text.translate(_TABLE)


def without_opaque(block: Block) -> str:
    """The text of a block with its opaque ranges, which are in order, filled with U+FFFC."""
    if not block.opaque:
        return block.text
    parts: list[str] = []
    at = 0
    for start, end in block.opaque:
        start = max(at, start)
        if start < end:
            parts += block.text[at:start], "\ufffc" * (end - start)
            at = end
    parts.append(block.text[at:])
    return "".join(parts)
