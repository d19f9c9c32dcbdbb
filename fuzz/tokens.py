"""Words of the formats, which the fuzzer puts into its inputs."""

from __future__ import annotations


def split(words: str) -> tuple[str, ...]:
    """The words of a text."""
    return tuple(words.split())


NUMBERS = split(
    """
    1 9 10 43 82 1,000 2.5 17.9 0.5 0 1e9 1e300 1e-300 3×10^8 10⁻³ 2^20 007 1,5 1.2.3 2024 ² ³ µ μ ms µs
    s h min GB GB/s GiB kB Mbit/s b bit B k K M T bn % ‰ × x times ÷ / ± +/- – — - ~ ≈ < > ≤ ≥ $ € £ ¢
    USD per /s /1M /hour ⁻¹ · tokens requests threads orders of magnitude pp bps faster slower to from
    between and or at least up about half twice double a an one two three twelve twenty forty hundred
    thousand million billion dozen point nines °C kWh W J gCO2e p99 v2 0x1F § Figure Table ( ) [ ] { }
    , . ; : = → … | # * _
    """
)
SPACES = (
    *(" ", "\n", "\n\n", "\r\n", "\r", "\t", "\u00a0", "\u2009", "\u202f", "\u2028", "\u200b"),
    *("\u200f", "\u2212", "\ufeff", "\u0660", "\uff10", "\U0001f642", "e\u0301", "\ufffd"),
)
TEX = split(
    r"""
    $ $$ \( \) \[ \] \, \; \: \! \% \$ \\ \mu \mathrm{ \text{ \times \cdot \approx \pm \to \percent
    \SI{ \SI[ \qty{ \SIrange{ \qtylist{ \num{ \numrange{ \micro \second \giga \byte \per \frac{ \unknown
    ^{ ^ { } }{ {,} ~
    """
)
MARKDOWN = split(
    r"""
    # ## ###### > - * + 1. ``` ~~~ ` `` ** __ ~~ | \| |---|---| :--: --- === [ ] ( ) ](/u) ](<u>) [^1]
    [^1]: [a]: ![ \ &amp; &#65; &nbsp; <!-- --> <http://x.y> {{ }} {% %} {: } {/* */} ::: <br> <sup>
    </sup> <del> </del> <code> <svg> </svg> <table> <tr> <td> </td> </table> <details> <p>
    """
)
DECKS = split(
    """
    --- ... +++ title: description: marp: true headingDivider: theme: layout: format: revealjs beamer
    drawings: : # " ' - {} [] <!-- _class: lead --> ``` slides <!--notes-->
    """
)
MARKUP = split(
    """
    <!-- --> <![CDATA[ ]]> <? ?> <!DOCTYPE [ <! </ /> > < = " ' &lt; &#x41; &nbsp; & <p> </p> <h1> <ul>
    <li> <table> <thead> <tr> <th> <td colspan=2 rowspan=3> </td> </table> <caption> <figure>
    <figcaption> <img alt= title= src= <style> </style> <script> </script> <pre> <blockquote> <sup>
    </sup> <br/> xmlns
    """
)
SVG = split(
    """
    <svg </svg> <g </g> <text </text> <tspan </tspan> <title> </title> <desc> </desc> <switch> </switch>
    <foreignObject> </foreignObject> <defs> <symbol> <use <a> <path <rect <style> x= y= dx= dy=
    transform= "translate(1,2)" "scale(2)" "matrix(1,0,0,1,5,5)" "rotate(90)" text-anchor="middle"
    font-size= "10" class= aria-label= role= display="none" visibility="hidden" opacity="0" id= 10px
    1em 50% 1e3 -5
    """
)
YAML = (
    *("```yaml quantities\n", "```yaml caveats\n", "```\n", "~~~\n", "---\n", "...\n", ": ", "- ", "? "),
    *("{", "}", "[", "]", ", ", '"', "'", "#", "&a", "*a", "!!str", "<<:", ">-\n", "|\n", "%", "@"),
    *("\\n", "\\x41", "\n  ", "\n    ", "null", "no"),
)
MODEL = split(
    """
    value: unit: cases: aka: caveat: expect: status: assumed measured cited bound: tolerance: quote:
    text: accept: from: source: = + - * / ** ( ) min( max( sqrt( exp( log2( log10( abs( ceil( floor(
    0.5 1e400 GB ms GB/s % a b a[x] b[ ] # ## 1. §4.1 at least most
    """
)
IGNORE = split(r"* ** ? [ ] [!a] [a-z] [^ ! # / \ \* \# a b .md doc ../ // **/ /** a/**/b \_")
