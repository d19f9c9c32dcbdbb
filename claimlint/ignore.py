"""What git ignores: every `.gitignore` from the root down, and `.git/info/exclude`.

The patterns of gitignore(5), but for character classes by name (`[[:digit:]]`).  They are matched
here, and not by a regular expression, because a pattern such as `*a*a*a*a*b` in a repository that
one only reads must not take exponential time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable

from claimlint.records import NamedTuple

STAR, ANY = "*", "?"
Token = tuple[str, str]
"""`*`, `?`, `=` and one character, `[` and its characters, or `!` and the characters it excludes."""


class Pattern(NamedTuple):
    """One line: the tokens of each path segment (None is `**`)."""

    segments: tuple[tuple[Token, ...] | None, ...]
    negated: bool
    folders_only: bool


Chain = tuple[tuple[str, tuple[Pattern, ...]], ...]
"""Absolute folders with their patterns, the outermost first; a later one decides first."""


Plain = Callable[[str], bytes | None]
"""Reads the plain file at an absolute path; None when there is none."""


def above(folder: str, root: str, plain: Plain | None = None) -> Chain:
    """What holds at an absolute folder from the folders above it, up to the root.

    `plain` reads `.gitignore` files from elsewhere than the folders that they are in.

    Empty when they ignore that very folder: who names it wants it read.
    """
    if not folder.startswith(root.rstrip(os.sep) + os.sep):
        return ()
    chain: Chain = ()
    place = root
    for name in os.path.relpath(folder, root).split(os.sep):
        chain = extend(chain, place, (".git", ".gitignore"), plain)
        place = os.path.join(place, name)
        if matches(chain, place, True):
            return ()
    return chain


def extend(chain: Chain, folder: str, names: Container[str], plain: Plain | None = None) -> Chain:
    """The chain with the patterns of one more folder, which holds entries of these names."""
    for name, file in ((".git", os.path.join(".git", "info", "exclude")), (".gitignore", ".gitignore")):
        if name in names:
            path = os.path.join(folder, file)
            patterns = _read(path) if plain is None or name == ".git" else _parsed(plain(path) or b"")
            if patterns:
                chain = (*chain, (folder, patterns))
    return chain


def chain(folder: str, lines: Iterable[str]) -> Chain:
    """The patterns of some lines, which hold below an absolute folder."""
    patterns = tuple(pattern for line in lines if (pattern := parse(line)))
    return ((folder, patterns),) if patterns else ()


def covers(chain: Chain, path: str, root: str) -> bool:
    """Whether an absolute path, or a folder between it and the root, is ignored; False outside the root."""
    if not path.startswith(root.rstrip(os.sep) + os.sep):
        return False
    place = root
    parts = os.path.relpath(path, root).split(os.sep)
    for at, name in enumerate(parts):
        place = os.path.join(place, name)
        if matches(chain, place, at < len(parts) - 1):
            return True
    return False


def matches(chain: Chain, path: str, is_folder: bool) -> bool:
    """Whether an absolute path, whose folders are not ignored, is ignored itself."""
    for folder, patterns in reversed(chain):
        parts = path[len(folder) :].strip(os.sep).split(os.sep)
        for pattern in reversed(patterns):
            if (is_folder or not pattern.folders_only) and _path_matches(pattern.segments, parts):
                return not pattern.negated
    return False


def _read(path: str) -> tuple[Pattern, ...]:
    from claimlint.files import read_path

    # git does not follow a link here either.
    if os.path.islink(path):
        return ()
    try:
        return _parsed(read_path(path))
    except OSError:
        return ()


def _parsed(data: bytes) -> tuple[Pattern, ...]:
    lines = data.decode("utf-8", "surrogateescape").removeprefix("\ufeff").split("\n")
    return tuple(pattern for line in lines if (pattern := parse(line)))


def parse(line: str) -> Pattern | None:
    """The pattern of a line; None for a comment, a blank line, or what can match nothing."""
    line = line.removesuffix("\r")
    while line.endswith(" ") and not line.endswith("\\ "):
        line = line[:-1]
    if not line or line.startswith("#"):
        return None
    negated = line.startswith("!")
    line = line[negated:]
    folders_only = line.endswith("/")
    line = line.removesuffix("/")
    anchored = "/" in line
    parts = line.removeprefix("/").split("/")
    segments: list[tuple[Token, ...] | None] = [] if anchored else [None]
    for part in parts:
        if part == "**":
            segments.append(None)
        else:
            tokens = _tokens(part)
            if not tokens:
                return None
            segments.append(tokens)
    if segments[-1] is None:
        segments.append(((STAR, ""),))  # `a/**` is what lies in a, not a itself
    return Pattern(tuple(segments), negated, folders_only)


def _tokens(part: str) -> tuple[Token, ...]:
    """The tokens of one path segment; empty when it can match nothing."""
    tokens: list[Token] = []
    at = 0
    while at < len(part):
        character = part[at]
        at += 1
        if character in (STAR, ANY):
            if character == ANY or not tokens or tokens[-1][0] != STAR:
                tokens.append((character, ""))
        elif character == "\\":
            if at == len(part):
                return ()
            tokens.append(("=", part[at]))
            at += 1
        elif character == "[":
            sign = "!" if part[at : at + 1] in ("!", "^") else "["
            at += sign == "!"
            members = ""
            first = True
            while first or part[at : at + 1] != "]":
                first = False
                escaped = part[at : at + 1] == "\\"
                at += escaped
                low = part[at : at + 1]
                if not low:
                    return ()
                if part[at + 1 : at + 2] == "-" and part[at + 2 : at + 3] not in ("", "]"):
                    members += "".join(map(chr, range(ord(low), min(ord(part[at + 2]), ord(low) + 255) + 1)))
                    at += 3
                else:
                    members += low
                    at += 1
            at += 1
            tokens.append((sign, members))
        else:
            tokens.append(("=", character))
    return tuple(tokens)


def _path_matches(segments: tuple[tuple[Token, ...] | None, ...], parts: list[str]) -> bool:
    """Whether the segments match all parts; at most segments × parts comparisons."""
    i = j = 0
    star, mark = -1, 0
    while j < len(parts):
        if i < len(segments) and segments[i] is None:
            star, mark = i, j
            i += 1
        elif i < len(segments) and _name_matches(segments[i] or (), parts[j]):
            i += 1
            j += 1
        elif star >= 0:
            mark += 1
            i, j = star + 1, mark
        else:
            return False
    return i == len(segments)


def _name_matches(tokens: tuple[Token, ...], name: str) -> bool:
    """Whether the tokens match the whole name; at most tokens × characters comparisons."""
    i = j = 0
    star, mark = -1, 0
    while j < len(name):
        kind, members = tokens[i] if i < len(tokens) else ("", "")
        if kind == STAR:
            star, mark = i, j
            i += 1
        elif kind and (kind == ANY or (name[j] in members) == (kind != "!")):
            i += 1
            j += 1
        elif star >= 0:
            mark += 1
            i, j = star + 1, mark
        else:
            return False
    return all(kind == STAR for kind, _ in tokens[i:])
