"""The unit table: closed and case-sensitive, as plain data.

Sources of the factors: the SI brochure (9th edition) for prefixes, the electronvolt and the hour;
IEC 80000-13 for Ki, Mi, …; months and years are Julian (365.25 days, as in IAU practice); FLOP,
OPS and the counting units are one each.
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

COUNTING = {
    "token": "tok toks",
    "request": "req reqs",
    "query": "",
    "transaction": "txn txns tx",
    "message": "msg msgs",
    "event": "",
    "packet": "pkt pkts",
    "op": "operation operations ops",
    "instruction": "",
    "core": "",
    "thread": "",
    "vCPU": "vCPUs vcpu vcpus",
    "CPU": "",
    "GPU": "",
    "TPU": "",
    "node": "",
    "server": "",
    "lane": "",
    "page": "",
    "row": "",
    "block": "",
    "line": "LOC loc",
    "parameter": "param params",
    "layer": "",
    "head": "",
    "image": "",
    "frame": "",
    "sample": "",
    "step": "",
    "epoch": "",
    "connection": "conn conns",
    "user": "",
    "file": "",
    "entry": "",
    "record": "",
    "key": "",
    "document": "docs",
    "pixel": "px",
    "inference": "",
    "call": "",
    "hit": "",
    "miss": "",
    "partition": "",
    "shard": "",
    "replica": "",
    "vector": "",
    "dimension": "dims",
    "iteration": "iter iters",
    "job": "",
    "task": "",
    "hop": "",
    "device": "",
    "cycle": "clk clks",
    "attempt": "",
    "host": "",
    "transfer": "",
    "instance": "",
    "rack": "",
    "sequence": "",
    "kernel": "",
    "worker": "",
    "test": "",
    "gas": "",
}
"""Counting base (its singular): further spellings.  The regular plural is understood."""

INVARIANT = words("tok req tx msg pkt param px LOC loc iter op gas clk conn txn")
"""Counting words that stand unchanged beside any number."""

MACHINES = words("CPU GPU TPU vCPU core node server instance device worker host replica")
"""Counting bases that multiply with a time (`GPU hours`)."""

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

PHYSICAL = frozenset(("s", "byte", "flop", "J", "g", "m", "oom", "pp")) | CURRENCIES
"""Bases that are no counting units."""
