"""Raw HTML inside Markdown."""

from __future__ import annotations

from claimlint.document import read


def page(text):
    return read("a.md", text)


def blocks(text):
    return [(block.kind, block.text) for block in page(text).blocks]


def grid(document, table=0):
    return [
        [None if index is None else document.blocks[index].text for index in row]
        for row in document.tables[table].rows
    ]


def test_spans_stand_at_each_place_they_cover():
    document = page(
        "<table><caption>Table 1</caption>\n<thead><tr><th>A<th>B<th>C</thead>\n"
        "<tr><td rowspan=2>x</td><td colspan='2'>1&nbsp;ms</td></tr>\n<tr><td>2</td></tr>\n"
        "<tr><td rowspan=9>y</table>\n"
    )
    assert grid(document) == [
        ["A", "B", "C"],
        ["x", "1\xa0ms", "1\xa0ms"],
        ["x", "2"],
        ["y"],
    ]
    table = document.tables[0]
    assert table.headers == 1
    assert document.blocks[table.caption].text == "Table 1"
    assert [block.text for block in document.blocks if block.cell and block.cell.header] == ["A", "B", "C"]
    value = next(block for block in document.blocks if block.text == "2")
    assert document.location(value) == 'table row "x"'
    assert document.position(value.source(0, 1)[0]) == (4, 9)


def test_header_cells_beside_data_are_row_headers():
    document = page("<table><tr><th>h<th>i<tr><th>r<td>5</table>")
    assert document.tables[0].headers == 1
    assert [block.text for block in document.blocks if block.cell.header] == ["h", "i"]


def test_a_cell_goes_on_over_blank_lines():
    document = page(
        "<table>\n<tr><td>\n\n**43** µs\n\n- and 5 ms\n\n</td><td>b<br>c</td></tr>\n\n</table>\n\nafter\n"
    )
    assert grid(document) == [["43 µs", "b\nc"]]
    assert [(block.kind, block.text, block.cell and block.cell.column) for block in document.blocks] == [
        ("cell", "43 µs", 0),
        ("cell", "and 5 ms", 0),
        ("cell", "b\nc", 1),
        ("paragraph", "after", None),
    ]


def test_nested_tables_and_empty_cells():
    document = page("<table><tr><td>a<table><tr><td>b</td></tr></table></td><td></td></tr></table>")
    assert grid(document) == [["a", ""]]
    assert grid(document, 1) == [["b"]]


def test_hostile_spans_are_bounded():
    document = page("<table>" + "<tr><td colspan=99999999 rowspan=99999999>5" * 300)
    assert len(document.tables[0].rows) <= 300
    assert sum(index is not None for row in document.tables[0].rows for index in row) <= 201_000


def test_figures():
    document = page(
        '<figure>\n<img src=x alt="alt 4 &micro;s">\n'
        "<figcaption>Any <b>caption</b> 5 ms</figcaption></figure>\n\n"
        "<figure><table><tr><td>6</table><figcaption>Of a table</figcaption></figure>\n"
    )
    assert [(block.kind, block.text, block.figure) for block in document.blocks] == [
        ("alt", "alt 4 µs", 0),
        ("caption", "Any caption 5 ms", 0),
        ("cell", "6", 1),
        ("caption", "Of a table", 1),
    ]
    assert document.tables[0].caption == 3
    at = document.blocks[0].text.index("µ")
    assert document.position(document.blocks[0].source(at, at + 1)[0]) == (2, 23)


def test_paragraphs_lists_headings_and_quotes():
    source = (
        "<div>\n<h2>2. Two</h2>\n<p>a <em>5</em> ms<p>b\n<ul><li>c<li>d<p>e</ul>\n"
        "<dl><dt>f<dd>g</dl>\n<blockquote>h</blockquote><pre>i 5</pre>j <sup>[1]</sup></div>\n"
    )
    document = page(source)
    assert [(block.kind, block.text) for block in document.blocks] == [
        ("heading", "2. Two"),
        ("paragraph", "a 5 ms"),
        ("paragraph", "b"),
        ("item", "c"),
        ("item", "d"),
        ("item", "e"),
        ("term", "f"),
        ("item", "g"),
        ("paragraph", "h"),
        ("code", "i 5"),
        ("paragraph", "j"),
    ]
    assert document.sections[1].number == "2"
    assert [block.text for block in document.blocks if block.quoted] == ["h"]
    assert document.blocks[4].item == document.blocks[5].item != document.blocks[3].item


def test_details_keep_their_markdown():
    assert blocks("<details><summary>More 5</summary>\n\n**6** ms\n\n</details>\n") == [
        ("paragraph", "More 5"),
        ("paragraph", "6 ms"),
    ]


def test_a_heading_closes_what_was_left_open():
    document = page("<blockquote>\n\na\n\n# B\n\nc\n")
    assert [(block.text, block.quoted) for block in document.blocks] == [
        ("a", True),
        ("B", False),
        ("c", False),
    ]


def test_scripts_styles_and_comments_are_no_text():
    document = page("<div>a<script>x = 5 < 6</script><style>p{width:5}</style>b<!-- 7 --></div>\n")
    assert [block.text for block in document.blocks] == ["ab"]
    assert [comment.text for comment in document.comments] == [" 7 "]


def test_comment_blocks_span_blank_lines():
    source = "<!-- a\n\n5 ms\n\n-->\n\nb\n"
    document = page(source)
    assert [block.text for block in document.blocks] == ["b"]
    comment = document.comments[0]
    assert source[comment.start : comment.end] == "<!-- a\n\n5 ms\n\n-->"


def test_drawings_go_on_over_blank_lines():
    source = (
        'x\n\n<svg viewBox="0 0 9 9">\n  <text x="1" y="2">43 µs</text>\n\n'
        '    <text x="1" y="20">82 &#181;s</text>\n\n- <title>T</title>\n\n</svg>\n\nFigure 4: After\n\ny 5\n'
    )
    document = page(source)
    assert [(block.kind, block.text, block.figure) for block in document.blocks] == [
        ("paragraph", "x", None),
        ("label", "43 µs", 0),
        ("label", "82 µs", 0),
        ("title", "T", 0),
        ("caption", "Figure 4: After", 0),
        ("paragraph", "y 5", None),
    ]
    assert document.figures[0].readable
    start, end = document.blocks[2].source(0, 5)
    assert source[start:end] == "82 &#181;s"


def test_drawings_inside_paragraphs_and_quotes():
    assert blocks("a <svg><text>5</text></svg> b") == [("paragraph", "a  b"), ("label", "5")]
    document = page("> <svg>\n> <text>5 ms</text>\n> </svg>\n")
    assert [(block.text, block.quoted) for block in document.blocks] == [("5 ms", True)]
    assert page("<svg><path d='M1 2'/></svg>\n").figures[0].readable is False


def test_a_drawing_that_is_not_closed_is_reported():
    document = page("<svg>\n<text>5</text>\n\nafter 6\n")
    assert "not closed" in document.problems[0].message
    assert [block.text for block in document.blocks] == ["after 6"]
