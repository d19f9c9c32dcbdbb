"""Made-up pages, tables, drawings and models: near enough to real ones to reach deep, hostile in parts."""

# ruff: noqa: E501

from __future__ import annotations

from hypothesis import strategies as st

UNITS = (
    *("ms", "µs", "μs", "s", "GB", "GB/s", "GiB", "kB", "Mbit/s", "%", "×", "x", "tokens", "tokens/s", "kWh"),
    *(
        "requests/s",
        "W",
        "°C",
        "threads",
        "percentage points",
        "orders of magnitude",
        "",
        "FLOP/s",
        "MHz",
        "EiB",
        "ns",
    ),
)
NAMES = ("move time", "bandwidth", "block size", "startup", "cost", "disk", "cache", "p99", "error rate")
HOSTILE = (
    *("\u00a0", "\u2009", "\u202f", "\u2028", "\u2029", "\u0085", "\x0b", "\x0c", "\x1c", "\x1b[31m", "\x07"),
    *("\u200b", "\u200e", "\u200f", "\u202e", "\u2066", "\ufeff", "\u00ad", "e\u0301", "\u0600", "\u0660"),
    *(
        "\U0001f642",
        "\U0001f468\u200d\U0001f469",
        "𝟜𝟚",
        "\U0001d7d8",
        "½",
        "²",
        "①",
        "Ⅷ",
        "٤٣",
        "४",
        "￥",
        "５",
    ),
    *(
        "::error::",
        "]]>",
        "%0A",
        "&#0;",
        "&#x202e;",
        "&nbsp;",
        "&amp;lt;",
        "\\",
        "`",
        "$",
        "|",
        "{{",
        "«",
        "»",
    ),
)
"""Characters that break columns, lines or output: separators, marks of direction, astral and combining ones."""

ENDS = {"LF": "\n", "CR LF": "\r\n", "CR": "\r"}


def numerals() -> st.SearchStrategy[str]:
    """Numbers as people write them, and a few that are none."""
    whole = st.integers(0, 10_000_000)
    return st.one_of(
        whole.map(str),
        whole.map("{:,}".format),
        st.tuples(st.integers(0, 2000), st.integers(0, 99)).map("{0[0]}.{0[1]}".format),
        st.integers(-30, 30).map("3 × 10^{}".format),
        st.sampled_from(
            [
                "1e-3",
                "2^20",
                "10⁻⁶",
                "½",
                "0x1F",
                "1.2.3",
                "1,5",
                "007",
                "1'000",
                "1" * 70,
                "−5",
                "+3",
                "0",
                "0.0",
            ]
        ),
        st.sampled_from(["1e300", "9 × 10^299", "1e-300", "10^-299"]),
        st.sampled_from(["two", "a hundred", "forty-three", "half a", "twice", "a dozen", "one and a half"]),
    )


@st.composite
def claims(draw: st.DrawFn) -> str:
    """A claim, or what looks like one: a number and a unit, a range, a list, a multiple with its inputs."""
    number, unit = draw(numerals()), draw(st.sampled_from(UNITS))
    other = draw(numerals())
    form = draw(
        st.sampled_from(
            [
                "{n} {u}", "{n}{u}", "{n}\u00a0{u}", "~{n} {u}", "at least {n} {u}", "{n}–{o} {u}", "{n} to {o} {u}",
                "{n} ± {o} {u}", "{n}, {o} and {n} {u}", "{n}× ({o} {u} ÷ {n} {u})", "{n} {u} × {o} = {n} {u}",
                "from {n} {u} to {o} {u}", "${n}", "${n}/hour", "$\\SI{{{n}}}{{\\micro\\second}}$", "**{n}** {u}",
                "_{n}_\n{u}", "`{n} {u}`", "[{n} {u}](/u)", "{n}&nbsp;{u}", "{n}<sup>{o}</sup> {u}", "{n}\n{u}",
                "{n} % faster", "{n} {u} per {u}", "two to three orders of magnitude", "{n} {u}[^1]", "<b>{n}</b> {u}",
            ]
        )
    )  # fmt: skip
    return form.format(n=number, o=other, u=unit)


def hostile() -> st.SearchStrategy[str]:
    """A short piece of hostile text."""
    return st.one_of(
        st.sampled_from(HOSTILE), st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
    ).map(lambda text: text.replace("\x00", "\ufffd"))


@st.composite
def sentences(draw: st.DrawFn) -> str:
    """A sentence with claims in it."""
    parts = [draw(st.sampled_from(["The", "A", "On the mid-range machine,", "In 2024, the"]))]
    for _ in range(draw(st.integers(1, 3))):
        name = draw(st.sampled_from(NAMES))
        verb = draw(st.sampled_from(["is", "takes", "needs", "falls to", "was", "at", "("]))
        parts += [name, verb, draw(claims())]
        if draw(st.integers(0, 5)) == 0:
            parts.append(draw(hostile()))
    return draw(st.sampled_from([" ", " ", " ", "\n", "  ", "\u00a0"])).join(parts) + draw(
        st.sampled_from(".!;,:…")
    )


def texts() -> st.SearchStrategy[str]:
    """A paragraph."""
    return st.lists(sentences(), min_size=1, max_size=3).map(" ".join)


@st.composite
def cells(draw: st.DrawFn) -> str:
    """What stands in a table's cell."""
    kind = draw(st.integers(0, 6))
    if kind <= 2:
        return draw(numerals())
    if kind <= 4:
        return draw(claims()).replace("\n", " ")
    return draw(
        st.one_of(st.sampled_from(["", "-", "n/a", "mid-range", "mean", "total", "a \\| b"]), hostile())
    )


@st.composite
def tables(draw: st.DrawFn) -> str:
    """A pipe table, which may be ragged."""
    width = draw(st.integers(1, 5))
    heads = [f"{draw(st.sampled_from(NAMES))} ({draw(st.sampled_from(UNITS))})" for _ in range(width)]
    rule = ["---", ":--", "--:", ":-:"]
    lines = [heads, [draw(st.sampled_from(rule)) for _ in range(width)]]
    for _ in range(draw(st.integers(0, 4))):
        ragged = draw(st.sampled_from([0, 0, 0, -1, 1]))
        lines.append([draw(cells()) for _ in range(max(width + ragged, 1))])
    edge = draw(st.sampled_from(["|", "|", ""]))
    return "\n".join(f"{edge} {' | '.join(line)} {edge}".strip() for line in lines)


@st.composite
def html_tables(draw: st.DrawFn, depth: int = 2) -> str:
    """A table in HTML: spans, header rows, tables in its cells, tags that are not closed."""
    rows = []
    for _ in range(draw(st.integers(0, 4))):
        row = "<tr>"
        for _ in range(draw(st.integers(0, 4))):
            span = draw(
                st.sampled_from(
                    ["", "", " colspan=2", " rowspan='3'", ' colspan="99" rowspan=99', " rowspan=0"]
                )
            )
            inner = draw(html_tables(depth - 1)) if depth and draw(st.integers(0, 7)) == 0 else draw(cells())
            tag = draw(st.sampled_from(["td", "th"]))
            row += f"<{tag}{span}>{inner}" + draw(st.sampled_from([f"</{tag}>", ""]))
        rows.append(row + draw(st.sampled_from(["</tr>", "", "\n", "\n\n"])))
    head = draw(st.sampled_from(["", "<thead>", "<caption>Table 1: 5 ms</caption>"]))
    return f"<table>{head}{''.join(rows)}" + draw(st.sampled_from(["</table>", "</table>", ""]))


@st.composite
def labels(draw: st.DrawFn) -> str:
    """A label of a drawing, or a group of them."""
    x, y = draw(st.integers(-5, 300)), draw(st.sampled_from([10, 20, 20, 34, 48.5, -3]))
    text = draw(claims()).replace("<", "&lt;").replace("&nbsp;", "\u00a0")
    form = draw(
        st.sampled_from(
            [
                '<text x="{x}" y="{y}">{t}</text>', '<text x="{x}" y="{y}"><tspan>{t}</tspan><tspan dy="1em">5 ms</tspan></text>',
                '<g transform="translate({x},{y})"><text>{t}</text>\n<text x="40">82 µs</text></g>', "<title>{t}</title>",
                "<desc>{t}</desc>", '<text transform="matrix(1 0 0 1 {x} {y})">{t}', '<path aria-label="{t}"/>',
                '<text x="{x} 9 8" y="1e400">{t}</text>', "<!-- {t} -->", "<foreignObject><p>{t}</p></foreignObject>",
                "<switch><g><text>{t}</text></g><text>{t}</text></switch>", "<text><![CDATA[{t}]]></text>",
                '<text x="{x}" y="{y}" display="none">{t}</text>', "<style>{t}</style>", "<g><g><g>{t}</g>", "</g>",
            ]
        )
    )  # fmt: skip
    return form.format(x=x, y=y, t=text)


@st.composite
def drawings(draw: st.DrawFn) -> str:
    """An SVG drawing, which may be cut short."""
    inner = draw(st.sampled_from(["", "\n", "\n  "])).join(draw(st.lists(labels(), max_size=6)))
    head = draw(
        st.sampled_from(
            [
                "",
                "",
                '<?xml version="1.0"?>\n',
                '<!DOCTYPE svg PUBLIC "a" "b">\n',
                '<!DOCTYPE svg [<!ENTITY a "5 ms">]>\n',
            ]
        )
    )
    end = draw(st.sampled_from(["</svg>", "</svg>\n", "</svg>", ""]))
    return f'{head}<svg xmlns="http://www.w3.org/2000/svg" width="300">{inner}{end}'


@st.composite
def blocks(draw: st.DrawFn) -> str:
    """One block of a page."""
    text = draw(texts())
    form = draw(
        st.sampled_from(
            [
                "{t}", "{t}", "{t}", "# {h}", "## 2. {h}\n\n{t}", "{h}\n===", "- {t}\n- {t}", "1. {t}\n   - {h}", "> {t}",
                "> [!NOTE]\n> {h}", "```\n{t}\n```", "    {h}", "~~~ yaml\n{t}", "<div>\n{t}\n</div>", "<details><summary>{h}</summary>",
                "![{h}](a.png)", "[^1]: {t}", "[a]: /u '{h}'", "<!-- claim: move_time -->\n{t}", "<!-- claimlint: history -->",
                "<!-- claimlint: end -->", "***{h}***", "~~{h}~~", "$$\n{h}\n$$", "---", "<p>{h}<br>{h}", "| {h} |\n|---|\n| {h} |",
            ]
        )
    )  # fmt: skip
    return form.format(t=text, h=text.replace("\n", " "))


@st.composite
def pages(draw: st.DrawFn) -> str:
    """A Markdown page with LF line ends and without front matter."""
    kind = st.one_of(blocks(), blocks(), tables(), html_tables(), drawings(), texts(), hostile())
    gap = st.sampled_from(["\n\n", "\n\n", "\n\n", "\n", "\n\n\n", " \n\t\n"])
    page = ""
    for part in draw(st.lists(kind, min_size=1, max_size=6)):
        page += part + draw(gap)
    page = page.replace("\r", " ").lstrip("\ufeff\n")
    return f"x\n\n{page}" if page[:3] in ("---", "+++") else page


@st.composite
def decks(draw: st.DrawFn) -> str:
    """A deck of slides, with front matter."""
    front = draw(
        st.sampled_from(
            [
                "marp: true", "marp: true\nheadingDivider: 2", "theme: seriph\ndrawings:\n  persist: false", "format: revealjs",
                "title: It takes 5 ms\nlayout: cover", "title: 'a: 43 µs'  # c", "output: beamer", "title: [",
            ]
        )
    )  # fmt: skip
    slides = draw(st.lists(pages(), min_size=1, max_size=3))
    rule = draw(
        st.sampled_from(
            ["\n---\n\n", "\n---\nlayout: two-cols\n---\n", "\n***\n\n", "\n<!-- notes: 5 ms -->\n---\n"]
        )
    )
    return f"---\n{front}\n---\n\n" + rule.join(slides)


@st.composite
def models(draw: st.DrawFn) -> str:
    """A canonical model that loads, in most cases: sections, inputs by case, formulas over them, caveats."""
    sizes = [draw(st.integers(1, 4000)) for _ in range(5)]
    lines = [
        "# Numbers", "", "## 1. Inputs", "", "```yaml quantities",
        f"block_size: {{value: {sizes[0]} MiB, aka: [block, block size], status: cited}}",
        "bandwidth:", "  aka: [bandwidth, link rate]", "  caveat: no-run", "  cases:",
        f"    mid-range: {sizes[1]} GB/s", f"    fast: {sizes[1] + sizes[2]} GB/s", "```", "",
        "```yaml caveats", "no-run:", "  text: No run was made for this.", "```", "", "## 2. Results", "",
        "```yaml quantities", "move_time: {value: = block_size / bandwidth, unit: µs, aka: [move, move time]}",
        f"startup: {{value: {sizes[3]}.{sizes[4] % 10} ms, aka: [startup, start]}}",
        'speedup: {value: "= startup / move_time[mid-range]", aka: [speed-up]}', "```", "",
    ]  # fmt: skip
    if draw(st.booleans()):
        extra = draw(
            st.sampled_from(
                [
                    "cost: {value: $2.50/hour, bound: at most}", "error_rate: 0.5 %", "widgets: 43 widgets",
                    "total: {value: = 3 * startup + 1 ms}", "late: {value: = move_time * 2, expect: 5 s}", "a: [1, 2]",
                    "disk: {value: 12 TB, tolerance: 5 %}", 'odd: "', "block_size: 5 MB", "é: 5", "x: {valu: 3}",
                ]
            )
        )  # fmt: skip
        lines.insert(-2, extra)
    return "\n".join(lines)


@st.composite
def broken_models(draw: st.DrawFn) -> str:
    """A canonical model with one or a few faults at any place."""
    text = draw(models())
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.sampled_from([0, 0, 1, 2, 10]))
        piece = draw(
            st.one_of(
                hostile(),
                st.sampled_from(
                    ["{", "}", "[", ": ", "- ", '"', "'", "&a ", "*a", "\t", "\n", "```\n", "= ", "#", "!!x "]
                ),
            )
        )
        text = text[:at] + piece + text[at + cut :]
    return text.replace("\r", " ")


RULES = (
    "bare-multiple",
    "order-mismatch",
    "equation-mismatch",
    "orders-of-magnitude",
    "canonical-drift",
    "over-precise",
)


@st.composite
def directives(draw: st.DrawFn) -> str:
    """A comment that silences, or should: right ones, and those that cannot be read."""
    word = draw(
        st.sampled_from(["ignore", "ignore", "off", "on", "ignore-file", "Ignore", "ignores", "ignore_file"])
    )
    names = draw(
        st.lists(st.sampled_from([*RULES, "bare-multiples", "unused-ignore", "", "all", "*"]), max_size=3)
    )
    rules = draw(st.sampled_from(["[{}]", "[{}]", "[{}]", " [ {} ]", "", "[{}", "({})"])).format(
        ",".join(names)
    )
    reason = draw(st.one_of(st.sampled_from(["as agreed", "why", "", "--", "\u00a0"]), hostile()))
    gap = draw(st.sampled_from([" ", "", "\n", "  "]))
    return f"<!--{gap}claimlint: {word}{rules} {reason.replace('-->', '')}{gap}-->"


@st.composite
def pages_with_directives(draw: st.DrawFn) -> str:
    """A page with directives between its lines and on them."""
    lines = draw(pages()).split("\n")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        comment = draw(directives())
        if draw(st.booleans()):
            lines[at] += " " + comment
        else:
            lines.insert(at, comment)
    return "\n".join(lines)


@st.composite
def settings_files(draw: st.DrawFn) -> str:
    """A settings file in YAML, right or nearly so."""
    rules = st.lists(st.sampled_from([*RULES, "ALL", "bare-multiples", ""]), max_size=3).map(
        lambda names: f"[{', '.join(names)}]"
    )
    values = {
        "model": st.sampled_from(["NUMBERS.md", "../../NUMBERS.md", "/etc/passwd", "[a]", "''", "a\\0b"]),
        "extends": st.sampled_from(["base.yaml", "../base.yaml", "~", "{a: b}"]),
        "select": rules,
        "ignore": rules,
        "severity": st.sampled_from(
            ["{bare-multiple: warning}", "{bare-multiple: fatal}", "error", "{over-precise: off}"]
        ),
        "per-file-ignores": st.sampled_from(
            ["{'*.md': [bare-multiple]}", "{'': over-precise}", "{'[': [a]}", "[1]"]
        ),
        "exclude": st.sampled_from(["['*.svg', 'docs/**']", "docs", "['[']", "[[a]]", "{a: b}"]),
        "rules": st.sampled_from(["[rules]", "../rules", "[]"]),
        "options": st.sampled_from(
            ["{bare-multiple: {within: section}}", "{bare-multiple: {within: 5}}", "{a: b}"]
        ),
        "selekt": rules,
    }
    names = draw(st.lists(st.sampled_from(sorted(values)), max_size=5))
    lines = [f"{name}: {draw(values[name])}" for name in names]
    if draw(st.integers(0, 3)) == 0:
        lines.insert(draw(st.integers(0, len(lines))), draw(hostile()).replace("\r", " "))
    return "\n".join(lines) + draw(st.sampled_from(["\n", ""]))
