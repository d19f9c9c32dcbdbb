"""The targets of `fuzz/` hold for their own seeds, and what runs them keeps what breaks them."""

from __future__ import annotations

import sys
import time
import zlib
from pathlib import Path

import pytest

FUZZ = Path(__file__).resolve().parent.parent / "fuzz"
sys.path.insert(0, str(FUZZ))

import harness  # noqa: E402


@pytest.mark.parametrize("name", harness.names())
def test_a_target_holds_for_the_examples_of_the_tests(name: str) -> None:
    target = harness.load(name)
    seeds = {text.encode("utf-8", "surrogatepass")[: harness.LONGEST] for text in target.seeds()}
    assert len(seeds) > 50
    for data in seeds:
        target.check(harness.text_of(data))
    assert len(set(target.WORDS)) > 20


@pytest.mark.parametrize(
    "data", [b"\xff", b"a\r\n\xe2\x82", b"\x00", b"\xff\xfe5\x00", b"\xef\xbb\xbf5 ms", b""]
)
def test_every_input_is_text(data: bytes) -> None:
    text = harness.text_of(data)
    assert "\x00" not in text
    text.encode("utf-8")


def test_an_input_that_takes_longer_than_it_grows_is_found() -> None:
    def quadratic(text: str) -> None:
        end = time.process_time() + len(text) ** 2 * 5e-9
        while time.process_time() < end:
            pass

    # One input in so many is tried at length.
    data = next(
        data for data in map(b"ab%d".__mod__, range(100_000)) if not zlib.crc32(data) % harness._ONE_IN
    )
    harness.run(lambda text: None, data)
    with pytest.raises(harness.TooSlowError):
        harness.run(quadratic, data)
