"""Markdown pages: blocks, tables, figures, sections, comments, with their exact places."""

from __future__ import annotations

import pytest

from claimlint.document import read


def page(text, path="a.md"):
    return read(path, text)


def blocks(text, path="a.md"):
    return [(block.kind, block.text) for block in page(text, path).blocks]


def texts(text, path="a.md"):
    return [block.text for block in page(text, path).blocks]


def shown(text, path="a.md"):
    """The text of the first block without what is opaque."""
    block = page(text, path).blocks[0]
    hidden = {at for start, end in block.opaque for at in range(start, end)}
    return "".join(mark for at, mark in enumerate(block.text) if at not in hidden)


def place(document, needle):
    """Line and column of the start, and of the end, of `needle` in the first block that has it."""
    for block in document.blocks:
        at = block.text.find(needle)
        if at >= 0:
            start, end = block.source(at, at + len(needle))
            return document.position(start), document.position(end)
    raise AssertionError(needle)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("It takes *43* **µs** and __82__ _ms_.", "It takes 43 µs and 82 ms."),
        ("5*3*2 = 30", "5*3*2 = 30"),
        ("(a+b)*3*(c)", "(a+b)*3*(c)"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("n*3*2 and 10**3*2", "n*3*2 and 10**3*2"),
        ("a *43*ms* b", "a 43ms* b"),
        ("**43**ms", "43ms"),
        ("snake_case_name 5_000", "snake_case_name 5_000"),
        ("a &lt; 5&nbsp;&micro;s &amp; &#52;3 &unknown;", "a < 5\xa0µs & 43 &unknown;"),
        (r"\*43\* \_5\_ \\ \a", r"*43* _5_ \ \a"),
        ("a [link **10** ms](http://x.y/9 'title 8') b", "a link 10 ms b"),
        ("a [link][r] [r] [r][] [no] [no][x]\n\n[r]: /u\n", "a link r r [no] [no][x]"),
        ("a ![alt 5](u) b", "a  b"),
        ("43[^1] µs and 44[^note] ms", "43 µs and 44 ms"),
        ("10<sup>3</sup> B, 2<sup>20</sup> B, 10<sup>-6</sup> s", "10^3 B, 2^20 B, 10^-6 s"),
        ("s<sup>-1</sup>, m<sup>2</sup>, n<sup>2</sup>, (n)<sup>2</sup>", "s^-1, m^2, n^2, (n)^2"),
        ("43<sup>1</sup> µs, 5<sup>[2]</sup> ms, 7<sup>a</sup> s, ms<sup>3</sup>", "43 µs, 5 ms, 7 s, ms"),
        ("5<sup>th</sup>, 43<sup><a href='#f'>1</a></sup> µs", "5th, 43 µs"),
        ("43<br>µs<br/>x", "43\nµs\nx"),
        ("<b>43</b> <span class='x'>µs</span>", "43 µs"),
        ("a  \nb\\\nc\n   d", "a\nb\nc\nd"),
        ("$5 to $10 and $6-$7", "$5 to $10 and $6-$7"),
        (r"$5\,\mu\mathrm{s}$ and $$a_1 * b_2$$", r"$5\,\mu\mathrm{s}$ and $$a_1 * b_2$$"),
        (r"\(5\,\text{ms}\) and \[not tex\]", r"\(5\,\text{ms}\) and [not tex]"),
        ("costs $5 (see `$HOME`)", "costs $5 (see $HOME)"),
        (r"\$5 and \%", "$5 and %"),
        ("~5 ms to ~10 ms", "~5 ms to ~10 ms"),
        ("a <!-- 5 --> b", "a  b"),
        ("a < 5 and 6 > b <5 ms", "a < 5 and 6 > b <5 ms"),
        ("`` a ` b `` c", "a ` b c"),
        ("\\[43\\] \\`5\\`", "[43] `5`"),
        ("a\u2028b\x0cc", "a\u2028b\x0cc"),
    ],
)
def test_inline_text(source, text):
    assert texts(source)[0] == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a `5 ms` b", "a  b"),
        ("a ~~5 ms~~ b", "a  b"),
        ("a <del>5 *ms*</del> <s>6</s> b", "a   b"),
        ("a <code>5 ms</code> <kbd>5</kbd> b", "a   b"),
        ("a {{ n }} {% if 5 %} b", "a   b"),
        ("a {: .x width=5} {width=50%} b {#id5}", "a   b "),
        ("a {5 ms} {} b", "a {5 ms} {} b"),
        ("see https://x.y/5ms?a=6 and <http://x.y/7>.", "see  and ."),
        ("::: {.column width=40%}\n5 ms\n:::", "\n5 ms\n"),
    ],
)
def test_opaque_ranges(source, text):
    assert shown(source) == text


def test_places_are_exact():
    source = (
        "a **43** &micro;s\n> quoted *5* ms\n> 6&nbsp;ms\n\n"
        "| a \\| b | 7 |\n|--|--|\n| `x\\|y` 8 \\| 9 | 10 |\n"
    )
    document = page(source)
    assert place(document, "43 µs") == ((1, 5), (1, 18))
    assert place(document, "5 ms") == ((2, 11), (2, 16))
    assert place(document, "6\xa0ms") == ((3, 3), (3, 12))
    assert place(document, "a | b") == ((5, 3), (5, 9))
    assert place(document, "8 | 9") == ((7, 10), (7, 16))
    assert place(document, "10") == ((7, 19), (7, 21))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end):
    document = page(
        end.join(
            ["# T 1", "", "a 5 ms", "b 6 ms", "", "- c", "  d 7 ms", "", "| x | y |", "|-|-|", "| 8 | 9 |"]
        )
    )
    assert [block.text for block in document.blocks] == [
        "T 1",
        "a 5 ms\nb 6 ms",
        "c\nd 7 ms",
        "x",
        "y",
        "8",
        "9",
    ]
    assert place(document, "6 ms") == ((4, 3), (4, 7))
    assert place(document, "5 ms\nb 6") == ((3, 3), (4, 4))
    assert place(document, "7 ms") == ((7, 5), (7, 9))
    assert place(document, "9") == ((11, 7), (11, 8))


def test_a_byte_order_mark_and_front_matter():
    document = page("\ufeff---\ntitle: 5 ms\n---\n6 ms")
    assert [(block.kind, block.text) for block in document.blocks] == [
        ("title", "5 ms"),
        ("paragraph", "6 ms"),
    ]
    assert place(document, "6 ms") == ((4, 1), (4, 5))
    assert texts("\ufeff# A 5") == ["A 5"]


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ("title: 'A: 43 µs' # why", [("title", "A: 43 µs")]),
        ('title: "43 µs"\ndescription: 5 ms # no', [("title", "43 µs"), ("desc", "5 ms")]),
        ("title: |\n  43 µs", []),
        ("title: [43]\ndescription: &a 5", []),
        ("title: a\n  5 more", []),
        ('title: "a\\"5"', []),
        ("other: 5 ms", []),
        ("# 5 ms", []),
        ("title:", []),
    ],
)
def test_front_matter(front, expected):
    assert blocks(f"---\n{front}\n---\n\nText") == [*expected, ("paragraph", "Text")]


def test_rules_at_the_top_are_no_front_matter():
    assert texts("---\n\nA 5 ms.\n\n---\nB") == ["A 5 ms.", "B"]
    assert texts("---\nA 5 ms.\n\n---\nB") == ["A 5 ms.", "B"]
    assert texts("---\ntitle: A 5") == ["title: A 5"]
    assert texts("+++\ntitle = 5\n+++\nB") == ["B"]


def test_sections():
    document = page(
        "a\n# 1. One\nb\n## 1.1 Two\n### §7 Three\n## Four\nc\n\nFive\n====\nd\n"
        "# Appendix A: Six\n# 43 µs is enough\n"
    )
    assert [(s.level, s.title, s.number, s.parent) for s in document.sections] == [
        (0, "", None, None),
        (1, "1. One", "1", 0),
        (2, "1.1 Two", "1.1", 1),
        (3, "§7 Three", "7", 2),
        (2, "Four", None, 1),
        (1, "Five", None, 0),
        (1, "Appendix A: Six", "A", 0),
        (1, "43 µs is enough", None, 0),
    ]
    assert [(b.text, b.section) for b in document.blocks if b.kind == "paragraph"] == [
        ("a", 0),
        ("b", 1),
        ("c", 4),
        ("d", 5),
    ]
    assert place(document, "§7") == ((5, 5), (5, 7))


@pytest.mark.parametrize(
    ("title", "number"),
    [
        ("4. Title", "4"),
        ("4 Title", "4"),
        ("§4 Title", "4"),
        ("§ 4.2 title", "4.2"),
        ("4.1 Title", "4.1"),
        ("4) Title", "4"),
        ("Section 4: Title", "4"),
        ("Title 4", None),
        ("4 ms", None),
        ("2024-01-02", None),
        ("4", "4"),
    ],
)
def test_section_numbers(title, number):
    assert page(f"# {title}").sections[1].number == number


def test_headings_with_closing_marks():
    document = page("> ## A # 5 ##\n\n# # #\n")
    assert [block.text for block in document.blocks] == ["A # 5", "#"]
    assert place(document, "5") == ((1, 10), (1, 11))
    assert document.position(document.blocks[1].source(0, 1)[0]) == (3, 3)


def test_tables():
    document = page(
        "Table 2: Costs.\n\n| | B |\n|-|-|\n| r | 5 ms |\n| s |\n\n| X | Y |\n|-|-|\n| | 6 |\n\n: After it\n"
    )
    first, second = document.tables
    grid = [[document.blocks[index].text for index in row] for row in first.rows]
    assert grid == [["", "B"], ["r", "5 ms"], ["s", ""]]
    assert first.headers == 1
    assert document.blocks[first.caption].text == "Table 2: Costs."
    assert [[document.blocks[index].text for index in row] for row in second.rows] == [["X", "Y"], ["", "6"]]
    assert document.blocks[second.caption].text == ": After it"
    cell = next(block for block in document.blocks if block.text == "5 ms")
    assert cell.kind == "cell"
    assert cell.cell == (0, 1, 1, False)
    assert document.location(cell) == 'table row "r"'
    assert document.blocks[first.rows[0][1]].cell.header


def test_tables_inside_quotes_and_lists():
    document = page(
        "> | a | b |\n> |-|-|\n> | 1 | > |\n\n- | c | d |\n  |-|-|\n  | 2 | 3 |\n\n- x | y\n  -|-\n  4 | 5\n"
    )
    assert [block.text for block in document.blocks] == [
        "a",
        "b",
        "1",
        ">",
        "c",
        "d",
        "2",
        "3",
        "x",
        "y",
        "4",
        "5",
    ]
    for text, column in {"1": 5, ">": 9, "c": 5, "d": 9, "2": 5, "x": 3, "y": 7, "4": 3, "5": 7}.items():
        assert place(document, text)[0][1] == column, text


def test_lists():
    document = page("- a\n  - b\n\n    c\n- d\n\n3. e\n\nf\n")
    assert [(block.kind, block.text, block.item) for block in document.blocks] == [
        ("item", "a", 1),
        ("item", "b", 2),
        ("item", "c", 2),
        ("item", "d", 3),
        ("item", "e", 4),
        ("paragraph", "f", None),
    ]


def test_quotes_and_alerts():
    document = page("> a 5\nlazy 6\n>> b\n\n> [!NOTE]\n> c 7\n\n> [!tip] d\n\ne\n")
    assert [(block.text, block.quoted) for block in document.blocks] == [
        ("a 5\nlazy 6", True),
        ("b", True),
        ("c 7", False),
        ("d", False),
        ("e", False),
    ]
    assert place(document, "6") == ((2, 6), (2, 7))
    assert place(document, "7") == ((6, 5), (6, 6))


@pytest.mark.parametrize(
    ("quote", "quoted"),
    [
        ("> **Claim the order.** It is 5 ms.", False),
        ("> **Note**\n> 5 ms", False),
        ("> Note: 5 ms", False),
        ("> ⚠️ 5 ms", False),
        ("> *Tip:* 5 ms", False),
        ("> It is 5 ms, **they** say.", True),
        ("> Notes of 5 ms.", True),
        ("> ** 5 ms", True),
    ],
)
def test_callouts_are_the_writers_own(quote, quoted):
    assert page(quote).blocks[0].quoted is quoted


def test_code_is_kept_and_opaque():
    document = page("```py\nx = 5\n\ny = 6\n```\n\n    z = 7\n\n> ```\n> w = 8\n> ```\n\n- \tv = 9\n")
    code = [block for block in document.blocks if block.kind == "code"]
    assert [block.text for block in code] == ["x = 5\n\ny = 6", "z = 7", "w = 8"]
    assert all(block.opaque == ((0, len(block.text)),) for block in code)
    assert place(document, "y = 6") == ((4, 1), (4, 6))
    assert place(document, "z = 7") == ((7, 5), (7, 10))
    assert place(document, "w = 8") == ((10, 3), (10, 8))


def test_footnotes():
    document = page("A[^1] b.\n\n[^1]: Took 5 ms.\n[^b]: 6 ms\n\n    and 7 ms\n\nC\n")
    assert blocks("A[^1] b.\n\n[^1]: 43.\n") == [("paragraph", "A b."), ("paragraph", "43.")]
    assert [block.text for block in document.blocks] == ["A b.", "Took 5 ms.", "6 ms", "and 7 ms", "C"]
    assert place(document, "5 ms") == ((3, 12), (3, 16))
    assert place(document, "7 ms") == ((6, 9), (6, 13))


def test_images_are_figures():
    document = page(
        'Figure 1: Costs 4 ms\n\n![alt **5** ms](u "title 6")\n\n'
        'Text ![b](u) <img src=x alt="7 ms">\n\n![c](u)\n*Figure 2. Cap*\n'
    )
    assert [(block.kind, block.text, block.figure) for block in document.blocks] == [
        ("caption", "Figure 1: Costs 4 ms", 0),
        ("alt", "alt 5 ms", 0),
        ("title", "title 6", 0),
        ("paragraph", "Text", None),
        ("alt", "b", 1),
        ("alt", "7 ms", 2),
        ("caption", "Figure 2. Cap", 3),
        ("alt", "c", 3),
    ]
    assert document.figures[0].blocks == (0, 1, 2)
    assert place(document, "7 ms") == ((5, 30), (5, 34))
    assert document.location(document.blocks[1]) == "alt text"


def test_captions_must_look_like_captions():
    assert blocks("![a](u)\n\nFigure 3 shows 5 ms.") == [("alt", "a"), ("paragraph", "Figure 3 shows 5 ms.")]
    assert blocks("![a](u)\n\n**Fig. 3** — Costs")[1] == ("caption", "Fig. 3 — Costs")
    document = page("![a](u)\n\nFigure 3: Costs\n")
    assert document.figures[0].blocks == (0, 1)


def test_comments_and_history():
    source = (
        "a\n\n<!-- claimlint: history -->\n\nold 5 ms <!-- note -->\n\n"
        "<!-- claimlint: end -->\n\n`<!-- code -->`\n"
    )
    document = page(source)
    assert [comment.text for comment in document.comments] == [
        " claimlint: history ",
        " note ",
        " claimlint: end ",
    ]
    start, end = document.history[0]
    assert source[start:end].startswith("<!-- claimlint: history")
    assert source[start:end].endswith("claimlint: end -->")
    assert page("<!-- claimlint: history -->\nx").history == ((0, 29),)


def test_mdx():
    source = 'import X from "x5"\n\nexport const n = 5\n\n{/* claim: a */}\n\nText {/* 6 ms */} 7 ms\n'
    document = page(source, "a.mdx")
    assert [block.text for block in document.blocks] == ["Text  7 ms"]
    assert [comment.text for comment in document.comments] == [" claim: a ", " 6 ms "]
    assert texts("import 5 ms") == ["import 5 ms"]


def test_deep_quotes_are_read_and_too_deep_ones_are_reported():
    document = page("> " * 30 + "deep 5 ms")
    assert document.blocks[0].text == "deep 5 ms"
    assert document.problems == ()
    document = page("> " * 100_000 + "deep 5 ms\n\nafter 6 ms")
    assert document.blocks[-1].text == "after 6 ms"
    assert "nested too deep" in document.problems[0].message
    document = page("- " * 1000 + "deep 5 ms\n\nafter 6 ms")
    assert "nested too deep" in document.problems[0].message


def test_reference_definitions_are_no_text():
    assert texts("[a]: /u 'title 5'\n[b]: <x y>\n5 ms [a] [b]") == ["5 ms a b"]
    assert texts("[a]: not a definition 5") == ["[a]: not a definition 5"]
