"""The async client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload
from uuid import uuid4

import httpx

from .._base import BaseClient
from .._config import Config, changed
from .._options import wire_options
from .._renders import fetch_call, file_call, later_call, page_options, post_call, report_call
from .._request import json_call
from ..results import Content, Metadata, RenderedFile
from ..types import BatchAccepted, Device, Endpoint, RenderReport
from .account import AsyncAccount
from .batches import AsyncBatches
from .sessions import AsyncSessions
from .transport import AsyncTransport

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from .._generated import (
        AllOptions,
        AnimatedOptions,
        ContentOptions,
        ImageOptions,
        MetadataOptions,
        PdfOptions,
    )


R = TypeVar("R", RenderedFile, Content, Metadata)


class AsyncTintype(BaseClient):
    """Renders pages, drives browsers and manages the account. Use it in `async with`, or call `aclose`."""

    def __init__(
        self,
        key: str | None = None,
        secret: str | None = None,
        *,
        url: str | None = None,
        edge_url: str | None = None,
        use_edge: bool = False,
        signature_version: Literal[1, 2] = 1,
        timeout: float | None = None,
        max_retries: int = 2,
        max_retry_wait: float = 30.0,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(
            key,
            secret,
            url=url,
            edge_url=edge_url,
            use_edge=use_edge,
            signature_version=signature_version,
            timeout=timeout,
            max_retries=max_retries,
            max_retry_wait=max_retry_wait,
        )
        self._wire(self._config, AsyncTransport(self._config, http_client))

    def _wire(self, config: Config, transport: AsyncTransport) -> None:
        self._config = config
        self._transport = transport
        self.sessions = AsyncSessions(config, transport)
        self.batches = AsyncBatches(config, transport)
        self.account = AsyncAccount(config, transport)

    def with_options(
        self, *, timeout: float | None = None, max_retries: int | None = None, max_retry_wait: float | None = None
    ) -> Self:
        """Returns a client with other settings for some calls. It shares the connections of this one."""
        client = copy(self)
        config = changed(self._config, timeout, max_retries, max_retry_wait)
        client._wire(config, self._transport.sharing(config))
        return client

    async def fetch_image(
        self, url: str, options: Mapping[str, Any] | None = None, **named: Unpack[ImageOptions]
    ) -> RenderedFile:
        """Returns a picture of a page."""
        return await self._fetch(RenderedFile, "image", page_options("image", url, options, named))

    async def fetch_pdf(
        self, url: str, options: Mapping[str, Any] | None = None, **named: Unpack[PdfOptions]
    ) -> RenderedFile:
        """Returns a page as PDF."""
        return await self._fetch(RenderedFile, "pdf", page_options("pdf", url, options, named))

    async def fetch_content(
        self, url: str, options: Mapping[str, Any] | None = None, **named: Unpack[ContentOptions]
    ) -> Content:
        """Returns a page's HTML, text and Markdown."""
        return await self._fetch(Content, "content", page_options("content", url, options, named))

    async def fetch_metadata(
        self, url: str, options: Mapping[str, Any] | None = None, **named: Unpack[MetadataOptions]
    ) -> Metadata:
        """Returns a page's title, author, picture and other metadata."""
        return await self._fetch(Metadata, "metadata", page_options("metadata", url, options, named))

    async def fetch_animated(
        self, url: str, options: Mapping[str, Any] | None = None, **named: Unpack[AnimatedOptions]
    ) -> RenderedFile:
        """Returns a recording of a page."""
        return await self._fetch(RenderedFile, "animated", page_options("animated", url, options, named))

    @overload
    async def render(
        self,
        endpoint: Literal["image", "pdf", "animated"],
        options: Mapping[str, Any] | None = None,
        *,
        url: str | None = None,
        html: str | None = None,
        markdown: str | None = None,
        base_url: str | None = None,
        **named: Unpack[AllOptions],
    ) -> RenderedFile: ...
    @overload
    async def render(
        self,
        endpoint: Literal["content"],
        options: Mapping[str, Any] | None = None,
        *,
        url: str | None = None,
        html: str | None = None,
        markdown: str | None = None,
        base_url: str | None = None,
        **named: Unpack[AllOptions],
    ) -> Content: ...
    @overload
    async def render(
        self,
        endpoint: Literal["metadata"],
        options: Mapping[str, Any] | None = None,
        *,
        url: str | None = None,
        html: str | None = None,
        markdown: str | None = None,
        base_url: str | None = None,
        **named: Unpack[AllOptions],
    ) -> Metadata: ...
    async def render(
        self,
        endpoint: Endpoint,
        options: Mapping[str, Any] | None = None,
        *,
        url: str | None = None,
        html: str | None = None,
        markdown: str | None = None,
        base_url: str | None = None,
        **named: Unpack[AllOptions],
    ) -> Any:
        """Renders a page, HTML or Markdown by POST. `base_url` is what relative links of the text belong to."""
        page = {"url": url, "html": html, "markdown": markdown, "baseUrl": base_url}
        return await self._transport.send(
            post_call(self._config, endpoint, page, wire_options(endpoint, options, named))
        )

    async def render_report(
        self,
        outputs: Sequence[Endpoint | tuple[Endpoint, Mapping[str, Any]]],
        options: Mapping[str, Any] | None = None,
        *,
        url: str | None = None,
        html: str | None = None,
        markdown: str | None = None,
        base_url: str | None = None,
        **named: Unpack[AllOptions],
    ) -> RenderReport:
        """Makes several results of one page load, and returns links to them.

        An output is an endpoint, or a pair of it and its own options under their wire names.
        """
        page = {"url": url, "html": html, "markdown": markdown, "baseUrl": base_url}
        call = report_call(self._config, outputs, page, wire_options("all", options, named))
        report: RenderReport = await self._transport.send(call)
        return report

    async def render_later(
        self,
        endpoint: Literal["image", "pdf"],
        options: Mapping[str, Any] | None = None,
        *,
        url: str,
        notification_uri: str | None = None,
        idempotency_key: str | None = None,
        **named: Unpack[AllOptions],
    ) -> BatchAccepted:
        """Accepts a render as a batch of one, which stores its result in the account's storage."""
        key = idempotency_key or str(uuid4())
        wire = wire_options(endpoint, options, named)
        call = later_call(self._config, endpoint, {"url": url}, wire, to=notification_uri, key=key)
        accepted: BatchAccepted = await self._transport.send(call)
        return accepted

    async def delete_file(self, url: str) -> None:
        """Deletes a stored result by its link, `info.file_url` of a render."""
        await self._transport.send(file_call(self._config, url))

    async def devices(self) -> list[Device]:
        """Returns the values of `emulate_device`."""
        call = json_call(self._config, "GET", "/screenshot/devices", "the list of devices", pick="devices")
        devices: list[Device] = await self._transport.send(call)
        return devices

    async def ip_ranges(self) -> list[str]:
        """Returns the addresses of the service's browsers, as CIDR prefixes."""
        call = json_call(self._config, "GET", "/ip-ranges.json", "the list of addresses", pick="prefixes")
        prefixes: list[str] = await self._transport.send(call)
        return prefixes

    async def aclose(self) -> None:
        """Closes the connections, except those of a `http_client` that you passed."""
        await self._transport.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _fetch(self, kind: type[R], endpoint: Endpoint, wire: Mapping[str, Any]) -> R:
        result = await self._transport.send(fetch_call(self._config, endpoint, wire))
        assert isinstance(result, kind)
        return result
