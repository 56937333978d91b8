"""The names and arguments of `capture-sdk`, so that a program moves to Tintype with its import.

The address of the service is `TINTYPE_URL`, or `url`. New programs use `AsyncTintype`, which has types and more routes.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Literal, TypeVar

from ._async.client import AsyncTintype
from ._async.sessions import AsyncSessions
from ._base import BaseClient
from ._options import encode
from ._renders import signed_url
from .errors import APIError, TintypeError
from .results import Content, Metadata, RenderedFile
from .signing import Scalar

RequestType = Literal["image", "pdf", "content", "metadata", "animated"]
#: Options by their names in the URL. The URL has unknown ones too: `t` is another cache key.
RequestOptions = Mapping[str, Any]

_R = TypeVar("_R", RenderedFile, Content, Metadata)


class CaptureSessionsError(TintypeError):
    """The service refused a call about sessions. Errors of renders are `APIError`."""

    def __init__(self, status: int, body: Mapping[str, Any]) -> None:
        super().__init__(str(body.get("error") or f"The sessions answer {status}."))
        self.status = status
        #: The JSON of the answer.
        self.body = body


class Capture:
    """Signs URLs, renders pages and drives browsers. Each call has a connection of its own."""

    def __init__(
        self,
        key: str | None = None,
        secret: str | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        url: str | None = None,
        edge_url: str | None = None,
    ) -> None:
        """`options` has `useEdge`: renders on the edge host. The other settings are those of `AsyncTintype`."""
        use_edge = bool((options or {}).get("useEdge"))
        self._settings: dict[str, Any] = {"url": url, "edge_url": edge_url, "use_edge": use_edge}
        self._base = BaseClient(key, secret, **self._settings)
        self.sessions = CaptureSessions(self)

    def build_image_url(self, url: str, options: RequestOptions | None = None) -> str:
        return self._url("image", url, options)

    def build_pdf_url(self, url: str, options: RequestOptions | None = None) -> str:
        return self._url("pdf", url, options)

    def build_content_url(self, url: str, options: RequestOptions | None = None) -> str:
        return self._url("content", url, options)

    def build_metadata_url(self, url: str, options: RequestOptions | None = None) -> str:
        return self._url("metadata", url, options)

    def build_animated_url(self, url: str, options: RequestOptions | None = None) -> str:
        return self._url("animated", url, options)

    async def fetch_image(self, url: str, options: RequestOptions | None = None) -> RenderedFile:
        return await self._fetch(RenderedFile, "image", url, options)

    async def fetch_pdf(self, url: str, options: RequestOptions | None = None) -> RenderedFile:
        return await self._fetch(RenderedFile, "pdf", url, options)

    async def fetch_content(self, url: str, options: RequestOptions | None = None) -> Content:
        return await self._fetch(Content, "content", url, options)

    async def fetch_metadata(self, url: str, options: RequestOptions | None = None) -> Metadata:
        return await self._fetch(Metadata, "metadata", url, options)

    async def fetch_animated(self, url: str, options: RequestOptions | None = None) -> RenderedFile:
        return await self._fetch(RenderedFile, "animated", url, options)

    def _url(self, endpoint: RequestType, url: str, options: RequestOptions | None) -> str:
        return signed_url(self._base._config, endpoint, _wire(url, options))

    async def _fetch(self, kind: type[_R], endpoint: RequestType, url: str, options: RequestOptions | None) -> _R:
        async with self._client() as client:
            return await client._fetch(kind, endpoint, _wire(url, options))

    def _client(self) -> AsyncTintype:
        """A client for one call: connections belong to one event loop, and each `asyncio.run` has another."""
        config = self._base._config
        return AsyncTintype(config.key, config.secret, **self._settings)


class CaptureSessions:
    """Browsers by their ids. They end by `close` or with their time. Raises CaptureSessionsError."""

    def __init__(self, capture: Capture) -> None:
        self._capture = capture

    async def create(self, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Opens a browser. `options` are those of the interface, such as `maxTtlSeconds`."""
        async with self._sessions() as sessions:
            return await sessions._create(dict(options or {}), None)

    async def get(self, session_id: str) -> dict[str, Any]:
        async with self._sessions() as sessions:
            return {"success": True, "session": await sessions.get(session_id)}

    async def close(self, session_id: str) -> dict[str, Any]:
        async with self._sessions() as sessions:
            return {"success": True, "session": await sessions.close(session_id)}

    async def action(
        self, session_id: str, action_type: str, payload: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        async with self._sessions() as sessions:
            return await sessions.action(session_id, action_type, payload)

    @asynccontextmanager
    async def _sessions(self) -> AsyncIterator[AsyncSessions]:
        async with self._capture._client() as client:
            try:
                yield client.sessions
            except APIError as error:
                common = {"success": False, "error": error.message, "code": error.code, "requestId": error.request_id}
                raise CaptureSessionsError(error.status, {**common, **error.details}) from error


def _wire(url: str, options: RequestOptions | None) -> dict[str, Scalar]:
    if not url:
        raise ValueError("The address of the page is empty.")
    return {"url": url, **{name: encode(name, value) for name, value in (options or {}).items() if name != "url"}}
