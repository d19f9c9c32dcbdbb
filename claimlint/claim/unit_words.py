"""Units spelled out in words, as plain data."""

from __future__ import annotations

PREFIX_WORDS = {
    "femto": "f",
    "pico": "p",
    "nano": "n",
    "micro": "µ",
    "milli": "m",
    "centi": "c",
    "kilo": "k",
    "mega": "M",
    "giga": "G",
    "tera": "T",
    "peta": "P",
    "exa": "E",
    "zetta": "Z",
    "kibi": "Ki",
    "mebi": "Mi",
    "gibi": "Gi",
    "tebi": "Ti",
    "pebi": "Pi",
    "exbi": "Ei",
}

WORDS = {
    "second": "s",
    "byte": "B",
    "bit": "bit",
    "hertz": "Hz",
    "joule": "J",
    "watt": "W",
    "watthour": "Wh",
    "electronvolt": "eV",
    "flop": "FLOP",
    "flops": "FLOP/s",
    "gram": "g",
    "gramme": "g",
    "metre": "m",
    "meter": "m",
    "minute": "min",
    "hour": "h",
    "day": "days",
    "week": "weeks",
    "month": "months",
    "year": "years",
    "tonne": "t",
    "percent": "%",
    "fold": "×",
}
"""Spelled-out unit in the singular (before it a prefix word): canonical symbol."""

PHRASES = {
    "per": ((("cent",), "%"),),
    "percentage": ((("points",), "percentage points"), (("point",), "percentage points")),
    "%": ((("points",), "percentage points"), (("point",), "percentage points")),
    "basis": ((("points",), "basis points"), (("point",), "basis points")),
    "orders": ((("of", "magnitude"), "orders of magnitude"),),
    "order": ((("of", "magnitude"), "orders of magnitude"),),
    "floating": (
        (("point", "operations"), "FLOP"),
        (("point", "operation"), "FLOP"),
        (("point", "ops"), "FLOP"),
    ),
    "clock": ((("cycles",), "cycle"), (("cycle",), "cycle")),
    "lines": ((("of", "code"), "line"),),
    "i/o": ((("operations",), "op"), (("operation",), "op")),
    "revolutions": ((("per", "minute"), "rpm"),),
    "us": ((("dollars",), "USD"), (("dollar",), "USD")),
}
"""First word (lower case): the words after it, and the unit or counting base they name together."""
