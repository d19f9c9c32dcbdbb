"""Units: a closed, case-sensitive table as data, and the algebra of dimensions."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

Dims = tuple[tuple[str, int], ...]


class Unit(NamedTuple):
    """A unit: its symbol as reports print it, its dimension, its size in base units.

    `dims` are sorted (base, power) pairs without zero powers.  Physical bases: `s`, `byte`
    (1 bit = 1/8 byte), `flop`, `J`, `g`, `oom`, `pp` (percentage points), and one per currency
    (`USD`, `EUR`, …).  Every other base is a counting unit named by its singular (`token`, `lane`).
    `factor` is exact: 1 µs = 1/1000000, 1 GiB = 2**30, 1 % = 1/100, × = 1.
    """

    symbol: str
    dims: Dims
    factor: Fraction
