"""A scan of raw text that decides, cheaply, whether a file is worth reading."""

from __future__ import annotations

import re

_DIGIT = re.compile(r"[\d²³¹\u00bc-\u00be\u2070-\u2079\u2080-\u2089\u2150-\u2189\u2460-\u249b]")
# Words are matched by their beginnings (`three` finds `threefold`), and behind `_` too, which
# Markdown puts around emphasis.
_WORD = (
    r"(?<![^\W_])(?:zero|one|two|twi|thre|thri|thir|fort|four|fif|fiv|six|seven|eight|nine|ninth|ten(?!ant|d|se|si|so)|eleven|twel"
    r"|twen|hundred|thousand|million|billion|trillion|quadrillion|dozen|couple|half|halv|doubl|tripl|treble|quadrupl"
    r"|quintupl|tenth|third|quarter|orders?[\s_*-]+(?:<[^>]{0,80}>)?of|several|once|percent|per\s+cent|magnitude)"
)


def may_hold_claims(text: str) -> bool:
    """Whether a claim can stand in the raw text of a file, markup and all; False is certain.

    A claim has a digit, a fraction sign, or a word for a number or a multiple.
    """
    return _DIGIT.search(text) is not None or re.search(_WORD, text, re.IGNORECASE) is not None
