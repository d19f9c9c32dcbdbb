"""Every mistake that a canonical file can hold: its place, and the words that say what is wrong."""

# ruff: noqa: E501, ISC004

from __future__ import annotations

import pytest

from claimlint.model.load import load
from claimlint.model.mistakes import ModelError

HEAD = "```yaml quantities\n"
CAVEATS = "```yaml caveats\n"
END = "```\n"


def mistakes(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(ModelError) as caught:
        load("CANONICAL-NUMBERS.md", text)
    return [tuple(mistake) for mistake in caught.value.mistakes]  # type: ignore[misc]


def in_block(body: str) -> list[tuple[int, int, str]]:
    return mistakes(f"{HEAD}{body}\n{END}")


ONE_MISTAKE = {
    "unknown key": ("a:\n  value: 1\n  valu: 2", 4, 3, "`valu` is not a key of a quantity; did you mean `value`?"),
    "no value": ("a:\n  unit: s", 2, 1, "`a` has no `value` (or `cases`, or `from`)"),
    "two values": (
        "a:\n  value: 1\n  cases: {x: 1}",
        4, 3, "`value` and `cases`: a quantity has exactly one of value, cases, from",
    ),
    "from": (
        "a:\n  from: {file: x.json}",
        3, 9, "`from` has neither `pointer` (into a JSON file) nor `column` (of a CSV file)",
    ),
    "from without a repository": (
        "a:\n  from: {file: x.json, pointer: /a}",
        3, 16, "`x.json` cannot be read: the model is in no repository",
    ),
    "value by case": (
        "a:\n  value: {x: 1}", 3, 10, "`value` must be text, not a mapping; values by case stand under `cases`",
    ),
    "cases as a list": ("a:\n  cases: [1, 2]", 3, 10, "`cases` must be a mapping of case to value"),
    "empty": ("a:", 2, 1, "`a` has no value"),
    "empty text": ('a: ""', 2, 4, "`a` is empty"),
    "no number": ("a: about ten", 2, 4, "no number: a value starts with a digit or a currency, not with 'a'"),
    "no unit": ("a: 5 m§", 2, 6, "'m§' is not a unit"),
    "two words for a unit": ("a: 5 spare ms", 2, 6, "'spare ms' is not a unit"),
    "two words below the slash": ("a: 5 B/big crate", 2, 8, "`big crate` is not a unit: a counting unit is one word"),
    "slip": ("a: 16 tokns", 2, 7, "`tokns` is not a unit; did you mean `tokens`?"),
    "slip by case": ("a: 320 KIb", 2, 8, "`KIb` is not a unit; did you mean `KiB`?"),
    "slip by the case of a letter": ("a: 5 j/s", 2, 6, "`j` is not a unit; did you mean `J`?"),
    "an unknown letter": ("a: 5 Q/s", 2, 6, "`Q` is not a unit"),
    "slip in a unit": (
        "a:\n  value: 4 B\n  unit: B/tokenn", 4, 11, "`tokenn` is not a unit; did you mean `token`?",
    ),
    "name": (
        "Move-Time: 1", 2, 1,
        "`Move-Time` is not a name: a name is lower-case letters, digits and `_`, and starts with a letter;"
        " write `move_time`",
    ),
    "duplicate": ("a: 1\nb: 2\na: 3", 4, 1, "`a` stands twice: first on line 2"),
    "status": ("a: {value: 1, status: guessed}", 2, 23, "`guessed` is no `status`: assumed, measured or cited"),
    "status near": ("a: {value: 1, status: mesured}", 2, 23, "`mesured` is no `status`; did you mean `measured`?"),
    "bound": ("a: {value: 1, bound: at last}", 2, 22, "`at last` is no `bound`; did you mean `at least`?"),
    "quote": ("a: {value: 1, quote: 0 digits}", 2, 22,
              "`quote` is `N digits` or `orders of magnitude`; did you mean `2 digits`?"),
    "tolerance in full": ("a: {value: 1, tolerance: 15}", 2, 26, "`tolerance` is a share below 1; did you mean `15%`?"),
    "tolerance": ("a: {value: 1, tolerance: 3 ms}", 2, 26, "`tolerance` is a share of the value, such as `15%`"),
    "caveat": ("a: {value: 1, caveat: none-such}", 2, 23, "caveat `none-such` is not defined"),
    "unknown name": (
        "move_time: 3 s\nb: = 2 * movetime", 3, 10, "`movetime` is not defined; did you mean `move_time`?",
    ),
    "formula without =": ("b: 3\na: b * 2", 3, 4,
                          "no number: a value starts with a digit or a currency, not with 'b';"
                          " a formula starts with `=`"),
    "formula": ("a: = 2 +", 2, 9, "the formula ends too early"),
    "empty formula": ("a: '='", 2, 6, "a formula is expected after `=`"),
    "other operator": ("a: = 2 × 3", 2, 8, "`×` is not part of a formula: write `*`"),
    "unit apart in a formula": (
        "a: = 3 ms + 2 s", 2, 8, "a number in a formula has no unit: define a quantity that has one",
    ),
    "two names in a formula": (
        "b: 2\na: = b b", 3, 8, "`b` is not part of a formula: an operator is expected",
    ),
    "function": ("a: = sqr(4)", 2, 6, "`sqr` is not a function; did you mean `sqrt`?"),
    "arguments": ("a: = sqrt(4, 5)", 2, 6, "`sqrt` takes one argument, not 2"),
    "parenthesis": ("a: = (2 * (3)", 2, 6, "this parenthesis is never closed"),
    "stray parenthesis": ("a: = 2)", 2, 7, "`)` without an open parenthesis"),
    "unit in a formula": ("a: = 2ms * 3", 2, 6,
                          "a number in a formula has no unit: define a quantity that has one"),
    "power tower": ("a: = 9**9**9", 2, 7, "a power that is too large (an exponent of 387,420,489)"),
    "large exponent": ("a: = 1e999999", 2, 6, "too large: an exponent is at most 400"),
    "large value": ("a: 1e999999", 2, 5, "too large: an exponent is at most 400"),
    "division by zero": ("z: 0 s\na: = 5 / z", 3, 8, "a division by zero"),
    "logarithm": ("a: = log2(1 - 1)", 2, 6, "the logarithm of a number that is not positive"),
    "sum of dimensions": ("t: 3 s\nm: 5 B\na: = 2 * t + m", 4, 12, "`+` adds s and byte"),
    "sum of counts": ("t: 3 tokens\nl: 5 lanes\na: = t - l", 4, 8, "`-` subtracts token and lane"),
    "exponent": ("t: 3 s\na: = 2 ** t", 3, 8, "the exponent of `**` is s, not a plain number"),
    "variable exponent": ("t: 3 s\nn: 2\na: = t ** n", 4, 8,
                          "the exponent of s must be a number written in the formula"),
    "odd root": ("t: 3 s\na: = sqrt(t)", 3, 6, "s to the power 1/2 is no dimension"),
    "rounded seconds": ("t: 3 s\na: = ceil(t)", 3, 6,
                        "the number rounded by `ceil` is s, not a plain number: divide it by a quantity first"),
    "unit of another dimension": (
        "t: 3 s\na:\n  value: = t\n  unit: MiB", 5, 9, "`unit` is byte, but the value is s",
    ),
    "unit beside a bare number": (
        "a: {value: 43, unit: ms}", 2, 22, "`unit` is s, but the value is a plain number: write `43 ms`",
    ),
    "cases of two dimensions": (
        "a:\n  cases:\n    x: 3 s\n    y: 3 B", 5, 8,
        "`y` is byte, but `x` is s: all cases have one dimension",
    ),
    "cycle": ("a: = b\nb: = c + 1\nc: = 2 * a", 2, 1, "`a` depends on itself: a → b → c → a"),
    "cycle of one": ("a: = a", 2, 1, "`a` depends on itself: a → a"),
    "unknown case": (
        "b: {cases: {mid-range: 1, low: 2}}\na: = b[midrange]", 3, 8,
        "`midrange` is not a case of `b`; did you mean `mid-range`?",
    ),
    "case of a plain quantity": ("b: 1\na: = b[x]", 3, 8, "`x` is not a case of `b`: `b` has no cases"),
    "expect": ("a: {value: = 2 * 3, expect: 7}", 2, 29, "`a` is 6, which does not round to 7"),
    "expect with a unit": (
        "b: 5 MiB\nr: 64 GB/s\na: {value: = b / r, expect: 83 µs}", 4, 29,
        "`a` is 81.92 µs, which does not round to 83 µs",
    ),
    "expect by case": (
        "r: {cases: {x: 1 s, y: 2 s}}\na:\n  value: = 2 * r\n  expect:\n    x: 2 s\n    y: 5 s", 7, 8,
        "`a[y]` is 4 s, which does not round to 5 s",
    ),
    "expect of an unknown case": (
        "r: {cases: {fast: 1 s, slow: 2 s}}\na:\n  value: = 2 * r\n  expect: {fats: 2 s}", 5, 12,
        "`fats` is not a case of `a`; did you mean `fast`?",
    ),
    "expect of another dimension": (
        "a: {value: 5 s, expect: 5 B}", 2, 25, "`expect` is byte, but the value is s",
    ),
    "split value": (
        "a: {value: 2,400 tokens/s}", 2, 14,
        "`400 tokens/s` has no value: YAML splits at the comma; quote the value that holds it"
        ' (`"2,400 tokens/s"`)',
    ),
    "split case": (
        "a: {cases: {x: 1 s, y: 2,400 s}}", 2, 26,
        '`400 s` has no value: YAML splits at the comma; quote the value that holds it (`"2,400 s"`)',
    ),
    "tag": (
        "a: !!python/object/apply:os.system [echo]", 2, 4,
        "a tag (`tag:yaml.org,2002:python/object/apply:os.system`) is not allowed: every value is text as written",
    ),
    "text tag": ("a: !!str 5", 2, 4,
                 "a tag (`tag:yaml.org,2002:str`) is not allowed: every value is text as written"),
    "anchor": ("a: &x 5", 2, 4, "an anchor (`&x`) is not allowed: write the value out"),
    "deep nesting": ("a: [[[[[[[[1]]]]]]]]", 2, 11, "nested more than 8 deep"),
    "not YAML": ("a: 1\n b: 2", 3, 3, "not YAML: mapping values are not allowed in this context; "
                 "a value that holds `: `, `, `, brackets or a leading `%`, `@`, `*` or `&` must be quoted"),
    "not a mapping": ("- a", 2, 1, "a mapping of names is expected here (`name: value`)"),
    "second document": ("a: 1\n---\nb: 2", 3, 1, "one block holds one YAML document: `---` may not start another"),
    "control character": ("a: 1\nb: 2\x01", 3, 5, "U+0001 may not stand in YAML"),
}  # fmt: skip


@pytest.mark.parametrize("kind", ONE_MISTAKE)
def test_one_mistake_at_its_place(kind: str) -> None:
    body, line, column, message = ONE_MISTAKE[kind]
    found = in_block(body)
    assert (line, column, message) in found
    if kind not in ("tag", "control character"):
        assert len(found) == 1


CAVEAT_MISTAKES = {
    "no text": ("x:\n  within: block", 2, 1, "caveat `x` has no `text`"),
    "unknown key": ("x:\n  text: T.\n  accepts: [a]", 4, 3,
                    "`accepts` is not a key of a caveat; did you mean `accept`?"),
    "place": ("x: {text: T., within: page}", 2, 23, "`page` is no `within`"),
    "pattern": ("x:\n  text: T.\n  accept: ['no (way', 'fine']", 4, 16, "the pattern does not compile"),
    "pattern with repeats": ("x:\n  text: T.\n  accept: ['no.* (way']", 4, 22, "the pattern does not compile"),
}  # fmt: skip


@pytest.mark.parametrize("kind", CAVEAT_MISTAKES)
def test_mistakes_in_caveats(kind: str) -> None:
    body, line, column, message = CAVEAT_MISTAKES[kind]
    [(at_line, at_column, text)] = mistakes(f"{CAVEATS}{body}\n{END}")
    assert (at_line, at_column) == (line, column)
    assert text.startswith(message)


def test_all_mistakes_in_one_run_in_the_order_of_the_file() -> None:
    text = (
        "# Numbers\n\n" + HEAD + "a: 5 m§\nb: = nope\nc: {value: 1, colour: red}\n" + END
        + CAVEATS + "x: {text: X, within: nowhere}\n" + END
        + HEAD + "d: = sqrt(\n" + "e: 3 s\nf: = e + 2\n" + END
    )  # fmt: skip
    assert [place[:2] for place in mistakes(text)] == [(4, 6), (5, 6), (6, 15), (9, 22), (12, 11), (14, 8)]


def test_what_rests_on_a_mistake_is_not_reported_again() -> None:
    assert len(in_block("a: 5 m§\nb: = a * 2\nc: {value: = b + a, expect: 4, unit: s}")) == 1
    assert len(in_block("z: 0\na: = 1 / z\nb: = a + 1\nc: = b * a")) == 1


def test_an_alias_bomb_expands_to_nothing() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
    found = in_block("\n".join(lines))
    assert (2, 5, "an anchor (`&a0`) is not allowed: write the value out") in found
    assert (3, 10, "an alias (`*a0`) is not allowed: write the value out") in found


def test_a_merge_is_not_allowed() -> None:
    found = in_block("a: {value: 1, <<: {unit: s}}")
    assert found == [(2, 15, "a merge (`<<`) is not allowed: write the keys out")]


def test_a_quantity_defined_in_two_blocks() -> None:
    text = f"{HEAD}a: 1\n{END}\n{HEAD}b: 2\na: 3\n{END}"
    assert mistakes(text) == [(7, 1, "`a` is defined twice: first on line 2")]


def test_a_block_that_is_never_closed() -> None:
    found = mistakes(f"{HEAD}a: 1\n")
    assert found == [(1, 1, "this block is never closed: ```` ``` ```` is missing after its last line")] or (
        found[0][:2] == (1, 1)
    )


def test_a_slip_in_the_info_string() -> None:
    [(line, column, message)] = mistakes("text\n\n  ```yaml quantites\n  a: 1\n  ```\n")
    assert (line, column) == (3, 6)
    assert "did you mean `yaml quantities`?" in message


def test_columns_count_the_indent_of_the_fence() -> None:
    text = "  ```yaml quantities\n  a: 1\n  b: = nope\n  ```\n"
    assert mistakes(text)[0][:2] == (3, 8)


def test_places_behind_line_separators_and_wide_characters() -> None:
    text = f"x\u2028y\r\n\r\n{HEAD}a: {{value: 1, source: 'µ 𝔘 \u2028 \x85 é'}}\rb: = nope\r\n{END}"
    assert mistakes(text.replace("\n", "\r\n").replace("\r\r", "\r"))[0][:2] == (5, 6)


def test_places_inside_quotes_and_folded_lines() -> None:
    assert in_block('a: "= 1 + nope"')[0][:2] == (2, 11)
    assert in_block("a: = 1 +\n   2 * nope")[0][:2] == (3, 8)
    assert in_block("a: >-\n  = 1 + nope")[0][:2] == (2, 4)


def test_a_hint_in_the_message_of_a_value_in_a_formula_s_place() -> None:
    [(_, _, message)] = in_block("base: 3\na: 2 * base")
    assert "a formula starts with" in message


@pytest.mark.parametrize(
    "body",
    [
        "a: = " + "(" * 100_000 + "1" + ")" * 100_000,
        "a: = " + "(" * 1_500 + "1" + ")" * 1_500,
        "a: = " + "-" * 3_000 + "1",
        "a: " + "[" * 100_000,
        "a: " + "{" * 100_000,
        "a: = " + "1" * 3_000,
        "a: " + "1" * 3_000_000,
        "a: = 2" + "**2" * 1_000,
        "a: = 10**400 * " + "10**400 * " * 20 + "1",
        "a: = exp(exp(exp(exp(9))))",
        "a: = log10(0)",
        "a: = (0 - 8) ** 0.5",
        "a: = 0 ** -1",
        "a: 10^999999999 s",
        "a: 1e400000000",
        "\x00" * 100_000,
        "a: '" + "x" * 3_000_000,
        "? " * 50_000,
        "- " * 50_000,
        "a: *" + "b" * 100_000,
    ],
    ids=range(20),
)
def test_hostile_blocks_end_in_a_mistake(body: str) -> None:
    assert in_block(body)


def test_a_flood_of_mistakes_is_counted() -> None:
    body = "a: {value: 1, " + ", ".join(f"key{i}: x" for i in range(100_000)) + "}"
    found = in_block(body)
    assert len(found) == 1_001
    assert found[-1][2] == "and 99,000 further mistakes in this file"
    assert len(in_block("\n".join(f"q{i}: = r{i} + {'z' * 3_000}{i}" for i in range(5_000)))) == 1_001
    assert max(len(message) for _, _, message in in_block(f"a: {{{'x' * 1_000_000}: 1, value: 2}}")) < 1_000


def test_the_parser_without_c_finds_the_same_places(monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    wanted = {kind: in_block(case[0]) for kind, case in ONE_MISTAKE.items()}
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    for kind, found in wanted.items():
        again = in_block(ONE_MISTAKE[kind][0])
        assert [m[:2] for m in again] == [m[:2] for m in found], kind
        assert kind == "not YAML" or again == found


def test_a_growing_chain_of_products_is_bounded() -> None:
    lines = ["a0: 123456789.123456789"] + [f"a{i}: = a{i - 1} * a{i - 1}" for i in range(1, 60)]
    assert "too large" in in_block("\n".join(lines))[0][2]


def test_cases_that_multiply_are_bounded() -> None:
    cases = ", ".join(f"c{i}: {i + 1}" for i in range(20))
    lines = [f"q{i}: {{cases: {{{cases}}}}}" for i in range(5)]
    found = in_block("\n".join([*lines, "a: = q0 * q1 * q2 * q3 * q4"]))
    assert found == [(7, 1, "`a` has more than 10,000 combinations of cases")]


def test_a_long_chain_is_no_recursion() -> None:
    lines = ["a0: 1 s"] + [f"a{i}: = a{i - 1} + a0" for i in range(1, 5_000)]
    model = load("m.md", f"{HEAD}" + "\n".join(reversed(lines)) + f"\n{END}")
    assert model.value("a4999") == 5_000
    [(line, column, message)] = in_block("\n".join([*lines[1:], "a0: = a4999"]))
    assert (line, column) == (2, 1)
    assert message.startswith("`a1` depends on itself: a1 → a0 → a4999 → ")
    assert len(message) < 500
