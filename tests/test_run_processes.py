"""Files spread over processes: the same report, whatever becomes of a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import claimlint
from claimlint import workers
from claimlint.project import Project, UnknownRule

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")

FILLER = "Plain words that say nothing of any number stand here, line after line.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Enough pages for two processes: some with claims, one that cannot be read, a model with a mistake."""
    (tmp_path / ".git").mkdir()
    for number in range(60):
        page = tmp_path / f"part{number % 7}" / f"page{number:02}.md"
        page.parent.mkdir(exist_ok=True)
        text = f"# Page {number}\n\nIt is {number + 2}x faster.\n\n" + FILLER * 900
        page.write_text(text, encoding="utf-8")
    sentence = "A full rebuild of the search index takes {} minutes on one machine.\n"
    (tmp_path / "README.md").write_text(sentence.format(40), encoding="utf-8")
    (tmp_path / "part1" / "index.md").write_text(sentence.format(55), encoding="utf-8")
    (tmp_path / "part2" / "latin.md").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "part3" / "CANONICAL-NUMBERS.md").write_text("```yaml quantities\na: {value: = b}\n```\n")
    (tmp_path / "part4" / "CANONICAL-NUMBERS.md").write_text("```yaml quantities\nspeed: {value: 6}\n```\n")
    (tmp_path / "part5" / ".claimlint.yaml").write_text("severity: {bare-multiple: error}\n")
    return tmp_path


def run(folder: Path, code: str, processes: int = 2) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, with some code run before it."""
    program = f"""\
import os, signal, sys
from claimlint import workers, shell
workers.count = lambda size: {processes}
{textwrap.dedent(code)}
sys.argv = ["claimlint", "check", "--no-cache", "."]
shell.main()
"""
    command = [sys.executable, "-c", program]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def test_the_report_is_that_of_one_process(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    reports = []
    for processes in (1, 2, 3):
        monkeypatch.setattr(workers, "count", lambda size, processes=processes: processes)
        for explain in (False, True):
            reports.append(claimlint.lint(".", project=Project(cache=False), explain=explain))
    assert reports[0::2] == [reports[0]] * 3
    assert reports[1::2] == [reports[1]] * 3
    assert {finding.rule for finding in reports[0].findings} >= {"bare-multiple", "conflicting-claims"}
    assert {problem.path for problem in reports[0].problems} == {
        "part2/latin.md",
        "part3/CANONICAL-NUMBERS.md",
    }


def test_several_processes_are_worth_it_for_much_input_only() -> None:
    assert workers.count(workers.WORTH_A_PROCESS) == 1
    assert workers.count(64 * workers.WORTH_A_PROCESS) >= 1


def test_no_process_is_forked_beside_threads() -> None:
    import threading

    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        assert workers.count(1 << 30) == 1
    finally:
        done.set()
        thread.join()


KILLED = """
from claimlint import pipeline
lint = pipeline.lint_text
def deadly(path, *rest, **more):
    if path == "part1/page08.md" and os.getpid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
    return lint(path, *rest, **more)
parent = os.getpid()
pipeline.lint_text = deadly
"""


@pytest.mark.parametrize("processes", [2, 4])
def test_a_process_that_dies_is_a_problem_of_its_file_alone(folder: Path, processes: int) -> None:
    whole = run(folder, "")
    done = run(folder, KILLED, processes)
    assert done.returncode == 2
    told = "part1/page08.md: error: the process that checked it ended (signal 9)"
    assert told in done.stdout + done.stderr
    lost = [line for line in whole.stdout.splitlines() if line.startswith("part1/page08.md:")]
    assert lost
    for line in whole.stdout.splitlines():
        if line.startswith("part") and line not in lost:
            assert line in done.stdout


def test_an_error_in_a_process_is_told_like_any_other(folder: Path) -> None:
    code = """
    from claimlint import pipeline
    lint = pipeline.lint_text
    def failing(path, *rest, **more):
        if path == "part1/page08.md":
            raise ZeroDivisionError("no luck")
        return lint(path, *rest, **more)
    pipeline.lint_text = failing
    """
    done, alone = run(folder, code), run(folder, code, 1)
    assert "internal error: ZeroDivisionError: no luck" in done.stdout + done.stderr
    assert (done.stdout, done.stderr, done.returncode) == (alone.stdout, alone.stderr, alone.returncode)


def test_an_unknown_rule_is_told_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(workers, "count", lambda size: 2)
    with pytest.raises(UnknownRule):
        claimlint.lint(".", project=Project(cache=False, ignore=["bare-multipel"]))


def test_an_interrupt_ends_all_processes(folder: Path) -> None:
    slow = textwrap.dedent(
        """\
        import os, sys, time
        from claimlint import workers, shell, pipeline
        workers.count = lambda size: 2
        def slow(*arguments, **more):
            open(f"started-{os.getpid()}", "w").close()
            time.sleep(600)
        pipeline.lint_text = slow
        sys.argv = ["claimlint", "check"]
        shell.main()
        """
    )
    process = subprocess.Popen(
        [sys.executable, "-c", slow], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    started: list[int] = []
    while len(started) < 2:
        assert process.poll() is None
        time.sleep(0.02)
        started = [int(path.name.partition("-")[2]) for path in folder.glob("started-*")]
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (out, err) == ("", "")
    for each in started:
        with pytest.raises(ProcessLookupError):
            os.kill(each, 0)
    assert not [path for path in (folder / ".claimlint_cache").glob(".*") if path.name != ".gitignore"]


def test_processes_end_when_nobody_listens(folder: Path) -> None:
    """The parent is killed: its processes notice when they next tell something."""
    slow = textwrap.dedent(
        """\
        import os, sys, time
        from claimlint import workers, shell, pipeline
        workers.count = lambda size: 2
        lint = pipeline.lint_text
        def slow(*arguments, **more):
            open(f"started-{os.getpid()}", "w").close()
            time.sleep(0.2)
            return lint(*arguments, **more)
        pipeline.lint_text = slow
        sys.argv = ["claimlint", "check"]
        shell.main()
        """
    )
    process = subprocess.Popen([sys.executable, "-c", slow], cwd=folder, stdout=subprocess.DEVNULL)
    started: list[int] = []
    while len(started) < 2:
        time.sleep(0.02)
        started = [int(path.name.partition("-")[2]) for path in folder.glob("started-*")]
    process.kill()
    process.wait()
    for each in started:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                os.kill(each, 0)
            except ProcessLookupError:
                break
            if Path(f"/proc/{each}/stat").exists() and " Z " in Path(f"/proc/{each}/stat").read_text():
                break
            time.sleep(0.05)
        else:
            pytest.fail("a process goes on though nobody listens")


def test_no_progress_is_told_where_nobody_watches(folder: Path) -> None:
    done = run(folder, "from claimlint import progress; progress.PATIENCE = 0")
    assert done.stderr == ""


def test_progress_on_a_terminal_leaves_nothing_behind(folder: Path) -> None:
    import pty

    leader, follower = pty.openpty()
    program = (
        "import sys\nfrom claimlint import progress, shell\nprogress.PATIENCE = progress._EVERY = 0\n"
        "sys.argv = ['claimlint', 'check']\nshell.main()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=follower,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(follower)
    seen = b""
    while True:
        try:
            data = os.read(leader, 1 << 16)
        except OSError:
            break
        if not data:
            break
        seen += data
    os.close(leader)
    report = process.communicate()[0]
    assert b" of 65 files" in seen
    assert seen.endswith(b"\r\x1b[K")
    assert b"\x1b[K" not in report
