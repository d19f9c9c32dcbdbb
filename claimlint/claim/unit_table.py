"""The unit table: closed and case-sensitive, as plain data.

Sources of the factors: the SI brochure (9th edition) for prefixes, the electronvolt and the hour;
IEC 80000-13 for Ki, Mi, …; months and years are Julian (365.25 days, as in IAU practice); FLOP,
OPS and the counting units are one each.  Currency codes are those of ISO 4217, and BTC and ETH.
"""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The set of the words of `text`."""
    return frozenset(text.split())


PREFIXES = {
    "f": (1, 10**15),
    "p": (1, 10**12),
    "n": (1, 10**9),
    "µ": (1, 10**6),
    "u": (1, 10**6),
    "m": (1, 10**3),
    "c": (1, 10**2),
    "k": (10**3, 1),
    "K": (10**3, 1),
    "M": (10**6, 1),
    "G": (10**9, 1),
    "T": (10**12, 1),
    "P": (10**15, 1),
    "E": (10**18, 1),
    "Z": (10**21, 1),
    "Y": (10**24, 1),
    "Ki": (2**10, 1),
    "Mi": (2**20, 1),
    "Gi": (2**30, 1),
    "Ti": (2**40, 1),
    "Pi": (2**50, 1),
    "Ei": (2**60, 1),
}
"""Prefix symbol: numerator and denominator of its factor."""

_S = (("s", 1),)
_PER_S = (("s", -1),)
_BYTE = (("byte", 1),)
_RATE = (("byte", 1), ("s", -1))
_FLOP = (("flop", 1),)
_OP_RATE = (("op", 1), ("s", -1))
_ENERGY = (("J", 1),)
_POWER = (("J", 1), ("s", -1))
_DATA = words("k K M G T P E Z Y Ki Mi Gi Ti Pi Ei")
_LARGE = frozenset("kKMGTPEZ")
_SMALL = frozenset("fpnµum")
_BOTH = frozenset("fpnµumkMGTPE")

SYMBOLS = {
    "s": (_S, 1, 1, _SMALL),
    "B": (_BYTE, 1, 1, _DATA),
    "bit": (_BYTE, 1, 8, _DATA),
    "B/s": (_RATE, 1, 1, _DATA),
    "bit/s": (_RATE, 1, 8, _DATA),
    "Hz": (_PER_S, 1, 1, frozenset("mkMGT")),
    "J": (_ENERGY, 1, 1, _BOTH),
    "W": (_POWER, 1, 1, _BOTH),
    "Wh": (_ENERGY, 3600, 1, _BOTH),
    "eV": (_ENERGY, 1602176634, 10**28, frozenset("mkMGT")),
    "FLOP": (_FLOP, 1, 1, _LARGE),
    "FLOP/s": ((("flop", 1), ("s", -1)), 1, 1, _LARGE),
    "OPS": (_OP_RATE, 1, 1, _LARGE),
    "IOPS": (_OP_RATE, 1, 1, frozenset("kKM")),
    "T": ((("transfer", 1),), 1, 1, frozenset("kMG")),
    "g": ((("g", 1),), 1, 1, frozenset("nµumk")),
    "gCO2": ((("g", 1),), 1, 1, frozenset("mkM")),
    "gCO2eq": ((("g", 1),), 1, 1, frozenset("mkM")),
    "tCO2": ((("g", 1),), 10**6, 1, frozenset("kM")),
    "tCO2eq": ((("g", 1),), 10**6, 1, frozenset("kM")),
    "m": ((("m", 1),), 1, 1, frozenset("nµumck")),
    "m²": ((("m", 2),), 1, 1, frozenset()),
    "km²": ((("m", 2),), 10**6, 1, frozenset()),
    "ha": ((("m", 2),), 10**4, 1, frozenset()),
    "m³": ((("m", 3),), 1, 1, frozenset()),
    "°C": ((("°C", 1),), 1, 1, frozenset()),
    "°F": ((("°F", 1),), 1, 1, frozenset()),
    "wei": ((("ETH", 1),), 1, 10**18, frozenset()),
    "gwei": ((("ETH", 1),), 1, 10**9, frozenset()),
    "t": ((("g", 1),), 10**6, 1, frozenset()),
    "min": (_S, 60, 1, frozenset()),
    "h": (_S, 3600, 1, frozenset()),
    "days": (_S, 86400, 1, frozenset()),
    "weeks": (_S, 604800, 1, frozenset()),
    "months": (_S, 2629800, 1, frozenset()),
    "years": (_S, 31557600, 1, frozenset()),
    "rpm": (_PER_S, 1, 60, frozenset("kK")),
    "requests/s": ((("request", 1), ("s", -1)), 1, 1, frozenset("kKM")),
    "queries/s": ((("query", 1), ("s", -1)), 1, 1, frozenset("kKM")),
    "transactions/s": ((("s", -1), ("transaction", 1)), 1, 1, frozenset("kKM")),
    "frames/s": ((("frame", 1), ("s", -1)), 1, 1, frozenset("kKM")),
    "packets/s": ((("packet", 1), ("s", -1)), 1, 1, frozenset("kKM")),
    "%": ((), 1, 100, frozenset()),
    "×": ((), 1, 1, frozenset()),
    "percentage points": ((("pp", 1),), 1, 1, frozenset()),
    "basis points": ((("pp", 1),), 1, 100, frozenset()),
    "orders of magnitude": ((("oom", 1),), 1, 1, frozenset()),
}
"""Canonical symbol: dimension, numerator and denominator of its factor, the prefixes it takes."""

FORMS = {
    "s": "s",
    "sec": "s",
    "secs": "s",
    "B": "B",
    "b": "bit",
    "bit": "bit",
    "bits": "bit",
    "Byte": "B",
    "Bytes": "B",
    "Bit": "bit",
    "Bits": "bit",
    "bps": "bit/s",
    "Bps": "B/s",
    "Hz": "Hz",
    "J": "J",
    "W": "W",
    "Wh": "Wh",
    "eV": "eV",
    "FLOP": "FLOP",
    "FLOPs": "FLOP",
    "Flop": "FLOP",
    "flop": "FLOP",
    "FLOPS": "FLOP/s",
    "Flops": "FLOP/s",
    "flops": "FLOP/s",
    "OPS": "OPS",
    "IOPS": "IOPS",
    "IOPs": "IOPS",
    "iops": "IOPS",
    "T": "T",
    "g": "g",
    "t": "t",
    "gCO2": "gCO2",
    "gCO2e": "gCO2eq",
    "gCO2eq": "gCO2eq",
    "tCO2": "tCO2",
    "tCO2e": "tCO2eq",
    "tCO2eq": "tCO2eq",
    "m": "m",
    "m²": "m²",
    "km²": "km²",
    "ha": "ha",
    "m³": "m³",
    "rpm": "rpm",
    "RPM": "rpm",
    "rps": "requests/s",
    "RPS": "requests/s",
    "qps": "queries/s",
    "QPS": "queries/s",
    "tps": "transactions/s",
    "TPS": "transactions/s",
    "fps": "frames/s",
    "FPS": "frames/s",
    "pps": "packets/s",
    "wei": "wei",
    "gwei": "gwei",
    "min": "min",
    "mins": "min",
    "h": "h",
    "hr": "h",
    "hrs": "h",
    "d": "days",
    "wk": "weeks",
    "wks": "weeks",
    "mo": "months",
    "yr": "years",
    "yrs": "years",
    "pct": "%",
    "pp": "percentage points",
    "%": "%",
    "×": "×",
    "x": "×",
    "X": "×",
    "OOM": "orders of magnitude",
    "mb": "Mbit",
    "gb": "Gbit",
    "tb": "Tbit",
}
"""Symbol as written (before it a prefix): canonical symbol.  `mb` is read as a megabit: b is bit."""

SCALES = {
    "k": 10**3,
    "K": 10**3,
    "M": 10**6,
    "G": 10**9,
    "B": 10**9,
    "T": 10**12,
    "bn": 10**9,
    "mn": 10**6,
    "hundred": 10**2,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
"""What may stand between a number and its unit and multiply it."""

CURRENCY_SIGNS = {
    "$": "USD",
    "US$": "USD",
    "A$": "AUD",
    "AU$": "AUD",
    "C$": "CAD",
    "CA$": "CAD",
    "HK$": "HKD",
    "NZ$": "NZD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "₩": "KRW",
    "₪": "ILS",
    "₿": "BTC",
}

CURRENCY_WORDS = {
    "dollar": "USD",
    "dollars": "USD",
    "buck": "USD",
    "bucks": "USD",
    "euro": "EUR",
    "euros": "EUR",
    "yen": "JPY",
    "yuan": "CNY",
    "RMB": "CNY",
    "rupee": "INR",
    "rupees": "INR",
    "bitcoin": "BTC",
    "bitcoins": "BTC",
    "ether": "ETH",
}

CURRENCIES = words("USD EUR GBP JPY CNY AUD CAD HKD NZD CHF INR ILS KRW MYR SEK NOK DKK BTC ETH")

CENTS = frozenset(("cent", "cents", "¢"))

PHYSICAL = frozenset(("s", "byte", "flop", "J", "g", "m", "°C", "°F", "oom", "pp")) | CURRENCIES
"""Bases that are no counting units."""
