"""Characters that mean the same, made the same, without moving anything."""

from __future__ import annotations

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
