"""Files spread over processes: each is forked from this one, takes batches of files, and sends what became
of them through a pipe.

What a process that ended had in hand is a problem of that file; what it had not begun is left for others.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from claimlint.examine import Examiner, Outcome
from claimlint.files import File
from claimlint.findings import Problem
from claimlint.project import UnknownRule

if TYPE_CHECKING:
    from claimlint.plain import Plain

WORTH_A_PROCESS = 1 << 20
"""Bytes of input for which one more process is worth its start."""
_MOST = 16  # processes
_BATCH = 1 << 17  # bytes, or files below:
_MOST_FILES, _MOST_BATCHES = 64, 4_000
_INTERRUPTED = 130
_MET = -1
_UNKNOWN_RULE = -2


def count(size: int) -> int:
    """How many processes are worth starting for so many bytes of input; 1 means none."""
    single = len(sys._current_frames()) == 1  # A thread may hold what a fork of it would wait for.
    if not hasattr(os, "fork") or not single or size < 2 * WORTH_A_PROCESS:
        return 1
    affinity = getattr(os, "sched_getaffinity", None)
    processors = len(affinity(0)) if affinity is not None else os.cpu_count() or 1
    return min(processors, size // WORTH_A_PROCESS, _MOST)


def spread(
    found: Sequence[File], sizes: Sequence[int], processes: int, examiner: Examiner
) -> Iterator[tuple[int, Outcome]]:
    """What became of each file, with its place in `found`, in the order in which they are done.

    Files that no process came to are not among them.  Raises UnknownRule.
    """
    import gc

    batches = _batches(sizes)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    tasks, fill = os.pipe()
    for index in range(len(batches)):
        os.write(fill, index.to_bytes(4, "little"))
    os.close(fill)
    gc.freeze()  # Processes share what none of them looks at.
    workers: list[_Worker] = []
    try:
        while len(workers) < processes:
            workers.append(_start(tasks, [worker.pipe for worker in workers], found, batches, examiner))
        os.close(tasks)
        yield from _gather(workers, found, examiner)
    finally:
        gc.unfreeze()
        for worker in workers:
            worker.end()


def _batches(sizes: Sequence[int]) -> list[list[int]]:
    """The places of the files in batches, the heaviest first so that no process waits long for another."""
    least = max(_BATCH, sum(sizes) // _MOST_BATCHES)
    most = max(_MOST_FILES, len(sizes) // _MOST_BATCHES + 1)
    batches: list[tuple[int, list[int]]] = []
    size, batch = 0, []
    for place, each in enumerate(sizes):
        batch.append(place)
        size += each
        if size >= least or len(batch) >= most:
            batches.append((size, batch))
            size, batch = 0, []
    batches.append((size, batch))
    return [batch for _, batch in sorted(batches, key=lambda entry: -entry[0]) if batch]


class _Worker:
    """A process, the end of the pipe through which it tells, and what it has in hand."""

    def __init__(self, process: int, pipe: int) -> None:
        self.process = process
        self.pipe = pipe
        self.heard = bytearray()
        self.in_hand: int | None = None
        self.status: int | None = None

    def messages(self) -> Iterator[tuple[int, Any]]:
        """The whole messages that were heard."""
        import marshal

        while len(self.heard) >= 4:
            end = 4 + int.from_bytes(self.heard[:4], "little")
            if len(self.heard) < end:
                return
            yield marshal.loads(bytes(self.heard[4:end]))
            del self.heard[:end]

    def wait(self) -> str:
        """How the process ended, in words; empty when it ended as it should."""
        _, self.status = os.waitpid(self.process, 0)
        if os.WIFSIGNALED(self.status):
            return f"signal {os.WTERMSIG(self.status)}"
        code = os.WEXITSTATUS(self.status)
        return f"exit status {code}" if code else ""

    def end(self) -> None:
        """End the process if it has not ended."""
        if self.status is None:
            with suppress(OSError):
                os.kill(self.process, 9)
            with suppress(OSError):
                self.wait()
            with suppress(OSError):
                os.close(self.pipe)


def _start(
    tasks: int, others: list[int], found: Sequence[File], batches: list[list[int]], examiner: Examiner
) -> _Worker:
    heard, told = os.pipe()
    process = os.fork()
    if process:
        os.close(told)
        return _Worker(process, heard)
    status = 1
    try:
        for pipe in (heard, *others):  # Else a process would not notice that nobody listens any more.
            os.close(pipe)
        _work(tasks, told, found, batches, examiner)
        status = 0
    except KeyboardInterrupt:
        status = _INTERRUPTED
    except BrokenPipeError:
        pass
    except BaseException:
        with suppress(BaseException):
            import traceback

            traceback.print_exc()
    finally:
        _leave(status)


def _leave(status: int) -> NoReturn:
    with suppress(BaseException):
        sys.stderr.flush()
    os._exit(status)


def _work(tasks: int, pipe: int, found: Sequence[File], batches: list[list[int]], examiner: Examiner) -> None:
    """Examine batch after batch."""
    while number := os.read(tasks, 4):
        for place in batches[int.from_bytes(number, "little")]:
            _tell(pipe, (place, None))
            try:
                outcome = examiner.examine(found[place])
            except UnknownRule as error:
                _tell(pipe, (_UNKNOWN_RULE, str(error)))
                return
            _tell(pipe, (place, _sent(found[place], outcome)))
    models = examiner.project.models
    _tell(pipe, (_MET, [*models.loaded, *models.broken]))


def _tell(pipe: int, message: Any) -> None:
    import marshal

    data = marshal.dumps(message)
    rest = memoryview(len(data).to_bytes(4, "little") + data)
    while rest:
        rest = rest[os.write(pipe, rest) :]


def _sent(file: File, outcome: Outcome) -> Plain:
    from claimlint.plain import to_plain

    plain = outcome.new
    if plain is None and outcome.result is not None:
        plain = to_plain(outcome.result, file.path)
    problem = list(outcome.problem) if outcome.problem is not None else None
    return [plain, problem, outcome.model, outcome.key, outcome.new is not None]


def _received(file: File, sent: Plain) -> Outcome:
    from claimlint.plain import from_plain

    plain, problem, model, key, is_new = sent
    return Outcome(
        from_plain(plain, file.path) if plain is not None else None,
        Problem(*problem) if problem is not None else None,
        model,
        key,
        plain if is_new else None,
    )


def _gather(
    workers: Sequence[_Worker], found: Sequence[File], examiner: Examiner
) -> Iterator[tuple[int, Outcome]]:
    import select

    models = examiner.project.models
    waiting = {worker.pipe: worker for worker in workers}
    while waiting:
        for pipe in select.select(list(waiting), [], [])[0]:
            worker = waiting[pipe]
            data = os.read(pipe, 1 << 16)
            worker.heard += data
            for place, told in worker.messages():
                if place == _MET:
                    for path in told:
                        with suppress(Exception):  # Each is broken or not as it was there.
                            models.load(path)
                elif place == _UNKNOWN_RULE:
                    raise UnknownRule(told)
                elif told is None:
                    worker.in_hand = place
                else:
                    worker.in_hand = None
                    yield place, _received(found[place], told)
            if not data:
                del waiting[pipe]
                os.close(pipe)
                how = worker.wait()
                if how and worker.in_hand is not None:
                    yield worker.in_hand, Outcome(None, lost(found[worker.in_hand], how))


def lost(file: File, how: str) -> Problem:
    """The problem of a file that a process had in hand when it ended."""
    message = f"the process that checked it ended ({how}); nothing was checked here; please report it"
    return Problem(file.path, None, None, message)
