"""Plain text."""

from __future__ import annotations

import pytest

from claimlint.document import read


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_paragraphs_stand_between_blank_lines(end):
    document = read("a.txt", end.join(["", "a 5 ms", "b *6* ms  ", " \t", "c &lt; 7", ""]))
    assert [(block.kind, block.text) for block in document.blocks] == [
        ("paragraph", "a 5 ms\nb *6* ms"),
        ("paragraph", "c &lt; 7"),
    ]
    block = document.blocks[0]
    at = block.text.index("*6*")
    assert document.position(block.source(at, at + 3)[0]) == (3, 3)
    assert document.position(document.blocks[1].source(7, 8)[0]) == (5, 8)


def test_items():
    document = read(
        "a.txt", "Costs:\n- 5 ms\n  more\n* 6 ms\n1. seven\n2) eight\n\n  9. nine\nplain\n82. not an item\n"
    )
    assert [(block.kind, block.text, block.item) for block in document.blocks] == [
        ("paragraph", "Costs:", None),
        ("item", "5 ms\n  more", 1),
        ("item", "6 ms", 2),
        ("item", "seven", 3),
        ("item", "eight", 4),
        ("item", "nine\nplain", 5),
        ("item", "not an item", 6),
    ]
    wrapped = read("a.txt", "It takes\n82. Then\n-5 ms is not\n*bold*")
    assert [block.kind for block in wrapped.blocks] == ["paragraph"]


def test_other_line_separators_do_not_split():
    document = read("a.txt", "a\u2028b\x0c5\x85c")
    assert [block.text for block in document.blocks] == ["a\u2028b\x0c5\x85c"]


@pytest.mark.parametrize("text", ["", "\n\n", " \t\r"])
def test_nothing(text):
    assert read("a.txt", text).blocks == ()
