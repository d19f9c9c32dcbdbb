"""TeX in running text, expanded to plain characters that remember where they came from."""

from __future__ import annotations

import re

from claimlint.claim.lazy import Lazy
from claimlint.claim.unit_table import words
from claimlint.claim.unit_words import PREFIX_WORDS

_MATH = Lazy(r"\$(?=[^\s$])([^$]{0,400}[^\s$\\])\$(?![0-9])")
_TOKEN = Lazy(
    r"\\(?:SI|qty|SIrange|qtyrange|SIlist|qtylist|num|numrange|si|unit)(?![A-Za-z])(?:\[[^\]]{0,80}\])?"
    r"|\\[A-Za-z]+[ ]?|\\.|[{}~]|\^",
    re.S,
)
_SAME = {
    "times": "×",
    "cdot": "·",
    "mu": "µ",
    "micro": "µ",
    "approx": "≈",
    "sim": "~",
    "simeq": "≈",
    "ge": "≥",
    "geq": "≥",
    "geqslant": "≥",
    "gtrsim": "≥",
    "le": "≤",
    "leq": "≤",
    "leqslant": "≤",
    "lesssim": "≤",
    "lt": "<",
    "gt": ">",
    "pm": "±",
    "to": "→",
    "rightarrow": "→",
    "div": "÷",
    "quad": " ",
    "qquad": " ",
    "thinspace": "\xa0",
    "enspace": " ",
    "space": " ",
    "ldots": "…",
    "dots": "…",
    "textemdash": "—",
    "textendash": "–",
    "euro": "€",
    "pounds": "£",
    "percent": "%",
}
_PUNCTUATION = {
    ",": "\xa0",
    ";": " ",
    ":": " ",
    "!": "",
    " ": " ",
    "\n": " ",
    "%": "%",
    "$": "$",
    "#": "#",
    "&": "&",
    "_": "_",
}
_UNIT_MACROS = {
    "per": "/",
    "second": "s",
    "minute": "min",
    "hour": "h",
    "day": "d",
    "byte": "B",
    "bit": "bit",
    "hertz": "Hz",
    "watt": "W",
    "joule": "J",
    "gram": "g",
    "metre": "m",
    "meter": "m",
    "electronvolt": "eV",
    **PREFIX_WORDS,
}
_WRAPPERS = words(
    "mathrm text textrm textit textbf textsf texttt mathbf mathit mathsf operatorname mbox hbox rm "
    "bf emph ensuremath left right displaystyle textnormal bm boldsymbol mathbin mathrel unit si"
)
_SIUNITX = words("SI qty SIrange qtyrange SIlist qtylist num numrange")

Offsets = tuple[list[int], list[int]]


def expand(text: str) -> tuple[str, Offsets | None]:
    r"""`text` with its TeX made plain, and the start and end offsets of each character in `text`.

    `43\,\mu\mathrm{s}` becomes `43 µs`, `\SI{43}{\micro\second}` the same.  The `$` of inline math
    are blanked; those of money (`$5 to $10`) stay.  Without a backslash nothing moves, and the
    offsets are None.
    """
    text = _blank_math(text)
    if "\\" not in text and "{,}" not in text:
        return text, None
    plain = _Plain()
    at = 0
    groups: list[bool] = []
    for match in _TOKEN.finditer(text):
        start = match.start()
        if start < at:
            continue
        plain.copy(text, at, start)
        token = match.group()
        at = match.end()
        if token == "{":
            if text[start - 1 : start] == "}":
                plain.put("\ufffc", start, at)
            # A claim takes in the brace that closes a group of its unit or exponent, not one around it.
            groups.append(text[start - 1 : start] == "^" or not text[at : at + 1].isdigit())
        elif token == "}":
            if groups and groups.pop():
                plain.extend(at)
        elif token == "^":
            plain.put("^", start, at)
        elif token == "~":
            # A tie between number and unit; before a number it means "about".
            plain.put("\xa0" if text[start - 1 : start].isalnum() else "~", start, at)
        else:
            at = _command(text, start, token, at, plain)
    plain.copy(text, at, len(text))
    return "".join(plain.characters), (plain.starts, plain.ends)


class _Plain:
    """The plain text as it grows, each character with the stretch of TeX it stands for."""

    __slots__ = ("characters", "ends", "pending", "starts")

    def __init__(self) -> None:
        self.characters: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.pending: int | None = None

    def copy(self, text: str, start: int, end: int) -> None:
        self.characters.append(text[start:end])
        self.starts.extend(range(start, end))
        self.ends.extend(range(start + 1, end + 1))

    def put(self, characters: str, start: int, end: int) -> None:
        for character in characters:
            self.characters.append(character)
            self.starts.append(start if self.pending is None else self.pending)
            self.ends.append(end)
            self.pending = None

    def extend(self, end: int) -> None:
        """The last character stands for the TeX up to `end` too."""
        if self.ends:
            self.ends[-1] = end


def _blank_math(text: str) -> str:
    """`text` with the delimiters of inline math blanked, nothing moved."""
    pieces = []
    at = 0
    for match in _MATH.finditer(text):
        inner = match.group(1)
        if (
            "\\" in inner
            or "^" in inner
            or "_" in inner
            or not (" " in inner or inner.endswith(("/", "-", "–")))
        ):
            pieces += [text[at : match.start()], " ", inner, " "]
            at = match.end()
    pieces.append(text[at:])
    return "".join(pieces)


def _command(text: str, start: int, token: str, end: int, plain: _Plain) -> int:
    """Put what one command stands for; the offset to go on at."""
    name = token[1:].rstrip(" ").split("[")[0]
    if name in _SIUNITX:
        return _siunitx(text, start, name, end, plain)
    if name in _SAME:
        plain.put(_SAME[name], start, end - token.endswith(" "))
        return end - (token.endswith(" ") and name not in ("times", "mu", "micro"))
    if name in _UNIT_MACROS:
        plain.put(_UNIT_MACROS[name], start, end - token.endswith(" "))
    elif name in _PUNCTUATION or token[1:] in _PUNCTUATION:
        plain.put(_PUNCTUATION[token[1:2]], start, end)
    elif name in _WRAPPERS:
        return end - token.endswith(" ")
    elif name.isalpha():
        # An unknown command ends what stands before it.
        plain.put("\ufffc", start, end)
    elif token[1:].isdigit():
        plain.put(token, start, end)
    else:
        plain.put(token[1:], start, end)
    return end


def _siunitx(text: str, start: int, name: str, end: int, plain: _Plain) -> int:
    r"""`\SI{43}{\micro\second}` and its kin: the arguments with the words that siunitx puts between."""
    arguments: list[tuple[int, int]] = []
    at = end
    wanted = {"num": 1, "numrange": 2, "SIrange": 3, "qtyrange": 3}.get(name, 2)
    while len(arguments) < wanted and text[at : at + 1] == "{":
        close = _closing(text, at)
        if close is None:
            break
        arguments.append((at + 1, close))
        at = close + 1
    if not arguments:
        return end
    between = {"numrange": " to ", "SIrange": " to ", "qtyrange": " to "}.get(name, " ")
    plain.pending = start
    for index, (first, last) in enumerate(arguments):
        if index:
            joint = " " if index == len(arguments) - 1 and name not in ("numrange",) else between
            plain.put(joint, arguments[index - 1][1], first)
        inner, offsets = expand(text[first:last])
        if name.endswith("list") and index == 0:
            inner = inner.replace(";", ",")
        for place, character in enumerate(inner):
            source = offsets[0][place] if offsets else place
            stop = offsets[1][place] if offsets else place + 1
            plain.put(character, first + source, first + stop)
    plain.pending = None
    plain.extend(at)
    return at


def _closing(text: str, at: int) -> int | None:
    """The brace that closes the one at `at`, within a few hundred characters."""
    depth = 0
    for place in range(at, min(len(text), at + 400)):
        if text[place] == "{":
            depth += 1
        elif text[place] == "}":
            depth -= 1
            if not depth:
                return place
    return None
