"""pygls, where it must do otherwise than it does by itself."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

Handed = Generator[Any, Any, None]


class Protocol(LanguageServerProtocol):
    """Leaves documents to our own handlers, and answers every request that has an id.

    pygls's own copies of the documents end lines at U+2028, form feeds and others, where neither the
    protocol nor editors do.
    """

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> Handed:
        yield self.fm.features[types.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Handed:
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> Handed:
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE], (params,), None

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message out of JSON; a request that cannot be one is answered with the error."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "method" in data and isinstance(data.get("id"), int | str):
                self._send_response(data["id"], error=error.to_response_error())
            raise


class Server(LanguageServer):
    """A server that tells what went wrong in the editor's log, and pops nothing up."""

    was_shut_down = False

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Tell of an error that belongs to no request."""
        self.log(f"claimlint: {type(error).__name__}: {error}")

    def log(self, message: str) -> None:
        """Write to the editor's log."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))
