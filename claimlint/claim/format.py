"""Values written as claims are: the same unit, decimals and separators."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.claims import Claim
from claimlint.claim.normalise import same_width
from claimlint.claim.number_words import read_words
from claimlint.claim.numerals import DIGITS, numeral_end, read_digits
from claimlint.claim.unit_names import atom
from claimlint.claim.unit_table import CURRENCY_SIGNS, SCALES
from claimlint.claim.units import Dims, Unit, from_dims, plural, singular, symbol_unit

_LADDERS = {
    (("s", 1),): "ps ns µs ms s h",
    (("byte", 1),): "B kB MB GB TB PB",
    (("byte", 1), ("s", -1)): "B/s kB/s MB/s GB/s TB/s",
    (("flop", 1),): "FLOP MFLOP GFLOP TFLOP PFLOP EFLOP ZFLOP",
    (("flop", 1), ("s", -1)): "FLOP/s MFLOP/s GFLOP/s TFLOP/s PFLOP/s EFLOP/s",
    (("J", 1),): "pJ nJ µJ mJ J kJ MJ GJ",
    (("J", 1), ("s", -1)): "mW W kW MW GW",
    (("g", 1),): "g kg",
    (("m", 1),): "nm µm mm m km",
}
_TIGHT = frozenset(("%", "×"))


def preferred_unit(dims: Dims, value: Fraction) -> Unit:
    """The unit in which a value (in base units) has one to three digits before its point."""
    ladder = _LADDERS.get(dims)
    if ladder is None:
        return from_dims(dims)
    best = None
    for symbol in ladder.split():
        unit = _ladder_unit(symbol)
        if best is None or abs(value) >= unit.factor:
            best = unit
    assert best is not None
    return best


def _ladder_unit(symbol: str) -> Unit:
    from claimlint.claim.units import parse_unit

    return parse_unit(symbol) or symbol_unit("s")


def format_number(value: Fraction, decimals: int, group: str = "") -> str:
    """`value` rounded half up to `decimals` places (negative: to tens, hundreds), thousands grouped."""
    scale = Fraction(10) ** decimals
    whole = int(abs(value) * scale + Fraction(1, 2))
    rounded = Fraction(whole) / scale
    sign = "-" if value < 0 and whole else ""
    if decimals <= 0:
        digits, tail = str(int(rounded)), ""
    else:
        text = str(whole).rjust(decimals + 1, "0")
        digits, tail = text[:-decimals], "." + text[-decimals:]
    if group and len(digits) > 3:
        head = len(digits) % 3 or 3
        digits = group.join([digits[:head], *(digits[at : at + 3] for at in range(head, len(digits), 3))])
    return sign + digits + tail


def significant(value: Fraction, digits: int) -> int:
    """The decimals that write `value` with that many significant digits."""
    value = abs(value)
    if not value:
        return 0
    exponent = len(str(int(value))) - 1 if value >= 1 else -_zeros(value)
    return digits - 1 - exponent


def _zeros(value: Fraction) -> int:
    """How many places after the point the first digit that is not zero stands."""
    inverse = value.denominator // value.numerator
    places = len(str(inverse))
    return places if value * 10**places >= 1 and value * 10 ** (places - 1) < 1 else places - 1


def format_value(value: Fraction, unit: Unit | None = None, digits: int = 3, dims: Dims = ()) -> str:
    """A value in base units as messages print it: `digits` significant digits in `unit`.

    Without a unit the one is chosen in which the number is handy.  An integer is never rounded
    before its point.
    """
    unit = unit or preferred_unit(dims, value)
    number = value / unit.factor
    decimals = max(significant(number, digits), 0)
    text = format_number(number, decimals, "," if abs(number) >= 10_000 else "")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return with_unit(text, unit)


def with_unit(number: str, unit: Unit) -> str:
    """A number and its unit as usual: `43 µs`, `50%`, `218×`, `$5/1M tokens`."""
    symbol = unit.symbol
    if not symbol:
        return number
    sign, slash, rest = symbol.partition("/")
    if sign in CURRENCY_SIGNS:
        return ("-" if number.startswith("-") else "") + sign + number.lstrip("-") + slash + rest
    if symbol in _TIGHT:
        return number + symbol
    if number in ("1", "-1"):
        symbol = {"orders of magnitude": "order of magnitude", "percentage points": "percentage point"}.get(
            symbol, symbol
        )
        if (
            len(unit.dims) == 1
            and unit.dims[0][1] == 1
            and unit.factor == 1
            and symbol.islower()
            and len(symbol) > 3
        ):
            symbol = (
                unit.dims[0][0] if unit.symbol not in ("orders of magnitude", "percentage points") else symbol
            )
    return f"{number} {symbol}"


def format_like(claim: Claim, value: Fraction) -> str:
    """`value` (base units) rounded and written as the claim is: for `56 µs` 4.33e-5 s is `43 µs`.

    The last digit written gives the place; more are added where rounding there would be off by more
    than a twentieth.  Numbers in words, ranges and tolerances are answered in one number in digits.
    """
    text = claim.text
    if "\\" in text:
        from claimlint.claim.tex import expand

        text = expand(text)[0].strip()
    number = value / claim.unit.factor
    found = numeral(text)
    if found is None or "nine" in text.lower():
        if claim.kind == "multiple":
            return with_unit(format_number(number, max(significant(number, 2), 0)), claim.unit)
        return with_unit(rounded(number, claim.step, ""), claim.unit)
    start, end, place, group, scale = found
    ranged = claim.low is not None or claim.tol is not None
    last = _last_numeral_end(text, end) if ranged else end
    head, tail = text[:start], text[last:]
    if head.endswith(("+", "-", "−")) and (number < 0 or not head.endswith("+")):
        head = head[:-1]
    written = exponential(number / scale, same_width(text[start:end])) or rounded(
        number / scale, place, group
    )
    if not tail and (text[start:end].isalpha() or not (claim.unit_written or head)):
        return with_unit(written, claim.unit)
    was_one = claim.value is not None and abs(claim.value) == 1
    return head + written + _agreeing(tail, was_one, written in ("1", "-1"), claim.unit)


def _agreeing(tail: str, was_one: bool, is_one: bool, unit: Unit) -> str:
    """The unit behind a number, its first word in the plural or singular as the number asks."""
    word = tail.strip().split(" ")[0].split("/")[0]
    if was_one == is_one or len(word) < 3 or not word.islower() or unit.symbol in _TIGHT:
        return tail
    other = singular(word) if is_one else plural(word)
    same = atom(other) == atom(word) is not None or other in ("order", "orders")
    if not same or (is_one and singular(word) == word):
        return tail
    return tail.replace(word, other, 1)


def exponential(number: Fraction, numeral: str) -> str | None:
    """`number` written as `8.1e11` or `3 × 10^8` where the numeral is, with as many decimals."""
    match = DIGITS.match(numeral)
    mantissa = match.group() if match else ""
    tail = numeral[len(mantissa) :]
    if not tail or not mantissa or mantissa in ("10", "2") or not number or "," in mantissa:
        return None
    exponent = -significant(number, 1)
    decimals = len(mantissa.partition(".")[2])
    scaled = number / Fraction(10) ** exponent
    if abs(Fraction(format_number(scaled, decimals))) >= 10:
        exponent, scaled = exponent + 1, scaled / 10
    digits = rounded(scaled, Fraction(1, 10**decimals), "")
    if tail[0] in "eE":
        return f"{digits}{tail[0]}{exponent}"
    marks = tail[: tail.index("10") + 2]
    if "^" in tail:
        braces = "{" in tail
        return f"{digits}{marks}^{'{' if braces else ''}{exponent}{'}' if braces else ''}"
    return digits + marks + str(exponent).translate(_RAISED)


_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def rounded(number: Fraction, place: Fraction, group: str) -> str:
    """`number` to the decimals of `place`, or to more where that would be off by over a twentieth."""
    decimals = 0
    while place < 1 and decimals < 30:
        place *= 10
        decimals += 1
    if number:
        kept = Fraction(format_number(number, decimals, ""))
        if abs(kept - number) * 20 > abs(number):
            decimals = max(decimals, significant(number, 2))
    return format_number(number, decimals, group)


def numeral(text: str) -> tuple[int, int, Fraction, str, int] | None:
    """The first numeral of a claim: start, end, place of its last digit, thousands separator, scale."""
    plain = same_width(text)
    match = DIGITS.search(plain)
    if match is not None:
        start = match.start()
        end = numeral_end(plain, start, match.end())
        number = read_digits(plain[start:end])
        if number is None:
            return None
        if start and plain[start - 1] == ".":
            start, number = start - 1, number._replace(place=Fraction(1, 10 ** (end - start)))
        whole = plain[start:end].split(".")[0]
        group = next((text[start + at] for at, mark in enumerate(whole) if mark in ",'_\xa0"), "")
        place = number.place
        if end > match.end() or any(mark in plain[start:end] for mark in "^eE"):
            place = Fraction(1)
        if not group and number.value >= 10_000 and "," in text:
            group = ","
        return start, end, place, group, _scale(plain, end)
    at = 0
    while at < len(plain):
        if plain[at].isalpha() and (not at or not plain[at - 1].isalpha()):
            spelled = read_words(plain, at)
            if spelled is not None:
                return at, spelled.end, min(spelled.place, Fraction(1)), "", 1
        at += 1
    return None


def _scale(text: str, end: int) -> int:
    """The scale word or letter right of a numeral in a claim (`2.4 million`, `32k tokens`)."""
    rest = text[end:].lstrip(" \xa0-")
    word = rest.split(" ")[0].split("-")[0].split("/")[0].split("\xa0")[0]
    if word in SCALES and (text[end : end + 1] not in (" ", "\xa0") or len(word) > 2):
        return SCALES[word]
    return {"m": 10**6, "b": 10**9}.get(word, 1) if "$" in text[:end] else 1


def _last_numeral_end(text: str, end: int) -> int:
    """The end of the last numeral of a range or a tolerance."""
    last = end
    for match in DIGITS.finditer(text, end):
        last = numeral_end(text, match.start(), match.end())
    return last
