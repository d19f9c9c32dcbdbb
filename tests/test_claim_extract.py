"""Claims in sentences, each with its exact span: «…» marks what is read, in order."""

from __future__ import annotations

from fractions import Fraction

import pytest

from claimlint.claim.claims import Claim
from claimlint.claim.extract import claims
from claimlint.document.structure import Block


def read(text: str) -> list[Claim]:
    return claims(Block(0, "paragraph", text, ()))


def number(value: Fraction | None) -> str:
    assert value is not None
    return f"{value.numerator}" if value.denominator == 1 else f"{float(value):.10g}"


def shown(claim: Claim) -> str:
    """`>=18 ms`, `1.5..2 GB/s`, `17.9±0.4 ms`."""
    head = claim.op or ""
    if claim.low is not None:
        head += f"{number(claim.low)}..{number(claim.high)}"
    else:
        head += number(claim.value)
    if claim.tol is not None:
        head += f"±{number(claim.tol)}"
    return f"{head} {claim.unit.symbol}"


def check(marked: str, wanted: str) -> None:
    text = marked.replace("«", "").replace("»", "")
    spans, at = [], 0
    for piece in marked.split("«")[1:]:
        spans.append(piece.split("»")[0])
    found = read(text)
    assert [claim.text for claim in found] == spans
    for claim, span in zip(found, spans, strict=True):
        start = text.index(span, at)
        assert (claim.start, claim.end) == (start, start + len(span))
        at = start + len(span)
    assert [shown(claim) for claim in found] == [part.strip() for part in wanted.split("|") if part.strip()]


QUANTITIES = [
    ("Fetching a «2.50 GiB» shard takes «0.9 s» at «2.8 GB/s».", "2.5 GiB | 0.9 s | 2.8 GB/s"),
    ("It finished in «82 usec», «82 μs» or «82us».", "82 µs | 82 µs | 82 µs"),
    ("A pass needs «3.2e-4 s» and «1.5E3 J».", "0.00032 s | 1500 J"),
    ("The budget is «1,000 ms», «12'000 ms» and «1_000 ms».", "1000 ms | 12000 ms | 1000 ms"),
    ("The budget is «1 000 ms» and «2\u202f500 ms».", "1000 ms | 2500 ms"),
    ("It moves «25 GB·s⁻¹», «25 GB s-1» and «25 GB/sec».", "25 GB/s | 25 GB/s | 25 GB/s"),
    ("The wire carries «100 Gb/s», «100 Gbps» or «12.5 GBps».", "100 Gbit/s | 100 Gbit/s | 12.5 GB/s"),
    ("A «128kb» ROM has «16 bits» a word.", "128 kbit | 16 bit"),
    ("It sustains «340k IOPS» and «2.4M requests per second».", "340000 IOPS | 2400000 requests/s"),
    ("The rate is «142K/s», or «500 per second».", "142000 1/s | 500 1/s"),
    (
        "It peaks at «4.5e14 FLOPs/s», «2 PFLOPS» and «989 teraflops».",
        "450000000000000 FLOP/s | 2 PFLOP/s | 989 TFLOP/s",
    ),
    ("It needs «6 FLOPs per parameter per token».", "6 FLOP/parameter/token"),
    ("Efficiency is «50 GFLOPS/W» or «1.2 tokens/J».", "50 GFLOP/s/W | 1.2 tokens/J"),
    ("Storage is «$0.023 per GB-month» and «$0.09/GB».", "0.023 $/GB·month | 0.09 $/GB"),
    ("Input is «$3/MTok»; output is «€15 per 1M tokens».", "3 $/1M tokens | 15 €/1M tokens"),
    ("The price is «$0.57» in / «$2.2 out per 1M tokens».", "0.57 $/1M tokens | 2.2 $/1M tokens"),
    (
        "Renting costs «$2.49/hr», «$1,800 a month» or «12 cents per kWh».",
        "2.49 $/h | 1800 $/month | 12 cents/kWh",
    ),
    ("It cost «US$1.2 million», «£900k», «15 EUR» or «USD 300».", "1200000 $ | 900000 £ | 15 € | 300 $"),
    (
        "At «70 gwei» it is «0.3279 ETH»; at «3492.57 USD/ETH» that is «$1145.25».",
        "70 gwei | 0.3279 ETH | 3492.57 $/ETH | 1145.25 $",
    ),
    ("One rack draws «40 kW» and «310 kilowatt-hours».", "40 kW | 310 kWh"),
    ("The grid emits «338 gCO2eq/kWh»; we emit «12 tonnes of CO2».", "338 gCO2eq/kWh | 12 tCO2"),
    ("The disk turns at «7200 rpm», or «15K RPM».", "7200 rpm | 15000 rpm"),
    ("It runs «60 fps», «500 qps» and «3 pJ/bit».", "60 frames/s | 500 queries/s | 3 pJ/bit"),
    ("There are «8 KV heads», «64 query heads» and «80 layers».", "8 heads | 64 heads | 80 layers"),
    (
        "A «70-billion-parameter» model, then a «175B-parameter» one.",
        "70000000000 parameters | 175000000000 parameters",
    ),
    ("A «16-lane» link, a «5-minute» window and an «8-GPU» node.", "16 lanes | 5 min | 8 GPUs"),
    ("It answers in «12ms» and uses «1.5GiB».", "12 ms | 1.5 GiB"),
    ("We took «5» and «3 ms».", "5 ms | 3 ms"),
    ("Skew is «-3 ms», then «−4 ms», then «+5 ms».", "-3 ms | -4 ms | 5 ms"),
    ("A factor: «64,000,000 bytes» in «10 ms» is «6.4 GB/s».", "64000000 B | 10 ms | 6.4 GB/s"),
    (
        "It holds «3.1 × 10^24 FLOP», «10⁶ tokens» and «2^20 bytes».",
        "3100000000000000000000000 FLOP | 1000000 tokens | 1048576 B",
    ),
    ("Each has 8 x «400 Gbps» NICs and 12 x «15K RPM» drives.", "400 Gbit/s | 15000 rpm"),
    ("«.5 ms» is half of «1 ms».", "0.5 ms | 1 ms"),
]

WORDS = [
    ("«Forty-three microseconds» at «one hundred and twenty-one gigabytes per second».", "43 µs | 121 GB/s"),
    ("It took «one and a half seconds», «half a second» and «half an hour».", "1.5 s | 0.5 s | 0.5 h"),
    (
        "It takes «a million requests per second», or «two point five million requests per second».",
        "1000000 requests/s | 2500000 requests/s",
    ),
    ("It has «a dozen cores» and «six billion rows».", "12 cores | 6000000000 rows"),
    ("Only «twenty-five per cent» and then «forty percent».", "25 % | 40 %"),
    ("It took «forty five minutes».", "45 min"),
    ("Between «two and three seconds» it idles.", "2..3 s"),
]

MULTIPLES = [
    ("The gain is «218×», «10x» or «1,000x».", "218 × | 10 × | 1000 ×"),
    ("It is «1.7x faster», no.".replace("«1.7x faster»", "«1.7x» faster"), "1.7 ×"),
    ("We saw a «×3.5» speedup and a «3.5×» gain.", "3.5 × | 3.5 ×"),
    ("It is «five times» faster, «2.5 times» as fast and «3 times» the cost.", "5 × | 2.5 × | 3 ×"),
    ("«A hundred times» more keys fit.", "100 ×"),
    ("A «3-fold» gain, a «tenfold» loss and a «two-fold» rise.", "3 × | 10 × | 2 ×"),
    ("It has «twice» the bandwidth and «half» the latency.", "2 × | 0.5 ×"),
    ("It is «twice» as fast; «half» as much; cut «in half», then «by half».", "2 × | 0.5 × | 0.5 × | 0.5 ×"),
    ("It fell by a factor of «12», then by a factor of about «three».", "12 × | ~3 ×"),
    ("It is «218 times», from «17.9 ms» divided by «82 µs».", "218 × | 17.9 ms | 82 µs"),
    ("It rose «4.4x».", "4.4 ×"),
    ("Finish «60x» sooner, at «200x» the throughput.", "60 × | 200 ×"),
]

PERCENT = [
    ("It ran at «50%» / «40%» / «25%» MFU.", "50 % | 40 % | 25 %"),
    (
        "It ran at «9», «11» and «18 ms» at «50», «40» and «25 %» MFU.",
        "9 ms | 11 ms | 18 ms | 50 % | 40 % | 25 %",
    ),
    (
        "It rose «7 percentage points», «3 pp» and «25 basis points».",
        "7 percentage points | 3 percentage points | 25 basis points",
    ),
    ("They sell «five nines», or «three nines».", "99.999 % | 99.9 %"),
    ("A change of «-10%» or «+12 %».", "-10 % | 12 %"),
]

ORDERS = [
    ("«Two to three orders of magnitude» cheaper.", "2..3 orders of magnitude"),
    (
        "«2–3 orders of magnitude», or «an order of magnitude».",
        "2..3 orders of magnitude | 1 orders of magnitude",
    ),
    (
        "«1.5 orders of magnitude» or «one order of magnitude».",
        "1.5 orders of magnitude | 1 orders of magnitude",
    ),
    ("It is «2–3 orders\nof magnitude» cheaper.", "2..3 orders of magnitude"),
    ("It is «2–3 orders» cheaper.", "2..3 orders of magnitude"),
]

RANGES = [
    (
        "Expect «1.5–2.0 GB/s», «1.5-2.0 GB/s» or «1.5 to 2.0 GB/s».",
        "1.5..2 GB/s | 1.5..2 GB/s | 1.5..2 GB/s",
    ),
    ("Between «5% and 10%» fail; between «40 and 60 µs».", "5..10 % | 40..60 µs"),
    ("The window is «100 ms – 2 s».", "0.1..2 s"),
    ("Gains ran from «1.5× to 3×», or «10-100x».", "1.5..3 × | 10..100 ×"),
    ("It costs «$5–10 per hour», «$5 to $10 per hour» or «$3-$4».", "5..10 $/h | 5..10 $/h | 3..4 $"),
    ("It sees «10-20K IOPS» and «1–2 million requests».", "10000..20000 IOPS | 1000000..2000000 requests"),
    ("It spans «10 µs to 100 ms».", "0.01..100 ms"),
    ("Latency ranges from «5 ms to 10 ms».", "5..10 ms"),
]

CHANGES = [
    ("It dropped from «97 s» to «17 s».", "97 s | 17 s"),
    ("It rose from «1.5» to «2.4 GB/s».", "1.5 GB/s | 2.4 GB/s"),
    ("(«7.3 MB/s» -> 1.416 MG/s)", "7.3 MB/s"),
    ("It went «97 s» → «17 s», then «43» → «82 µs».", "97 s | 17 s | 43 µs | 82 µs"),
]

LISTS = [
    ("Fetches took «43», «82» and «164 µs».", "43 µs | 82 µs | 164 µs"),
    ("The tiers are «121» / «64» / «32 GB/s».", "121 GB/s | 64 GB/s | 32 GB/s"),
    ("With «1», «2», «4», or «8 threads».", "1 threads | 2 threads | 4 threads | 8 threads"),
    ("With «1»,«2»,«4»,«8 threads».", "1 threads | 2 threads | 4 threads | 8 threads"),
    ("It is either «43» or «82 µs», «43» vs «82 µs».", "43 µs | 82 µs | 43 µs | 82 µs"),
    ("«8/16/32 GB» sticks".replace("«8/16/32 GB»", "«8»/«16»/«32 GB»"), "8 GB | 16 GB | 32 GB"),
]

BOUNDS = [
    ("It costs ≥ «18 ms», at least «18 ms», no less than «18 ms».", ">=18 ms | >=18 ms | >=18 ms"),
    ("It takes < «1 ms», less than «1 ms», under «1 ms».", "<1 ms | <1 ms | <1 ms"),
    (
        "It takes <= «1 ms», at most «1 ms», up to «1 ms», no more than «1 ms».",
        "<=1 ms | <=1 ms | <=1 ms | <=1 ms",
    ),
    ("It is >«100×» on cold data, over «10x», more than «5%».", ">100 × | >10 × | >5 %"),
    ("Answers come in «10 ms» or less, «5 GB» or more.", "<=10 ms | >=5 GB"),
    ("We saw «18,000+ tokens/s» and «95%»+ hits.", ">=18000 tokens/s | >=95 %"),
    (
        "It idles for ~«40 µs», ≈ «40 µs», about «40 µs», approx. «40 µs».",
        "~40 µs | ~40 µs | ~40 µs | ~40 µs",
    ),
    ("Each trip is «O(100) ms».", "~100 ms"),
    (
        "It is 10% over «5 ms», and «10x» more than «3 ms».".replace("10% over", "«10%» over"),
        "10 % | 5 ms | 10 × | 3 ms",
    ),
    (
        "«17.9 ± 0.4 ms», «5 ms ± 0.2 ms», «5 ms ± 10%», «27.3 +/- 0.9 s»",
        "17.9±0.4 ms | 5±0.2 ms | 5±0.5 ms | 27.3±0.9 s",
    ),
    ("«(17.9 ± 0.4) ms»", "17.9±0.4 ms"),
]

GLUED = [
    ("«43 µs»«164 µs»«82 µs»", "43 µs | 164 µs | 82 µs"),
    ("was measured«43 µs»«164 µs»«82 µs»REGENERATE it", "43 µs | 164 µs | 82 µs"),
    ("the boundary«121» / «64» / «32 GB/s»", "121 GB/s | 64 GB/s | 32 GB/s"),
    ("Tier fetch, «5.00 MiB»«121 GB/s» (one direction)«43 µs»", "5 MiB | 121 GB/s | 43 µs"),
    ("| Tier fetch | «121 GB/s» | «43 µs» |", "121 GB/s | 43 µs"),
    ("It costs «43 µs» («32 GB/s»: «164 µs»).", "43 µs | 32 GB/s | 164 µs"),
]

WRAPPED = [
    (
        "It takes «43\nµs» at «121 gigabytes\n    per second» or «2.4 million\r\nrequests per second».",
        "43 µs | 121 GB/s | 2400000 requests/s",
    ),
    ("«two to\nthree orders of\nmagnitude»", "2..3 orders of magnitude"),
]

TEX = [
    (r"The fetch takes $«43\,\mu\mathrm{s}»$ here.", "43 µs"),
    (r"Bandwidth is $«121\ \text{GB/s}»$.", "121 GB/s"),
    (r"It is $«10^{3}\times»$ faster.", "1000 ×"),
    (r"It takes «\SI{43}{\micro\second}» or «\qty{121}{\giga\byte\per\second}».", "43 µs | 121 GB/s"),
    (r"We saw $«17.9\pm0.4\,\text{ms}»$ and $\approx «40~\mu s»$.", "17.9±0.4 ms | ~40 µs"),
    (r"At $«25\,\%»$ it is $\geq «18\,\mathrm{ms}»$.", "25 % | >=18 ms"),
    (r"It is «\SIrange{40}{60}{\micro\second}».", "40..60 µs"),
    (r"It has $«1{,}000$ tokens».", "1000 tokens"),
    (r"«43$ µs» is $«82$ µs».".replace("«43$", "$«43$"), "43 µs | 82 µs"),
    ("It is «$5» and «$10», not math.", "5 $ | 10 $"),
]

ALL = (
    QUANTITIES
    + WORDS
    + MULTIPLES
    + PERCENT
    + ORDERS
    + RANGES
    + CHANGES
    + LISTS
    + BOUNDS
    + GLUED
    + WRAPPED
    + TEX
)


@pytest.mark.parametrize(("marked", "wanted"), ALL, ids=[marked for marked, _ in ALL])
def test_what_is_marked_is_read_and_nothing_else(marked: str, wanted: str) -> None:
    check(marked, wanted)


TRAPS = [
    "The device sits on a CXL 3.0 ×16 link, a PCIe 5.0 x16 slot and a x4 port.",
    "Llama-3 70B, GPT-4, Mixtral 8x7B and a 7B model were used.",
    "Section 3.2, Fig. 4, Eq. (5), Table 2 and Chapter 7 show it; see §4.",
    "As shown in [3, 7] and [12–15] on pages 10–12, line 42.",
    "A 224×224×3 image, a 16 x 16 tile, a 2x2 grid and 1280 x 720 px.",
    "The mask is 0xFF and 0b1010, the id deadbeef12, the hash 3f2a9c1.",
    "It was built on 30 November 2026, 2026-11-30, 11/30/2026 and 30.11.2026 at 10:30:15.",
    "Connect to 10.0.0.1:8080, localhost:3000 or port 443.",
    "See RFC 2119, ISO 9001 and IEEE 754.",
    "The A100 and two RTX 3090 GPUs, a Xeon 8480 and an EPYC 9654 were idle.",
    "Run it on p4d.24xlarge, m5.2xlarge or n1-standard-8.",
    "Fixed in PR #42 by commit a1b2c3d4 in v1.2.3 and 1.2.3-rc4.",
    "Wait a minute, a second, one second; on second thought, what a day.",
    "It has a 50/50 split, a 3:1 ratio, and works 24/7.",
    "Compile with -O2 -march=x86-64-v3 --jobs=8 -j8.",
    "Python 3.11, CUDA 12.4, Ubuntu 22.04, TLS 1.3 and Windows 11 ship it.",
    "The 2nd and 95th percentile, the 3rd row and the 21st century.",
    "In the 1990s and the 90s; 0s and 1s; 100s of nodes.",
    "The job starts at 5 p.m., 17:45 UTC, 2.15pm.",
    "It returned 503 a while later, HTTP 404, exit code 137.",
    "Use fp16, int8, bf16, sha256, utf-8 and float32.",
    "Latency at p50, P99 and the 99.9th percentile.",
    "See https://example.com/v2/10ms?t=30s and ./out/5ms/x.csv and file-10ms.png.",
    "Call 555-123-4567 or 555 123 4567.",
    "Retry 3 times; it ran three times a day, twice a week and 5 times in total.",
    "`1,5 ms` and 0,25 s and 1.234,5 ms have a decimal comma.",
    "The host has 2x sockets, 4x A100 cards and takes a quarter of the time.",
    "In 2024 users came; since 2019 servers did.",
    "A 5-fold cross-validation over 5 folds.",
    "64-bit addresses and 16-bit floats.",
    "A few ms, several seconds, hundreds of GB and dozens of nodes.",
    "One node failed, and the two nodes beside it.",
    "1.416 MG/s is no unit.",
    "4K pages, an 8K screen, a 25G link and a 10GbE NIC.",
]


@pytest.mark.parametrize("text", TRAPS)
def test_what_states_no_quantity_is_not_read(text: str) -> None:
    assert [claim.text for claim in read(text)] == []


def test_a_list_shares_its_series_and_says_where_the_unit_stands() -> None:
    first, second, third, alone = read("Fetches took 43, 82 and 164 µs. The total is 9 ms.")
    assert first.series == second.series == third.series == 1
    assert alone.series is None
    assert [claim.unit_written for claim in (first, second, third)] == [False, False, True]


def test_two_lists_are_two_series() -> None:
    found = read("9, 11 and 18 ms at 50, 40 and 25 % MFU")
    assert [claim.series for claim in found] == [1, 1, 1, 2, 2, 2]


def test_opaque_text_is_not_read() -> None:
    text = "Run `sleep 5 s` for 3 s."
    block = Block(0, "paragraph", text, (), opaque=((text.index("`"), text.rindex("`") + 1),))
    assert [claim.text for claim in claims(block)] == ["3 s"]


def test_declared_counting_words_are_units() -> None:
    block = Block(0, "paragraph", "It has 12 detectors, 3 widgets and 5 GB/detector.", ())
    found = claims(block, declared={"detector": "detector"})
    assert [(claim.text, claim.unit.dims) for claim in found] == [
        ("12 detectors", (("detector", 1),)),
        ("5 GB/detector", (("byte", 1), ("detector", -1))),
    ]


def test_thousands_that_may_be_binary_reach_the_power_of_two() -> None:
    from claimlint.claim.interval import interval

    (claim,) = read("The prompt holds 32k tokens.")
    low, high = interval(claim)
    assert low is not None
    assert high is not None
    assert low <= 32_000
    assert high >= 32_768
