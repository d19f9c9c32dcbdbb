"""Sentences of a block."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimlint.document.sentences import sentences


def split(text):
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "It takes 3.5 ms at 4.0 GB/s.",
        "A few, e.g. 43 µs or i.e. that, are fast.",
        "Moving (cf. Fig. 5 and Sec. 4) vs. computing.",
        "It is approx. 5 ms, ca. 6 ms.",
        "J. R. Smith measured 5 ms.",
        "Wait ... and see.",
        "Wait... Then 5 ms.",
        "Eq. 4 and no. 5, p. 12, vol. 3, max. 10 GB.",
        "First this; second that: 5 ms.",
        "Smith et al. 2020 say 5 ms.",
        "A line\nbreak is no end.",
        "v. 1.2 is out",
        "",
        "   ",
    ],
)
def test_one_sentence(text):
    assert split(text) == ([text.strip()] if text.strip() else [])


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It takes 43 µs. That is fast.", ["It takes 43 µs.", "That is fast."]),
        ("It takes 43. 82 µs is slow.", ["It takes 43.", "82 µs is slow."]),
        ("Is it? It is! Yes.", ["Is it?", "It is!", "Yes."]),
        ("It ends. “Quoted” text.", ["It ends.", "“Quoted” text."]),
        ('He said "5 ms." Then he left.', ['He said "5 ms."', "Then he left."]),
        ("(It is 5 ms.) Next one.", ["(It is 5 ms.)", "Next one."]),
        ("It takes 5 ms.\nNext line.", ["It takes 5 ms.", "Next line."]),
        ("One\n\ntwo", ["One", "two"]),
        ("Costs:\n- 5 ms\n- 6 ms", ["Costs:", "- 5 ms", "- 6 ms"]),
        ("Steps:\n1. Go\n2. Stop", ["Steps:", "1. Go", "2. Stop"]),
        ("It takes 5 sec. The next takes 6.", ["It takes 5 sec.", "The next takes 6."]),
        ("It is fast. ≥ 18 ms is slow.", ["It is fast.", "≥ 18 ms is slow."]),
        ("It draws 5 W. The idle draw is 2 W.", ["It draws 5 W.", "The idle draw is 2 W."]),
        ("是。 43 ms。好", ["是。", "43 ms。", "好"]),
        ("**It is.** Then.", ["**It is.**", "Then."]),
        ("Costs, storage, etc. The next.", ["Costs, storage, etc.", "The next."]),
    ],
)
def test_several_sentences(text, parts):
    assert split(text) == parts


@given(st.text(alphabet="aA. \n!?5\"')-", max_size=80))
def test_sentences_cover_all_that_is_not_white(text):
    ranges = sentences(text)
    at = 0
    for start, end in ranges:
        assert start < end
        assert not text[at:start].strip()
        assert text[start:end] == text[start:end].strip()
        at = end
    assert not text[at:].strip()


@pytest.mark.parametrize("unit", ["!", ". ", "...", "A. ", "\n", ' ."', "\n- ", "1. ", "-", "e.g. ", "\t"])
def test_long_texts_are_read(unit):
    text = unit * 200_000
    assert all(start < end for start, end in sentences(text))
