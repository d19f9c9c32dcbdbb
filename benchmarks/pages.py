"""Pages that the benchmarks make up: prose, tables, one long line, and words without a number."""

from __future__ import annotations

MODEL = """\
# Numbers

## 1. Hardware

```yaml quantities
image_size: {value: 12 GB, aka: [image]}
link_rate:
  status: assumed
  caveat: no-link-measured
  aka: [link rate]
  cases:
    fast: 240 MB/s
    slow: 60 MB/s
copy_time: {value: = image_size / link_rate, unit: s, aka: [copy, copying]}
```

```yaml caveats
no-link-measured:
  text: No link was measured.
```
"""

SENTENCES = (
    "Copying the image of 12 GB takes 50 s at 240 MB/s and 200 s at 60 MB/s.",
    "The cache answers in 3 ms where the scan needs 36 ms, which is 12x faster.",
    "Between 10 and 40 % of the requests wait for *another* [queue](queue.md), as `top` shows.",
    "A queue that is never empty hides the work that nobody asked for, and so does a long list.",
    "Since 2019 the service has kept **1,200 connections** open, at about 25 KiB each.",
    "What follows from this is left to the reader, who has seen the drawing above.",
    "Restarting is slow on purpose: it gives every client the time to notice and to back off.",
)
WORDS = tuple(s for s in SENTENCES if not any(c.isdigit() for c in s))


def prose(size: int) -> str:
    """Paragraphs under headings, at least `size` bytes; a fifth of the sentences hold numbers."""
    return _repeat(size, _paragraph)


def words(size: int) -> str:
    """The same without anything that could be a claim."""
    return _repeat(size, lambda at: f"## {_title(at)}\n\n" * (at % 5 == 0) + " ".join(WORDS * 2) + "\n\n")


def tables(size: int) -> str:
    """Tables of twenty rows each."""
    return _repeat(size, _table)


def one_line(size: int) -> str:
    """One paragraph on one line."""
    return _repeat(size, lambda at: SENTENCES[at % len(SENTENCES)] + " ") + "\nNo link was measured.\n"


KINDS = {"prose": prose, "tables": tables, "one line": one_line}


def _repeat(size: int, piece: object) -> str:
    assert callable(piece)
    parts = []
    length = at = 0
    while length < size:
        parts.append(piece(at))
        length += len(parts[-1])
        at += 1
    return "".join(parts)


def _paragraph(at: int) -> str:
    heading = f"## {_title(at)}\n\n" if at % 5 == 0 else ""
    wordy = " ".join(WORDS[(at + k) % len(WORDS)] for k in range(3))
    return f"{heading}{wordy} {SENTENCES[at % len(SENTENCES)]} No link was measured.\n\n"


def _title(at: int) -> str:
    return ("Copies", "Queues", "Restarts", "Clients")[at % 4]


def _table(at: int) -> str:
    rows = "".join(
        f"| run {'abcdefghij'[k % 10]} | {100 + k} MB | {k + 1}.5 ms | {20 + k} |\n" for k in range(20)
    )
    header = "| Run | Size | Time | Share (%) |\n|---|---:|---:|---:|\n"
    return f"## {_title(at)}\n\nNo link was measured.\n\n{header}{rows}\n"
