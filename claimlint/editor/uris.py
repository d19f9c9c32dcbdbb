"""URIs of documents and paths of files."""

from __future__ import annotations

import os
import re
from urllib.parse import quote, unquote, urlsplit

_DRIVE = re.compile(r"/?([A-Za-z])[:|](?=[/\\]|$)")


def path_of(uri: str, windows: bool = os.name == "nt") -> str | None:
    """The absolute path of a `file:` URI, None when it names no file of this machine."""
    try:
        scheme, host, path, _, _ = urlsplit(uri)
    except ValueError:
        return None
    if scheme.lower() != "file" or not path.startswith("/"):
        return None
    path = unquote(path, errors="surrogateescape")
    if "\x00" in path:
        return None
    drive = _DRIVE.match(path)
    if not windows:
        return None if drive or host not in ("", "localhost") else os.path.normpath("/" + path.lstrip("/"))
    import ntpath

    if host not in ("", "localhost"):
        return ntpath.normpath(f"//{host}{path}")
    return ntpath.normpath(f"{drive[1].upper()}:{path[drive.end() :] or '/'}") if drive else None


def uri_of(path: str, windows: bool = os.name == "nt") -> str:
    """The `file:` URI of an absolute path."""
    if not windows:
        return "file://" + quote(os.fsencode(path))
    path = path.replace("\\", "/")
    if path.startswith("//"):
        return "file:" + quote(path, errors="surrogateescape")
    return f"file:///{path[:2]}{quote(path[2:], errors='surrogateescape')}"


def name_of(uri: str) -> str:
    """The last part of any URI, for a document that is no file: `Untitled-1`."""
    rest = uri.partition(":")[2].partition("?")[0].partition("#")[0]
    name = unquote(rest).replace("\\", "/").rstrip("/").rpartition("/")[2]
    return "".join(character for character in name if character.isprintable())[:200] or "document"
