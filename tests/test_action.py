"""action.yml: its scripts run by bash as a runner would, in a real repository, with hostile inputs too."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "action.yml").read_text(encoding="utf-8")
ACTION: dict[str, Any] = yaml.safe_load(TEXT)
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]

MODEL = "## 1. Times\n\n```yaml quantities\nread_time: {value: 90 µs, aka: [read]}\n```\n"
GOOD, BAD = "A read takes 90 µs.\n", "A read takes 95 µs.\n"

IDENTITY = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")


def test_no_script_is_built_from_an_input() -> None:
    for step in STEPS:
        assert "${{" not in step.get("run", "")
        assert step.get("shell", "bash") == "bash"
    assert {name for name in ACTION["inputs"] if f"inputs.{name}" not in TEXT} == set()


def test_other_actions_are_pinned() -> None:
    used = re.findall(r"uses: (\S+) # v\d+\.\d+\.\d+\n", TEXT)
    assert len(used) == TEXT.count("uses:") == 2
    assert all(re.fullmatch(r"[a-z/-]+@[0-9a-f]{40}", name) for name in used)


def test_it_is_an_action_by_the_published_schema() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_an_auditor_of_actions_finds_nothing() -> None:
    zizmor = shutil.which("zizmor", path=os.path.dirname(sys.executable))
    assert zizmor is not None
    command = [zizmor, "--offline", "--persona=auditor", "--no-progress", "action.yml"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def value(expression: str, known: dict[str, str]) -> str:
    """What a runner puts in place of an expression of names with `||` between; nothing else is known here."""

    def replaced(match: re.Match[str]) -> str:
        return next((found for name in match[1].split("||") if (found := known.get(name.strip(), ""))), "")

    return re.sub(r"\$\{\{\s*([\w.| -]+?)\s*\}\}", replaced, expression)


class Runner:
    """Runs the scripts of the action, one after the other, in a workspace."""

    def __init__(self, folder: Path, action: Path) -> None:
        self.temp = folder / "temp"
        self.workspace = folder / "work space"
        self.temp.mkdir()
        self.workspace.mkdir()
        self.action = action
        self.known: dict[str, str] = {}
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str) -> str:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        done = subprocess.run(
            ["git", *IDENTITY, *arguments],
            cwd=self.workspace,
            env=kept,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()

    def commit(self, files: dict[str, str]) -> str:
        for name, text in files.items():
            (self.workspace / name).parent.mkdir(parents=True, exist_ok=True)
            (self.workspace / name).write_text(text, encoding="utf-8")
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "state")
        return self.git("rev-parse", "HEAD")

    def step(self, number: int) -> subprocess.CompletedProcess[str]:
        step = STEPS[number]
        output = self.temp / f"output-{number}"
        output.write_text("")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PYTHON"))}
        is_pull_request = "github.event.pull_request.base.sha" in self.known
        given = {name: value(text, self.known) for name, text in step.get("env", {}).items()}
        path = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=self.workspace,
            capture_output=True,
            encoding="utf-8",
            env={
                **kept,
                **given,
                "PATH": path,
                "RUNNER_TEMP": str(self.temp),
                "GITHUB_ACTION_PATH": str(self.action),
                "GITHUB_OUTPUT": str(output),
                "GITHUB_REPOSITORY": "us/docs",
                "GITHUB_EVENT_NAME": "pull_request" if is_pull_request else "push",
            },
        )
        for line in output.read_text(encoding="utf-8").splitlines():
            name, _, told = line.partition("=")
            self.known[f"steps.{step['id']}.outputs.{name}"] = told
        return done

    def check(self, event: dict[str, str] | None = None, **inputs: str) -> subprocess.CompletedProcess[str]:
        """Run the check with the inputs of a workflow, and the step that ends it."""
        for name, about in ACTION["inputs"].items():
            self.known[f"inputs.{name}"] = inputs.pop(name.replace("-", "_"), about["default"])
        assert not inputs
        self.known.update(event or {})
        done = self.step(2)
        if done.returncode == 0:
            last = self.step(4)
            assert str(last.returncode) == self.known["steps.check.outputs.exit-status"]
        self.sarif = self.known.pop("steps.check.outputs.sarif-file", "")
        return done

    @property
    def status(self) -> int:
        return int(self.known["steps.check.outputs.exit-status"])

    def annotated(self, done: subprocess.CompletedProcess[str]) -> set[str]:
        return set(re.findall(r"^::error .*?file=([^,]+),line=", done.stdout, re.M))


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where the action's own step installs the action's own claimlint; the folder it runs in is hostile."""
    runner = Runner(tmp_path_factory.mktemp("install"), ROOT)
    trap = "open('caught', 'w').close()\n"
    modules = ("pip", "venv", "click", "claimlint", "sitecustomize", "yaml", "re")
    runner.commit({f"{name}.py": trap for name in modules})
    done = runner.step(1)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not (runner.workspace / "caught").exists()
    return runner.known["steps.install.outputs.scripts"]


@pytest.fixture
def runner(tmp_path: Path, scripts: str) -> Runner:
    runner = Runner(tmp_path, ROOT)
    runner.known["steps.install.outputs.scripts"] = scripts
    return runner


pytestmark = pytest.mark.registry


def pull_request(base: str, repository: str = "us/docs") -> dict[str, str]:
    """What a runner knows of a pull request to us/docs."""
    return {
        "github.event.pull_request.base.sha": base,
        "github.event.pull_request.head.repo.full_name": repository,
    }


def test_everything_is_checked_without_a_base(runner: Runner) -> None:
    runner.commit({"CANONICAL-NUMBERS.md": MODEL, "docs/a.md": BAD, "b c.md": BAD, "good.md": GOOD})
    done = runner.check()
    assert done.returncode == 0, done.stderr
    assert runner.status == 1
    assert runner.annotated(done) == {"docs/a.md", "b c.md"}
    results = json.loads(Path(runner.sarif).read_text(encoding="utf-8"))["runs"][0]["results"]
    assert len(results) == 2
    assert runner.check(paths="good.md\n").returncode == runner.status == 0
    assert runner.annotated(runner.check(paths="b c.md\r\n\n  \ngood.md")) == {"b c.md"}
    done = runner.check(options="--select=bare-multiple\n--ignore=over-precise\n")
    assert (done.returncode, runner.status) == (0, 0)


def test_nothing_of_the_workspace_runs(runner: Runner) -> None:
    trap = "open('caught', 'w').close()\n"
    runner.commit({f"{name}.py": trap for name in ("click", "claimlint", "sitecustomize", "yaml", "re")})
    runner.commit({"CANONICAL-NUMBERS.md": MODEL, "a.md": BAD})
    runner.check()
    assert runner.status == 1
    assert not (runner.workspace / "caught").exists()


def results(runner: Runner) -> set[tuple[str, int]]:
    """The places of the report in SARIF."""
    run = json.loads(Path(runner.sarif).read_text(encoding="utf-8"))["runs"][0]
    places = [each["locations"][0]["physicalLocation"] for each in run["results"]]
    return {(place["artifactLocation"]["uri"], place["region"]["startLine"]) for place in places}


def test_a_pull_request_is_told_what_it_changes(runner: Runner) -> None:
    base = runner.commit({"CANONICAL-NUMBERS.md": MODEL, "old.md": BAD, "page.md": f"{BAD}\n{GOOD}"})
    runner.commit({"page.md": f"{BAD}\n{GOOD}\n{BAD}", "new.md": BAD})
    done = runner.check(pull_request(base))
    assert (done.returncode, runner.status) == (0, 1), done.stdout + done.stderr
    assert results(runner) == {("new.md", 1), ("page.md", 5)}
    assert runner.annotated(done) == {"new.md", "page.md"}
    runner.check(pull_request(base), base="none")
    assert results(runner) == {("new.md", 1), ("old.md", 1), ("page.md", 1), ("page.md", 5)}
    head = runner.git("rev-parse", "HEAD")
    runner.check(pull_request(base), base=head)
    assert (runner.status, results(runner)) == (0, set())


@pytest.mark.parametrize(
    ("trust", "repository", "refused"),
    [
        ("forks", "us/docs", False),
        ("forks", "them/docs", True),
        ("forks", "", True),
        ("true", "us/docs", True),
        ("false", "them/docs", False),
    ],
)
def test_a_pull_request_that_loosens_its_own_check(
    trust: str, repository: str, refused: bool, runner: Runner
) -> None:
    base = runner.commit({"CANONICAL-NUMBERS.md": MODEL, "page.md": GOOD})
    runner.commit({"claimlint.yaml": "ignore: [canonical-drift]\n", "page.md": BAD})
    runner.check(pull_request(base, repository), trust_base=trust)
    assert runner.status == refused


def test_a_pull_request_in_a_shallow_checkout(tmp_path: Path, runner: Runner, scripts: str) -> None:
    base = runner.commit({"CANONICAL-NUMBERS.md": MODEL, "old.md": BAD})
    runner.git("checkout", "-q", "-b", "change")
    runner.commit({"new.md": BAD})
    runner.git("config", "uploadpack.allowAnySHA1InWant", "true")
    (tmp_path / "shallow").mkdir()
    shallow = Runner(tmp_path / "shallow", ROOT)
    shallow.known["steps.install.outputs.scripts"] = scripts
    shutil.rmtree(shallow.workspace)
    runner.git(
        "clone", "-q", "--depth=1", "--branch=change", runner.workspace.as_uri(), str(shallow.workspace)
    )
    done = shallow.check(pull_request(base))
    assert (done.returncode, shallow.status) == (0, 1), done.stdout + done.stderr
    assert results(shallow) == {("new.md", 1)}


def test_a_base_that_cannot_be_had_is_said(runner: Runner) -> None:
    runner.commit({"CANONICAL-NUMBERS.md": MODEL, "a.md": GOOD})
    done = runner.check(pull_request("0" * 40))
    assert (done.returncode, runner.status) == (0, 2)
    assert "0000000" in done.stdout + done.stderr


HOSTILE = [
    "; touch caught",
    "$(touch caught)",
    "`touch caught`",
    "'; touch caught; '",
    '"; touch caught; "',
    "a.md\n; touch caught\n",
    "&& touch caught",
    "*",
    "--isolated",
    "-",
    "${IFS}touch${IFS}caught",
    "%0a::error::x",
]


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("name", ["paths", "options", "base", "trust_base"])
def test_an_input_is_text_and_nothing_else(name: str, hostile: str, runner: Runner) -> None:
    runner.commit({"CANONICAL-NUMBERS.md": MODEL, "a.md": BAD})
    done = runner.check(**{name: hostile})
    assert not (runner.workspace / "caught").exists()
    assert not re.search(r"^::(?!error |warning |notice |group|endgroup)", done.stdout, re.M)
    assert "Traceback" not in done.stderr
    if name == "trust_base":
        assert runner.status == 1  # Without a base nothing is asked of it.
        done = runner.check(base="HEAD", trust_base=hostile)
        assert (done.returncode, "`trust-base` is forks, true or false" in done.stderr) == (2, True)
        assert not (runner.workspace / "caught").exists()
    elif name == "options" and hostile != "--isolated":
        assert (done.returncode, "every line of `options` starts with --" in done.stderr) == (2, True)
    elif hostile not in ("--isolated", "-") or name == "base":
        assert (done.returncode, runner.status) == (0, 2), done.stdout + done.stderr
