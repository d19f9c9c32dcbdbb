"""Marp and Slidev decks."""

from __future__ import annotations

import pytest

from claimlint.document import read


def slides(document):
    return [(block.kind, block.text, block.slide) for block in document.blocks]


def test_marp_splits_at_thematic_breaks_and_never_at_setext_underlines():
    document = read(
        "a.md",
        "---\nmarp: true\ntitle: T 4\n---\n\n# One\n\nSet 5\n---\n\n***\n\n<!-- _class: lead -->\n"
        "Two 6 ms\n\n<!-- Say 7 ms. -->\n\n---\n\n```\n---\n```\n\n- x\n\n  ---\n\nthree <!-- also 8 -->\n",
    )
    assert slides(document) == [
        ("title", "T 4", 1),
        ("heading", "One", 1),
        ("heading", "Set 5", 1),
        ("paragraph", "Two 6 ms", 2),
        ("note", "Say 7 ms.", 2),
        ("code", "---", 3),
        ("item", "x", 3),
        ("paragraph", "three", 3),
        ("note", "also 8", 3),
    ]
    assert document.slides == 3
    assert document.location(document.blocks[4]) == "slide 2, notes"
    assert document.position(document.blocks[4].source(4, 8)[0]) == (16, 10)


def test_marp_heading_divider():
    document = read("a.md", "---\nmarp: true\nheadingDivider: 2\n---\n# A\na\n## B\n### C\n\n---\n\n## D\n")
    assert [(text, slide) for _, text, slide in slides(document)] == [
        ("A", 1),
        ("a", 1),
        ("B", 2),
        ("C", 2),
        ("D", 3),
    ]
    assert document.slides == 3


def test_directives_are_no_notes():
    source = "---\nmarp: true\n---\n\n<!-- fit -->\n\n<!-- paginate: true\nclass: a -->\n\n"
    source += "<!-- claimlint: history -->\n\n<!-- claim: a[b] -->\n\n"
    source += "<!-- markdownlint-disable -->\n\n<!-- Note: 5 -->\n"
    assert [block.text for block in read("a.md", source).blocks] == ["Note: 5"]


def test_slidev_splits_at_any_line_of_dashes():
    document = read(
        "deck/slides.md",
        "---\ntheme: default\n---\n\n# One 1\n---\nlayout: center\nclass: x5\n---\n\n"
        "Two 2\n---\n\n```md\n---\n```\n\n"
        "<!--\nnote 3\n---\nmore\n-->\n---\n\nFour 4 ms\n",
    )
    assert slides(document) == [
        ("heading", "One 1", 1),
        ("paragraph", "Two 2", 2),
        ("code", "---", 3),
        ("note", "note 3\n---\nmore", 3),
        ("paragraph", "Four 4 ms", 4),
    ]
    assert document.slides == 4
    assert document.position(document.blocks[1].source(0, 1)[0]) == (11, 1)


@pytest.mark.parametrize(
    ("path", "source", "count"),
    [
        ("a.md", "---\ntheme: seriph\n---\n# A\n\n---\nlayout: two-cols\n---\n\n# B\n", 2),
        ("a.md", "---\ncanvasWidth: 800\n---\n# A\n\n---\n\n# B\n", 2),
        ("slides.md", "# A\n\n---\n\n# B\n", 2),
        ("slides.md", "# A\n", 0),
        ("a.md", "# A\n\n---\n\n# B\n", 0),
        ("a.md", "---\nlayout: post\n---\n# A\n\n---\n\n# B\n", 0),
        ("a.md", "---\nformat: revealjs\n---\n# A\n\n## B\n\n---\n\nC\n", 3),
        ("a.md", "---\nformat:\n  revealjs:\n    x: 1\n---\n# A\n\n## B\n", 2),
        ("a.md", "---\nmarp: false\n---\n# A\n\n---\n\n# B\n", 0),
    ],
)
def test_which_files_are_decks(path, source, count):
    document = read(path, source)
    assert document.slides == count
    assert all((block.slide is not None) == (count > 0) for block in document.blocks)


def test_a_page_has_no_notes():
    assert read("a.md", "a\n\n<!-- note 5 -->\n").blocks[-1].kind == "paragraph"
