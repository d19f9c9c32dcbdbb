"""SVG: labels, their places and groups, and what is not well-formed."""

from __future__ import annotations

import pytest

from claimlint.document import read


def drawing(inside, attributes=""):
    return read("a.svg", f'<svg xmlns="http://www.w3.org/2000/svg"{attributes}>{inside}</svg>')


def labels(inside):
    return [block.text for block in drawing(inside).blocks if block.kind == "label"]


def test_separate_labels_stay_separate():
    ticks = "".join(
        f'<text x="{10 + 140 * at}" y="20">{t}</text>' for at, t in enumerate(["10 µs", "100 µs", "1 ms"])
    )
    assert labels(f"<g font-size='11'>{ticks}</g>") == ["10 µs", "100 µs", "1 ms"]
    close = '<text x="420" y="9">9 ms</text><text x="450" y="9">11 ms</text><text x="480" y="9">18 ms</text>'
    assert labels(f"<g font-size='11'>{close}</g>") == ["9 ms", "11 ms", "18 ms"]
    assert labels("<text>10 µs</text><text>100 µs</text>") == ["10 µs", "100 µs"]


def test_labels_have_places_and_groups():
    document = drawing(
        '<g transform="translate(100, 5)"><text x="1" y="2px">a</text><g transform="translate(10) rotate(9)">'
        '<text x="1">b</text></g></g><g><text transform="matrix(1 0 0 1 7 8)">c</text></g>'
    )
    assert [(b.text, b.x, b.y, b.group) for b in document.blocks] == [
        ("a", 101.0, 7.0, (1,)),
        ("b", 111.0, 5.0, (1, 2)),
        ("c", 7.0, 8.0, (3,)),
    ]
    assert [block.figure for block in document.blocks] == [0, 0, 0]
    assert document.figures[0].blocks == (0, 1, 2)


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ('MOVE <tspan dx="4">121 / 64</tspan> GB/s', ["MOVE 121 / 64 GB/s"]),
        ("<tspan font-weight='bold'>82</tspan> µs", ["82 µs"]),
        (
            'two to three<tspan x="5" dy="14">orders of magnitude</tspan>',
            ["two to three\norders of magnitude"],
        ),
        ('<tspan x="5" y="1">one</tspan><tspan x="5" y="20">two 5</tspan>', ["one\ntwo 5"]),
        ('<tspan x="5">10 µs</tspan><tspan x="205">100 µs</tspan>', ["10 µs", "100 µs"]),
        ('<tspan x="5" y="1">a 5</tspan><tspan x="90" y="80">b 6</tspan>', ["a 5", "b 6"]),
        ('10<tspan dy="-5" font-size="8">3</tspan> B', ["10^3 B"]),
        ('10<tspan baseline-shift="super">-6</tspan> s', ["10^-6 s"]),
        ('H<tspan dy="4">2</tspan>O', ["H2O"]),
        ("  43\n  &#181;s  ", ["43 µs".replace(" ", "\n")]),
        ("a &lt; 5 &times; 6 <![CDATA[& 7]]>", ["a < 5 × 6 & 7"]),
        ('<a href="x">43</a> µs<title>tip</title>', ["43 µs"]),
    ],
)
def test_one_text(inside, expected):
    assert labels(f'<text x="5" y="1">{inside}</text>') == expected


def test_a_unit_set_beside_its_number_joins_it():
    # 43 in 16 units of 0.55 em is 17.6 wide.
    assert labels('<text x="100" y="5">43</text><text x="122" y="5">µs</text>') == ["43 µs"]
    assert labels('<text x="100" y="5">43</text><text x="160" y="5">µs</text>') == ["43", "µs"]
    assert labels('<text x="100" y="5">43</text><text x="122" y="9">µs</text>') == ["43", "µs"]
    assert labels('<text x="100" y="5">43</text><g><text x="122" y="5">µs</text></g>') == ["43", "µs"]


def test_joined_labels_keep_their_places():
    document = drawing('<text x="100" y="5">43</text><text x="122" y="5">µs</text>')
    text = document.text
    start, end = document.blocks[0].source(3, 5)
    assert text[start:end] == "µs"
    assert text[slice(*document.blocks[0].source(0, 2))] == "43"


def test_what_is_said_of_the_drawing():
    document = drawing(
        "<title>T 5</title><desc>D &lt; 6</desc>"
        '<g aria-label="A &quot;7&quot;"><title>U</title><text>x</text></g>',
        ' aria-label="R 8"',
    )
    assert [(block.kind, block.text) for block in document.blocks] == [
        ("alt", "R 8"),
        ("title", "T 5"),
        ("desc", "D < 6"),
        ("alt", 'A "7"'),
        ("title", "U"),
        ("label", "x"),
    ]
    alt = document.blocks[3]
    assert document.text[slice(*alt.source(2, 5))] == "&quot;7&quot;"
    assert document.location(alt) == "alt text"


@pytest.mark.parametrize(
    "inside",
    [
        "<style>.a{width:5}</style>",
        "<script>x = 5</script>",
        "<defs><text>5</text></defs>",
        "<symbol><text>5</text></symbol>",
        "<g display='none'><text>5</text></g>",
        "<text style='fill: red; display : none'>5</text>",
        "<text visibility='hidden'>5</text>",
        "<metadata>5 ms</metadata>",
        "stray 5",
        "<path d='M 5 6'/>",
    ],
)
def test_what_is_not_shown_is_not_read(inside):
    document = drawing(inside)
    assert document.blocks == ()
    assert document.figures[0].readable is False
    assert drawing(inside + "<text>6</text>").figures[0].readable


def test_the_first_branch_of_a_switch():
    inside = '<div xmlns="h">Cost<br/>5 <b>ms</b> 10<sup>3</sup></div><p>q</p>'
    branch = f'<foreignObject x="3" y="4">{inside}</foreignObject>'
    document = drawing(f"<switch>{branch}<text>Co...</text></switch><text>z</text>")
    assert [block.text for block in document.blocks] == ["Cost\n5 ms 10^3\n\nq", "z"]
    assert (document.blocks[0].x, document.blocks[0].y) == (3.0, 4.0)
    assert labels("<switch><g/><text>b</text><text>c</text></switch>") == ["b"]


def test_matplotlib_leaves_its_text_in_comments():
    document = drawing(
        '<!-- Created with matplotlib 5 --><g id="figure_1"><!-- 9 --><g id="text_3"><!-- 43 µs -->'
        '<g style="x" transform="translate(7 8) scale(0.1 -0.1)">'
        '<defs><path id="D"/></defs><use href="#D"/></g></g></g>'
    )
    assert [(block.kind, block.text, block.x, block.y) for block in document.blocks] == [
        ("label", "43 µs", 7.0, 8.0)
    ]
    assert document.text[slice(*document.blocks[0].source(0, 5))] == "43 µs"
    assert len(document.comments) == 3
    assert labels('<g id="text_1"><!-- 43 --><text>43</text></g>') == ["43"]


@pytest.mark.parametrize(
    ("source", "words", "texts"),
    [
        ("<svg><text>5 ms</svg>", "<text> is not closed", ["5 ms"]),
        ("<svg><text>5 ms</text>", "<svg> is not closed", ["5 ms"]),
        ("<svg></g><text>5 ms</text></svg>", "</g> closes nothing", ["5 ms"]),
        ("<svg><g><text>5 ms</text></svg>", "<g> is not closed", ["5 ms"]),
        ("<svg><text>5 ms</text><rect x='1></svg>", "not well formed", ["5 ms"]),
        ("<svg><text>5 ms</text><rect x=", "not", ["5 ms"]),
        ("<svg><text>5 ms</text><!-- x </svg>", "a comment", ["5 ms"]),
        ("<svg><text>5 ms</text><![CDATA[ x </svg>", "CDATA", ["5 ms"]),
        ('<!DOCTYPE svg [<!ENTITY a "5">]><svg><text>&a; ms</text></svg>', "refused", []),
    ],
)
def test_not_well_formed(source, words, texts):
    document = read("a.svg", source)
    assert len(document.problems) == 1
    assert words in document.problems[0].message
    assert [block.text for block in document.blocks] == texts
    assert 0 <= document.problems[0].offset <= len(source)


def test_a_public_doctype_and_processing_instructions_are_fine():
    head = '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://x/svg11.dtd">'
    document = read("a.svg", head + "<svg:svg xmlns:svg='x'><svg:text>5 ms</svg:text></svg:svg>")
    assert document.problems == ()
    assert [block.text for block in document.blocks] == ["5 ms"]


def test_deep_and_empty_drawings():
    document = read("a.svg", "<g>" * 100_000 + "<text>5</text>")
    assert document.blocks[0].text == "5"
    assert len(document.blocks[0].group) <= 64
    assert any("nested too deep" in problem.message for problem in document.problems)
    assert read("a.svg", "").figures[0].readable is False


def test_places_beyond_every_number_are_bounded():
    inside = '<text x="1e999" y="-1e999" font-size="9e300em">5 ms</text><text x="nan" y="inf">6 ms</text>'
    shift = "translate(1e999 -1e999) matrix(1 0 0 1 -1e999 1e999)"
    for text in (inside, f'<g transform="{shift}">{inside}</g>'):
        document = drawing(text)
        assert [block.text for block in document.blocks] == ["5 ms", "6 ms"]
        places = [place for block in document.blocks for place in (block.x, block.y)]
        assert all(place is not None and abs(place) < 1e12 for place in places)
