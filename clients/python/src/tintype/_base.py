"""What the sync and the async client share: settings and signed URLs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from ._config import DEFAULT_URL, Config, base_url, pair
from ._renders import page_options, signed_url
from .types import Notification
from .webhooks import verify_webhook

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._generated import AnimatedOptions, ContentOptions, ImageOptions, MetadataOptions, PdfOptions


class BaseClient:
    _config: Config

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
    ) -> None:
        """Missing settings come from TINTYPE_KEY, TINTYPE_SECRET, TINTYPE_URL and TINTYPE_EDGE_URL.

        `use_edge` renders on the edge host, where a request may take 300 s. `timeout` is the longest time in
        seconds of an answer; the default is the service's own limit of each request. A busy service is
        asked again `max_retries` times, if the waits that it names take at most `max_retry_wait` seconds in all.
        """
        address = base_url(url, "TINTYPE_URL", DEFAULT_URL) or DEFAULT_URL
        edge = base_url(edge_url, "TINTYPE_EDGE_URL")
        if use_edge and not edge:
            raise ValueError("`use_edge` needs the edge host: pass `edge_url`, or set TINTYPE_EDGE_URL.")
        key, secret = pair(key, secret)
        self._config = Config(
            key=key,
            secret=secret,
            url=address,
            edge_url=edge,
            use_edge=use_edge,
            signature_version=signature_version,
            timeout=timeout,
            max_retries=max_retries,
            max_retry_wait=max_retry_wait,
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__} key={self._config.key!r} url={self._config.url!r}>"

    def build_image_url(
        self,
        url: str,
        options: Mapping[str, Any] | None = None,
        *,
        expires: float | datetime | None = None,
        **named: Unpack[ImageOptions],
    ) -> str:
        """Returns the signed URL of a picture. `expires`, in Unix seconds, ends it; that needs signature version 2.

        `options` has wire names, such as `darkMode`; keywords have Python's, such as `dark_mode`.
        """
        return self._signed("image", url, options, named, expires)

    def build_pdf_url(
        self,
        url: str,
        options: Mapping[str, Any] | None = None,
        *,
        expires: float | datetime | None = None,
        **named: Unpack[PdfOptions],
    ) -> str:
        """Returns the signed URL of a PDF."""
        return self._signed("pdf", url, options, named, expires)

    def build_content_url(
        self,
        url: str,
        options: Mapping[str, Any] | None = None,
        *,
        expires: float | datetime | None = None,
        **named: Unpack[ContentOptions],
    ) -> str:
        """Returns the signed URL of a page's HTML, text and Markdown."""
        return self._signed("content", url, options, named, expires)

    def build_metadata_url(
        self,
        url: str,
        options: Mapping[str, Any] | None = None,
        *,
        expires: float | datetime | None = None,
        **named: Unpack[MetadataOptions],
    ) -> str:
        """Returns the signed URL of a page's metadata."""
        return self._signed("metadata", url, options, named, expires)

    def build_animated_url(
        self,
        url: str,
        options: Mapping[str, Any] | None = None,
        *,
        expires: float | datetime | None = None,
        **named: Unpack[AnimatedOptions],
    ) -> str:
        """Returns the signed URL of a recording."""
        return self._signed("animated", url, options, named, expires)

    def verify_webhook(
        self, body: bytes | str, signature: str | bytes | None, *, tolerance: float = 300, now: float | None = None
    ) -> Notification:
        """Returns the notification in `body` if its header `x-signature` is genuine.

        Raises WebhookSignatureError.
        """
        return verify_webhook(body, signature, self._config.secret, tolerance=tolerance, now=now)

    def _signed(
        self,
        endpoint: str,
        url: str,
        options: Mapping[str, Any] | None,
        named: Mapping[str, Any],
        expires: float | datetime | None,
    ) -> str:
        return signed_url(self._config, endpoint, page_options(endpoint, url, options, named), expires)
