"""What every target shares: text out of bytes, a budget of time, and the run under atheris.

`python fuzz/harness.py TARGET [OPTION OF LIBFUZZER | FOLDER | FILE]…`
"""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
LONGEST = 2_048
"""Bytes of an input: longer ones find little more, and slowly."""

_START, _PER_BYTE = 1.0, 500e-6
_ONE_IN = 512
_SMALL, _FACTOR = 2_000, 8


class TooSlowError(Exception):
    """More time than the size of the input allows: a reader that is not linear."""


def text_of(data: bytes) -> str:
    """The text of a file with these bytes; what the decoder refuses is read with its faults replaced."""
    from claimlint.document import DecodeError, decode

    try:
        return decode(data)
    except DecodeError as error:
        assert 0 <= error.offset <= len(data)
        assert error.line >= 1
        assert error.column >= 1
        return data.decode("utf-8", "replace").replace("\x00", "\ufffd").removeprefix("\ufeff")


def run(check: Callable[[str], None], data: bytes) -> None:
    """Check one input, in a time that grows with its size."""
    text = text_of(data)
    took = _timed(check, text)
    if took > _START + _PER_BYTE * len(data) and _timed(check, text) > _START + _PER_BYTE * len(data):
        raise TooSlowError(f"{took:.1f} s for {len(data)} bytes")
    if text and zlib.crc32(data) % _ONE_IN == 0:
        small, large = (text * (size // len(text)) for size in (_SMALL, _SMALL * _FACTOR))
        for _ in range(3):
            little, much = _timed(check, small), _timed(check, large)
            if much < _START or much < 3 * _FACTOR * max(little, 0.01):
                return
        raise TooSlowError(f"{little:.2f} s for {len(small)} characters, {much:.2f} s for {len(large)}")


def _timed(check: Callable[[str], None], text: str) -> float:
    start = process_time()
    check(text)
    return process_time() - start


def strings(*modules: str) -> Iterator[str]:
    """The texts that test modules hold: their examples."""
    for module in modules:
        for node in ast.walk(ast.parse((TESTS / f"{module}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def examples(*fields: str) -> Iterator[str]:
    """Documents or models of the rules' examples (`doc`, `model`), without their marks."""
    from claimlint import rules

    for rule in rules.load():
        for example in (*rule.good, *rule.bad):
            for field in fields:
                yield (getattr(example, field) or "").replace("«", "").replace("»", "")


def corpus(pattern: str) -> Iterator[str]:
    """The files of the tests' corpus, templates without their marks, and the fields of JSON lines."""
    for path in sorted(TESTS.glob(pattern)):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".jsonl":
            for line in text.splitlines():
                fields = json.loads(line)
                yield fields.get("doc") or fields.get("text") or ""
        else:
            yield text.replace("[[", "").replace("]]", "")


def load(name: str) -> ModuleType:
    """The target of that name."""
    for folder in (str(TESTS), str(ROOT / "fuzz")):
        if folder not in sys.path:
            sys.path.insert(0, folder)
    return importlib.import_module(f"fuzz_{name}")


def names() -> list[str]:
    """The names of all targets."""
    return sorted(path.stem.removeprefix("fuzz_") for path in (ROOT / "fuzz").glob("fuzz_*.py"))


def main() -> None:
    """Fuzz one target."""
    import atheris

    name, *options = sys.argv[1:]
    with atheris.instrument_imports(include=["claimlint"]):
        package = importlib.import_module("claimlint")
        for module in pkgutil.walk_packages(package.__path__, "claimlint."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
        check = load(name).check
    atheris.Setup([sys.argv[0], *options], lambda data: run(check, data))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
