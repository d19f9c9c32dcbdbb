"""The markup scanner."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimlint.document.markup import decoded, scan, value


def events(source, xml=True):
    return [(event.kind, source[event.start : event.end]) for event in scan(source, xml=xml)]


def test_events():
    source = "<?x?><!DOCTYPE a><A b='1' c=2 d>t&amp;<!--k--><![CDATA[<q>]]></A><e/>"
    assert events(source) == [
        ("pi", "<?x?>"),
        ("pi", "<!DOCTYPE a>"),
        ("start", "<A b='1' c=2 d>"),
        ("text", "t&amp;"),
        ("comment", "<!--k-->"),
        ("cdata", "<![CDATA[<q>]]>"),
        ("end", "</A>"),
        ("start", "<e/>"),
    ]
    tag = list(scan(source, xml=True))[2]
    assert [value(source, tag, name) for name in ("b", "c", "d", "x")] == ["1", "2", "", None]
    assert list(scan(source, xml=True))[7].closed


def test_names_are_lower_case_in_html():
    event = next(scan("<ImG ALT='5 &lt;'>", xml=False))
    assert event.name == "img"
    assert value("<ImG ALT='5 &lt;'>", event, "alt") == "5 <"


def test_a_mere_less_than_sign_is_text():
    assert {kind for kind, _ in events("a < 5 <6 <- b")} == {"text"}
    assert "".join(piece for _, piece in events("a < 5 <6 <- b")) == "a < 5 <6 <- b"


def test_scripts_are_skipped_in_html():
    assert events("<script>a<b></b></script>c", xml=False) == [
        ("start", "<script>"),
        ("end", "</script>"),
        ("text", "c"),
    ]


def test_only_known_entities_are_decoded():
    source = "a&lt;&#52;&#x33;&nbsp;&bogus;&b"
    pieces = [
        (characters or source[start:end], start, end)
        for characters, start, end in decoded(source, 0, len(source))
    ]
    assert "".join(piece[0] for piece in pieces) == "a<43\xa0&bogus;&b"
    assert pieces[1] == ("<", 1, 5)


@pytest.mark.parametrize("source", ["<a", "<a b='", "<!-- ", "<![CDATA[", "<!x", "<?x", "<a b=c"])
def test_what_is_not_closed_is_a_problem(source):
    problems = [event for event in scan("x" + source, xml=True) if event.kind == "problem"]
    assert [event.start for event in problems] == [1]


@given(st.text(alphabet="<>/!?-[]a='\" &;x", max_size=60), st.booleans())
def test_events_are_in_order_and_inside_the_source(source, xml):
    at = 0
    for event in scan(source, xml=xml):
        assert at <= event.start < event.end <= len(source)
        at = event.end
        for start, end in event.attributes.values():
            assert event.start <= start <= end <= event.end
