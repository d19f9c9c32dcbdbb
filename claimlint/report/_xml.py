"""XML text and attributes: what XML 1.0 has no characters for is spelled out, and markup is escaped.

All of it is ASCII, so that every terminal and pipe can carry it.
"""

from __future__ import annotations

from claimlint.report.terminal import visible

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escaped(line: str) -> str:
    """One line of a document, or of a message about it, as text or as an attribute's value."""
    text = visible(line).translate(_MARKUP).encode("ascii", "xmlcharrefreplace").decode("ascii")
    # `##` would begin a command to a runner that prints the file.
    return text.replace("##", "#&#35;")


def attributes(**values: str | int | None) -> str:
    """The attributes of a tag, each with a space before it; those that are None are left out."""
    return "".join(f' {name}="{escaped(str(value))}"' for name, value in values.items() if value is not None)
