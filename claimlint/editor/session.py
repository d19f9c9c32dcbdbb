"""One session with an editor: its open documents, what is known of each, and what it was told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import local
from typing import TypeVar

from lsprotocol import types

from claimlint.editor import diagnostics
from claimlint.editor.analysis import Analysis, analyse, depends, is_current
from claimlint.editor.buffers import Buffer
from claimlint.editor.positions import UTF16
from claimlint.editor.workspace import Overlay, Workspace
from claimlint.project import Project
from claimlint.reason.page import Page
from claimlint.records import NamedTuple

DELAY = 0.25
"""Seconds without typing after which a document is checked."""
LARGE = 200_000
"""Code points from which on a document is a large one."""
PATIENCE = 20.0
"""Seconds that a request waits for the reading of a document before it is answered with nothing."""

T = TypeVar("T")


class _Running(NamedTuple):
    buffer: Buffer
    future: asyncio.Future[Analysis]


class Session:
    """What the server knows.  All of it belongs to the thread of the event loop; workers get snapshots.

    `send` publishes diagnostics, `log` tells of what went wrong.
    """

    def __init__(
        self,
        send: Callable[[types.PublishDiagnosticsParams], None],
        log: Callable[[str], None],
    ) -> None:
        self.send = send
        self.log = log
        self.folders: list[str] = []
        self.encoding = UTF16
        self.buffers: dict[str, Buffer] = {}
        self.on_analysis: Callable[[Analysis], None] = lambda analysis: None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._done: dict[str, Analysis] = {}
        self._running: dict[str, _Running] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._published: dict[str, types.PublishDiagnosticsParams] = {}
        self._workspace: Workspace | None = None
        # A large document does not keep the others waiting.
        self._worker = ThreadPoolExecutor(1, "claimlint-pages")
        self._slow = ThreadPoolExecutor(1, "claimlint-large-pages")
        self._searcher = ThreadPoolExecutor(1, "claimlint-search")
        self._own = local()  # what each worker has read of settings and models

    # --- what the editor says

    @property
    def workspace(self) -> Workspace:
        """A snapshot of the folders and documents."""
        if self._workspace is None:
            self._workspace = Workspace(self.folders, self.buffers)
        return self._workspace

    def set_folders(self, folders: list[str]) -> None:
        """The folders that are open now."""
        self.folders = folders
        self._workspace = None
        self.refresh()

    def put(self, buffer: Buffer, delay: float = DELAY) -> None:
        """A document was opened or changed."""
        self.buffers[buffer.uri] = buffer
        self._workspace = None
        self._schedule(buffer.uri, delay)
        self._touch(buffer)

    def drop(self, uri: str) -> None:
        """A document was closed."""
        buffer = self.buffers.pop(uri, None)
        if buffer is None:
            return
        self._workspace = None
        timer = self._timers.pop(uri, None)
        if timer is not None:
            timer.cancel()
        self._done.pop(uri, None)
        running = self._running.pop(uri, None)
        if running is not None:
            running.future.cancel()
        self._touch(buffer)
        self.publish()

    def touched(self, paths: list[str]) -> None:
        """Files changed on disk."""
        self._workspace = None  # A folder may have become a repository.
        for uri, analysis in list(self._done.items()):
            if any(depends(analysis, path) for path in paths):
                self._schedule(uri, DELAY)

    def refresh(self) -> None:
        """Check again what rests on something that has changed, whoever changed it."""
        for uri, analysis in list(self._done.items()):
            if not is_current(analysis, self.workspace):
                self._schedule(uri, DELAY)

    def _touch(self, buffer: Buffer) -> None:
        """Check again what else rests on a document that was opened, changed or closed."""
        paths = [path for path, other in self.workspace.by_path.items() if other is buffer]
        if buffer.path is not None:
            paths.append(buffer.path)
        for uri, analysis in list(self._done.items()):
            if uri != buffer.uri and any(depends(analysis, path) for path in paths):
                self._schedule(uri, DELAY)

    # --- what is known of a document

    async def analysis(self, uri: str) -> Analysis | None:
        """What claimlint has to say of a document as it is now; None when that takes too long or fails."""
        if uri not in self.buffers:
            return None
        return await self._patiently(self._start(uri), uri)

    async def page(self, uri: str) -> tuple[Analysis, Page] | None:
        """The document's analysis and its page; None where there is none, or when it takes too long."""
        analysis = await self.analysis(uri)
        if analysis is None:
            return None
        page = await self.work(analysis.page, uri)
        return (analysis, page) if page is not None else None

    async def work(self, function: Callable[[], T], uri: str) -> T | None:
        """The result of a function, run where documents are read; None when it takes too long or fails."""
        future = asyncio.wrap_future(self._worker_of(uri).submit(function))
        future.add_done_callback(
            lambda done: done.cancelled() or done.exception()
        )  # Told below, or nobody waits.
        return await self._patiently(future, uri)

    async def search(self, function: Callable[[], T]) -> T:
        """The result of a function that may take its time, run beside all else."""
        return await asyncio.wrap_future(self._searcher.submit(function))

    async def _patiently(self, future: asyncio.Future[T], uri: str) -> T | None:
        try:
            return await asyncio.wait_for(asyncio.shield(future), PATIENCE)
        except TimeoutError:
            self.log(f"{uri}: not read within {PATIENCE:.0f} s; try again later")
        except asyncio.CancelledError:
            if not future.cancelled():
                raise  # The editor no longer wants to know.
        except Exception as error:
            self.failed(uri, error)
        return None

    def failed(self, uri: str, error: BaseException) -> None:
        """Tell that claimlint itself failed on a document."""
        import traceback

        where = "".join(traceback.format_exception(error)[-8:])
        self.log(f"{uri}: internal error: {type(error).__name__}: {error}; please report it\n{where}")

    def failed_elsewhere(self, uri: str, error: Exception) -> None:
        """The same, from any thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.failed, uri, error)

    def _schedule(self, uri: str, delay: float) -> None:
        timer = self._timers.pop(uri, None)
        if timer is not None:
            timer.cancel()
        self._loop = asyncio.get_running_loop()
        self._timers[uri] = self._loop.call_later(delay, self._due, uri)

    def _due(self, uri: str) -> None:
        self._timers.pop(uri, None)
        if uri in self.buffers:
            self._start(uri)

    def _start(self, uri: str) -> asyncio.Future[Analysis]:
        """The analysis of the document as it is now: one that is done or running, else a new one."""
        buffer = self.buffers[uri]
        done = self._done.get(uri)
        if done is not None and done.buffer is buffer and is_current(done, self.workspace):
            future = asyncio.get_running_loop().create_future()
            future.set_result(done)
            return future
        running = self._running.get(uri)
        if running is not None:
            if running.buffer is buffer:
                return running.future
            running.future.cancel()  # Has an effect while it waits for its turn.
        workspace = self.workspace
        job = self._worker_of(uri).submit(self._analyse, buffer, workspace)
        found: asyncio.Future[Analysis] = asyncio.wrap_future(job)
        self._running[uri] = _Running(buffer, found)
        found.add_done_callback(lambda future: self._finished(uri, buffer, future))
        return found

    def _worker_of(self, uri: str) -> ThreadPoolExecutor:
        buffer = self.buffers.get(uri)
        return self._slow if buffer is not None and len(buffer.text) > LARGE else self._worker

    def _finished(self, uri: str, buffer: Buffer, future: asyncio.Future[Analysis]) -> None:
        running = self._running.get(uri)
        if running is not None and running.future is future:
            del self._running[uri]
        if future.cancelled():
            return
        error = future.exception()
        if self.buffers.get(uri) is not buffer:
            return  # Its next version will be told of.
        if error is not None:
            self.failed(uri, error)
            self._done.pop(uri, None)
            return
        analysis = future.result()
        self._done[uri] = analysis
        if not is_current(analysis, self.workspace):
            self._schedule(uri, DELAY)
        self.publish()
        self.on_analysis(analysis)

    def _analyse(self, buffer: Buffer, workspace: Workspace) -> Analysis:
        """Check a document; in the worker's thread."""
        project: Project | None = getattr(self._own, "project", None)
        if project is not None and isinstance(project.tree, Overlay) and project.tree.holds(workspace):
            project.tree.workspace = workspace
        else:
            project = workspace.project(buffer)
            self._own.project = project
        analysis = analyse(buffer, workspace, project, self.failed_elsewhere)
        analysis.told = diagnostics.own(analysis)
        return analysis

    # --- what the editor is told

    def publish(self) -> None:
        """Send the diagnostics of every file of which something else is to be said than before."""
        others = diagnostics.elsewhere(self._done.values(), self.workspace, self.encoding)
        wanted = {
            uri: types.PublishDiagnosticsParams(
                uri, [*analysis.told, *others.pop(uri, [])], analysis.buffer.version
            )
            for uri, analysis in self._done.items()
        }
        for uri, more in others.items():
            buffer = self.buffers.get(uri)
            wanted[uri] = types.PublishDiagnosticsParams(uri, more, buffer.version if buffer else None)
        for uri in [*wanted, *(uri for uri in self._published if uri not in wanted)]:
            told = wanted.get(uri) or types.PublishDiagnosticsParams(uri, [])
            if self._published.get(uri) != told:
                self.send(told)
        self._published = wanted

    def close(self) -> None:
        """Take no more work."""
        for timer in self._timers.values():
            timer.cancel()
        for worker in (self._worker, self._slow, self._searcher):
            worker.shutdown(wait=False, cancel_futures=True)
