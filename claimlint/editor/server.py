"""The language server: which message is answered by which module."""

from __future__ import annotations

import asyncio
import functools
import os
import sys
from collections.abc import Awaitable, Callable
from threading import Event
from typing import TypeVar

from lsprotocol import types
from pygls.protocol import default_converter

from claimlint import __version__
from claimlint.editor import actions, completion, definition, hover, watch
from claimlint.editor.analysis import Analysis
from claimlint.editor.buffers import opened
from claimlint.editor.diagnostics import range_of
from claimlint.editor.protocol import Protocol, Server
from claimlint.editor.references import Search
from claimlint.editor.session import Session
from claimlint.editor.subjects import Subject, subject_at
from claimlint.editor.uris import path_of, uri_of
from claimlint.editor.wire import Messages
from claimlint.reason.page import Page
from claimlint.records import NamedTuple

P = TypeVar("P")
R = TypeVar("R")

PRINTED_LONGEST = 4_000


class At(NamedTuple):
    """What stands at the position of a request."""

    analysis: Analysis
    page: Page
    subject: Subject


def serve() -> int:
    """Serve one client over standard input and output; the exit status that the protocol asks for."""
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    # What is printed by mistake must not be taken for a message.
    sys.stdout = sys.stderr
    server = make()
    server.start_io(Messages(stdin), stdout)  # type: ignore[arg-type]
    return 0 if server.was_shut_down else 1


def make() -> Server:
    """A server with all features, before anything is read."""
    server = Server(
        "claimlint",
        __version__,
        text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
        protocol_cls=Protocol,
        converter_factory=default_converter,
    )
    session = Session(
        send=server.text_document_publish_diagnostics,
        log=lambda message: server.log(message[:PRINTED_LONGEST]),
    )
    _documents(server, session)
    _workspace(server, session)
    _questions(server, session)
    _fixes(server, session)
    return server


def _guarded(session: Session) -> Callable[[Callable[[P], Awaitable[R]]], Callable[[P], Awaitable[R | None]]]:
    """Makes a handler that answers nothing, and tells why in the log, where it fails."""

    def wrap(handler: Callable[[P], Awaitable[R]]) -> Callable[[P], Awaitable[R | None]]:
        @functools.wraps(handler)
        async def guarded(params: P) -> R | None:
            try:
                return await handler(params)
            except Exception as error:
                session.failed(handler.__name__, error)
                return None

        return guarded

    return wrap


def _documents(server: Server, session: Session) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        session.put(opened(params.text_document, session.encoding), delay=0)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        buffer = session.buffers.get(params.text_document.uri)
        if buffer is None:
            session.log(f"{params.text_document.uri}: changed, but it is not open")
        else:
            session.put(buffer.changed(params.text_document.version, params.content_changes))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        session.drop(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE, types.SaveOptions(include_text=False))
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        session.refresh()


def _workspace(server: Server, session: Session) -> None:
    watcher = watch.Watcher(server)
    session.on_analysis = watcher.see

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        session.encoding = types.PositionEncodingKind(server.workspace.position_encoding).value
        uris = [folder.uri for folder in params.workspace_folders or []]
        if not uris and (params.root_uri or params.root_path):
            uris = [params.root_uri or uri_of(os.path.abspath(params.root_path or ""))]
        folders = [path for path in map(path_of, uris) if path is not None and os.path.isdir(path)]
        if folders:
            # Paths are named from here, as by a command that runs in this folder.
            os.chdir(folders[0])
        session.folders = folders

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        watcher.start()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def did_change_folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        gone = {path_of(folder.uri) for folder in params.event.removed}
        come = [path_of(folder.uri) for folder in params.event.added]
        kept = [folder for folder in session.folders if folder not in gone]
        session.set_folders([*kept, *(path for path in come if path is not None and os.path.isdir(path))])

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(params: types.DidChangeWatchedFilesParams) -> None:
        session.touched([path for path in (path_of(change.uri) for change in params.changes) if path])

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def did_change_configuration(params: types.DidChangeConfigurationParams) -> None:
        session.refresh()  # Settings are those of the files, not of the editor.

    @server.feature(types.SHUTDOWN)
    def shutdown(params: None) -> None:
        server.was_shut_down = True
        session.close()


def _questions(server: Server, session: Session) -> None:
    search = Search(session.failed_elsewhere)

    async def at(uri: str, position: types.Position) -> At | None:
        found = await session.page(uri)
        if found is None:
            return None
        analysis, page = found
        offset = analysis.buffer.lines.offset(position.line, position.character) - analysis.shift
        subject = await session.work(lambda: subject_at(page, offset), uri)
        return At(analysis, page, subject) if subject is not None else None

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    @_guarded(session)
    async def show_hover(params: types.HoverParams) -> types.Hover | None:
        uri = params.text_document.uri
        found = await at(uri, params.position)
        if found is None:
            return None
        broken = found.analysis.project.models.broken
        lines = await session.work(lambda: hover.story(found.page, found.subject, bool(broken)), uri)
        if not lines:
            return None
        capability = server.client_capabilities.text_document
        kinds = capability.hover.content_format if capability and capability.hover else None
        markdown = kinds is None or types.MarkupKind.Markdown in kinds
        kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
        content = hover.to_markdown(lines) if markdown else hover.to_text(lines)
        return types.Hover(types.MarkupContent(kind, content), _range(found))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    @_guarded(session)
    async def go_to_definition(
        params: types.DefinitionParams,
    ) -> list[types.Location] | list[types.LocationLink] | None:
        found = await at(params.text_document.uri, params.position)
        if found is None or found.page.model is None:
            return None
        places = definition.definitions(
            found.page.model, found.subject.quantities, session.workspace, session.encoding
        )
        capability = server.client_capabilities.text_document
        if capability and capability.definition and capability.definition.link_support:
            return [
                types.LocationLink(place.uri, place.range, place.range, _range(found)) for place in places
            ]
        return places

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    @_guarded(session)
    async def find_references(params: types.ReferenceParams) -> list[types.Location] | None:
        found = await at(params.text_document.uri, params.position)
        if found is None or found.page.model is None or not found.subject.quantities:
            return None
        model, names, workspace = found.page.model, found.subject.quantities, session.workspace
        stop = Event()
        try:
            places, complete = await session.search(
                lambda: search.places(workspace, model, names, session.encoding, stop)
            )
        except asyncio.CancelledError:
            stop.set()
            raise
        if not complete:
            session.log(f"the search for {', '.join(names)} was ended before all files were read")
        own = definition.definitions(model, names, workspace, session.encoding)
        return [*(own if params.context.include_declaration else ()), *places]

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION,
        types.CompletionOptions(trigger_characters=completion.TRIGGERS, resolve_provider=False),
    )
    @_guarded(session)
    async def complete(params: types.CompletionParams) -> types.CompletionList | None:
        uri = params.text_document.uri
        buffer = session.buffers.get(uri)
        if buffer is None:
            return None
        offset = buffer.lines.offset(params.position.line, params.position.character)
        spot = completion.spot(buffer.text, offset)
        if spot is None:
            return None
        found = await session.analysis(uri)
        if found is None:
            return None
        capability = server.client_capabilities.text_document
        item = capability.completion.completion_item if capability and capability.completion else None
        kinds = item.documentation_format if item else None
        markdown = kinds is None or types.MarkupKind.Markdown in kinds
        return await session.work(
            lambda: completion.items(
                spot, completion.entries(spot, *completion.known(found)), buffer.lines, offset, markdown
            ),
            uri,
        )

    def _range(found: At) -> types.Range:
        shift = found.analysis.shift
        return range_of(found.analysis.buffer.lines, found.subject.start + shift, found.subject.end + shift)


def _fixes(server: Server, session: Session) -> None:
    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, actions.FIX_ALL]),
    )
    @_guarded(session)
    async def offer(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        if not _takes_versions(server.client_capabilities):
            return None  # An edit that names no version could overwrite what was typed meanwhile.
        uri, only = params.text_document.uri, params.context.only
        found = await session.analysis(uri)
        if found is None:
            return None
        known = params.context.diagnostics

        def offered() -> list[types.CodeAction]:
            some: list[types.CodeAction] = []
            if actions.is_wanted(types.CodeActionKind.QuickFix.value, only):
                some += actions.quick_fixes(found, params.range, known)
                some += actions.ignores(found, params.range, known)
            # It is much work, and so for who asks for it: on saving, or by its name.
            if only is not None and actions.is_wanted(actions.FIX_ALL, only):
                some += actions.fix_all(found)
            return some

        return await session.work(offered, uri)


def _takes_versions(capabilities: types.ClientCapabilities) -> bool:
    """Whether the editor takes edits that name the version of the document."""
    workspace = capabilities.workspace
    edit = workspace.workspace_edit if workspace else None
    # Operations on files exist in that form only: who has them has it, even where it does not say so.
    return edit is not None and bool(edit.document_changes or edit.resource_operations)
