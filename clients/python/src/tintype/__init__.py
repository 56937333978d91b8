"""Client of Tintype: pictures, PDFs and contents of web pages, and browsers to drive."""

from ._async.client import AsyncTintype
from ._async.sessions import AsyncSession
from ._generated import ErrorCode
from ._sync.client import Tintype
from ._sync.sessions import Session
from ._version import __version__
from .errors import APIConnectionError, APIError, APITimeoutError, TintypeError, WebhookSignatureError
from .pictures import picture_bytes
from .results import Content, Metadata, RenderedFile, RenderInfo
from .webhooks import verify_webhook

__all__ = [
    "APIConnectionError",
    "APIError",
    "APITimeoutError",
    "AsyncSession",
    "AsyncTintype",
    "Content",
    "ErrorCode",
    "Metadata",
    "RenderInfo",
    "RenderedFile",
    "Session",
    "Tintype",
    "TintypeError",
    "WebhookSignatureError",
    "__version__",
    "picture_bytes",
    "verify_webhook",
]
