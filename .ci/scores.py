"""Run the programs that score us, print what they print, and fail below the figures to reach.

    python3 .ci/scores.py SHARED

The command `claimlint` is the one on PATH.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

KILLED, ALL_F1, TRAPS, FAULTS, NOISE = 97.0, 95.0, 2, 33, 2
ROOT = Path(__file__).resolve().parents[1]


def output(*command: str | Path, cwd: Path = ROOT) -> str:
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True)
    print(done.stdout + done.stderr, end="", flush=True)
    if done.returncode:
        sys.exit(f"exit status {done.returncode} from {command[0]}")
    return done.stdout


def mutants(tool: Path, folder: Path, templates: list[Path], model: Path | None) -> list[str]:
    """What is below the figures to reach in one set of templates."""
    beside = ["--with", model] if model is not None else []
    total = output(sys.executable, tool, *beside, *templates, cwd=folder).splitlines()[-1]
    found = re.fullmatch(r"total: killed \d+/\d+ \(([\d.]+)%\)  false alarms (\d+)", total)
    assert found, total
    missed = []
    if float(found[1]) < KILLED:
        missed.append(f"{found[1]} % of the mutants are killed, not {KILLED} %")
    if int(found[2]):
        missed.append(f"{found[2]} false alarms")
    return missed


def extraction(tools: Path, gold: Path, work: Path) -> list[str]:
    """What is below the figures to reach in the extraction of claims."""
    predictions, figures = work / "predictions.jsonl", work / "figures.json"
    with predictions.open("w", encoding="utf-8") as file:
        subprocess.run([sys.executable, tools / "predict.py", gold], stdout=file, check=True)
    output(sys.executable, tools / "score.py", predictions, gold, "--by", "kind", "--json", figures)
    scores = json.loads(figures.read_text(encoding="utf-8"))
    f1, traps = 100 * scores["total"]["all"]["all_F1"], scores["traps"]["reported"]
    missed = []
    if f1 < ALL_F1:
        missed.append(f"allF1 of {gold.name} is {f1:.1f}, not {ALL_F1}")
    if traps > TRAPS:
        missed.append(f"{traps} traps of {gold.name} are reported, more than {TRAPS}")
    return missed


def seed(page: Path, work: Path) -> list[str]:
    """The seed's own text beside the model gives no finding."""
    shutil.copy(page, work / page.name)
    shutil.copy(ROOT / "CANONICAL-NUMBERS.md", work)
    done = subprocess.run(["claimlint", "check", page.name], cwd=work, capture_output=True, text=True)
    print(done.stdout, end="")
    return (
        []
        if done.returncode == 0 and "; 0 errors, 0 warnings" in done.stdout
        else [f"findings in {page.name}"]
    )


def reports(tool: Path, cases: Path) -> list[str]:
    """What is below the figures to reach on documents taken from real reports."""
    total = output(sys.executable, tool, "--show", cases).splitlines()[-1]
    pattern = r"total: found (\d+)/\d+  noise (\d+)  traps silent (\d+)/(\d+)  broken (\d+)"
    found = re.fullmatch(pattern, total)
    assert found, total
    faults, noise, silent, traps, broken = map(int, found.groups())
    missed = []
    if faults < FAULTS:
        missed.append(f"{faults} faulty lines are found, not {FAULTS}")
    if noise > NOISE or silent < traps or broken:
        missed.append(f"noise {noise}, traps silent {silent} of {traps}, broken {broken}")
    return missed


def main() -> None:
    shared = Path(sys.argv[1]).resolve()
    tools = shared / "tools"
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        missed = [
            *mutants(
                tools / "mutants.py",
                ROOT,
                sorted((shared / "mutants").glob("*.tmpl")),
                ROOT / "CANONICAL-NUMBERS.md",
            ),
            *extraction(tools, shared / "cases" / "extract.jsonl", work),
            *seed(shared / "seed" / "figure-5-1.txt", work),
        ]
        missed += reports(tools / "cases.py", shared / "cases" / "cases.jsonl")
    if missed:
        sys.exit("below the figures to reach: " + "; ".join(missed))


if __name__ == "__main__":
    main()
