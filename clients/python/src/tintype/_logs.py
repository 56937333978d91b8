"""Keeps signed URLs out of the logs: their options may have passwords."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import httpx

_is_own_request: ContextVar[bool] = ContextVar("tintype_is_own_request", default=False)


@contextmanager
def without_urls() -> Iterator[None]:
    """Within it, httpx logs only scheme and host of a request."""
    token = _is_own_request.set(True)
    try:
        yield
    finally:
        _is_own_request.reset(token)


class _HostOnly(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        if _is_own_request.get() and isinstance(record.args, tuple):
            record.args = tuple(_host_of(part) if isinstance(part, httpx.URL) else part for part in record.args)
        return True


def _host_of(url: httpx.URL) -> str:
    return f"{url.scheme}://{url.netloc.decode()}"


# httpx logs each request at INFO. The filter changes no record of other programs.
logging.getLogger("httpx").addFilter(_HostOnly())
