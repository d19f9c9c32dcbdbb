"""Patterns of `.gitignore`: an input is a list of patterns; a slow matcher by recursion is the oracle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import harness
import tokens

from claimlint import ignore
from claimlint.ignore import ANY, STAR, Pattern, Token

WORDS = tokens.IGNORE
PATHS = ("a", "b", "ab", "a.md", "doc/a.md", "a/b/c", "doc/x y/b.md", "[a]", "!a", "a/a/a/a/a/b", "\\", "é/µ")


def check(text: str) -> None:
    lines = text.split("\n")
    patterns = [pattern for line in lines if (pattern := ignore.parse(line))]
    for pattern in patterns:
        assert pattern.segments
        assert all(segment is None or segment for segment in pattern.segments)
    chain: ignore.Chain = (("/root", tuple(patterns)),)
    for path in (*PATHS, *(line.strip("/") for line in lines[:3] if line.strip("/"))):
        for is_folder in (False, True):
            found = ignore.matches(chain, f"/root/{path}", is_folder)
            assert found == ignore.matches(chain, f"/root/{path}", is_folder)
            if len(text) < 300:
                parts = tuple(path.strip("/").split("/"))
                assert found == _decided(patterns, parts, is_folder)


def _decided(patterns: list[Pattern], parts: tuple[str, ...], is_folder: bool) -> bool:
    for pattern in reversed(patterns):
        if (is_folder or not pattern.folders_only) and _path(pattern.segments, parts):
            return not pattern.negated
    return False


def _path(segments: tuple[tuple[Token, ...] | None, ...], parts: tuple[str, ...]) -> bool:
    @cache
    def match(i: int, j: int) -> bool:
        if i == len(segments):
            return j == len(parts)
        segment = segments[i]
        if segment is None:
            return match(i + 1, j) or (j < len(parts) and match(i, j + 1))
        return j < len(parts) and _name(segment, parts[j]) and match(i + 1, j + 1)

    return match(0, 0)


def _name(segment: tuple[Token, ...], name: str) -> bool:
    @cache
    def match(i: int, j: int) -> bool:
        if i == len(segment):
            return j == len(name)
        kind, members = segment[i]
        if kind == STAR:
            return match(i + 1, j) or (j < len(name) and match(i, j + 1))
        fits = j < len(name) and (kind == ANY or (name[j] in members) != (kind == "!"))
        return fits and match(i + 1, j + 1)

    return match(0, 0)


def seeds() -> Iterator[str]:
    for text in harness.strings("test_shell_ignore", "test_shell_files"):
        if len(text) < 200:
            yield text
