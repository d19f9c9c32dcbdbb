"""How many changed numbers `claimlint check --fix` puts back, and whether it ever writes a wrong one.

    python benchmarks/fixes.py [--mutants FILE] [--unsafe-fixes] [--show] [--check] TEMPLATE...

A template is a document with `[[…]]` around its guarded numbers, and a canonical model beside it, in
its `with/` folder or in a file given by --with.  Every number is changed on its own (times 1.3, times
ten, its unit swapped for a neighbour); the page is fixed, and compared with the clean one.  Counted are
the mutants that an error or a warning tells of (`killed`), those that are fixed to the clean page
(`equal`), those left as they are (`left`), and those that differ from both (`wrong`).  With --check the
exit status is 1 when any is wrong.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from claimlint import rules
from claimlint.findings import Finding
from claimlint.fixes import fix_text
from claimlint.model.load import load
from claimlint.pipeline import lint_text

HERE = Path(__file__).resolve().parent
WAYS = ("big", "tenfold", "unit", "small")
RULES = rules.load(examples=False)


def linter(name: str, model: Any) -> Callable[[str], Sequence[Finding]]:
    """The findings of a page of that name."""
    return lambda text: lint_text(name, text, model, RULES).findings


def told(findings: Sequence[Finding]) -> Counter[tuple[int, str]]:
    """How often each rule stands on each line, errors and warnings only."""
    return Counter((f.line, f.rule) for f in findings if f.severity != "info")


def measure(template: Path, model_file: Path, mutation: ModuleType, options: Any) -> dict[str, Counter[str]]:
    """The counts of one template, by way."""
    model = load(model_file.name, model_file.read_text(encoding="utf-8"))
    parse = getattr(mutation, "parse", None) or mutation.render
    clean, sites = parse(template.read_text(encoding="utf-8"))
    lint = linter(template.name.removesuffix(".tmpl"), model)
    base = told(lint(clean))
    counts: dict[str, Counter[str]] = {way: Counter() for way in WAYS}
    for way, line, text in mutation.mutants(clean, sites):
        if way not in options.ways:
            continue
        found = lint(text)
        count = counts[way]
        count["mutants"] += 1
        if not any(number > base[key] for key, number in told(found).items() if key[0] == line):
            continue
        count["killed"] += 1
        fixed = fix_text(text, lint, options.unsafe_fixes)
        outcome = "equal" if fixed.text == clean else "left" if fixed.text == text else "wrong"
        count[outcome] += 1
        if outcome == "wrong" or (options.show and outcome == "left"):
            show(outcome, way, template, line, (clean, text, fixed.text), found)
    return counts


def show(
    outcome: str,
    way: str,
    template: Path,
    line: int,
    texts: tuple[str, str, str],
    found: Sequence[Finding],
) -> None:
    """Print a mutant: the lines as they were and as they are."""
    print(f"    {outcome}: {way} {template.parent.name}/{template.name}:{line}")
    clean, mutant, fixed = (text.split("\n") for text in texts)
    for mark, lines in (("clean", clean), ("mutant", mutant), ("fixed", fixed)):
        for before, own in zip(clean if mark != "clean" else mutant, lines, strict=False):
            if before != own:
                print(f"        {mark:7}{own.strip()[:400]}")
    for finding in found:
        if finding.line == line:
            offered = f" [{finding.fix.summary}]" if finding.fix else ""
            print(f"        {finding.rule}: {finding.message[:200]}{offered}")


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("templates", nargs="+", type=Path)
    arguments.add_argument(
        "--mutants", type=Path, help="a program with `parse` and `mutants`, in place of ours"
    )
    arguments.add_argument("--with", dest="model", type=Path, help="the model of templates without `with/`")
    arguments.add_argument("--ways", default="big,tenfold,unit", help="which changes are made")
    arguments.add_argument("--unsafe-fixes", action="store_true")
    arguments.add_argument("--show", action="store_true", help="print the mutants that are left as they are")
    arguments.add_argument("--check", action="store_true")
    options = arguments.parse_args()
    options.ways = options.ways.split(",")
    mutation = module(options.mutants or HERE.parent / "tests" / "mutation.py")
    total: dict[str, Counter[str]] = {way: Counter() for way in WAYS}
    for template in options.templates:
        beside = template.parent / "with" / "CANONICAL-NUMBERS.md"
        model = beside if beside.exists() else options.model or HERE.parent / "CANONICAL-NUMBERS.md"
        counts = measure(template, model, mutation, options)
        print(f"{template.parent.name}/{template.name}: {line_of(counts)}")
        for way, count in counts.items():
            total[way].update(count)
    for way, count in total.items():
        if count:
            print(f"{way:8} {line_of({way: count})}")
    print(f"total    {line_of(total)}")
    sys.exit(options.check and any(count["wrong"] for count in total.values()))


def line_of(counts: dict[str, Counter[str]]) -> str:
    """Counts of all ways as one line."""
    summed: Counter[str] = Counter()
    for count in counts.values():
        summed.update(count)
    killed = summed["killed"]
    share = f" ({100 * summed['equal'] / killed:.1f}% of killed)" if killed else ""
    return (
        f"mutants {summed['mutants']}  killed {killed}  equal {summed['equal']}{share}"
        f"  left {summed['left']}  wrong {summed['wrong']}"
    )


def module(path: Path) -> ModuleType:
    """The module in a file."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = made
    spec.loader.exec_module(made)
    return made


if __name__ == "__main__":
    main()
