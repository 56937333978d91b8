"""Sends calls with httpx."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import httpx

from .._config import Config
from .._logs import without_urls
from .._request import USER_AGENT, Call, error_of, foreign_answer, is_answer, is_from_service
from .._retries import Retries
from ..errors import APIConnectionError, APITimeoutError, TintypeError
from .runtime import sleep

T = TypeVar("T")
CONNECT_SECONDS = 10.0
#: A day; sockets refuse an infinite time.
MOST_SECONDS = 86_400.0


class AsyncTransport:
    def __init__(self, config: Config, http: httpx.AsyncClient | None) -> None:
        self._config = config
        self._owns_http = http is None
        self._http = http or httpx.AsyncClient()

    def sharing(self, config: Config) -> AsyncTransport:
        """Returns a transport with other settings over the connections of this one."""
        return AsyncTransport(config, self._http)

    async def send(self, call: Call[T], on_lost: Callable[[Call[T]], Awaitable[None]] | None = None) -> T:
        """Sends a call, again while the service is busy. Raises TintypeError.

        `on_lost` runs after a cancel or an error that leaves unknown what the service did.
        """
        try:
            return await self._result(call)
        except BaseException as error:
            if on_lost is not None and not is_answer(error):
                await on_lost(call)
            raise

    async def _result(self, call: Call[T]) -> T:
        retries = Retries(self._config, call)
        while True:
            response = await self._answer(call)
            if response.status_code < 400:
                if not is_from_service(response):
                    raise foreign_answer(response)
                return call.parse(response)
            pause = retries.pause(response)
            if pause is None:
                raise error_of(response)
            await sleep(pause)

    async def _answer(self, call: Call[T]) -> httpx.Response:
        seconds = min(self._config.timeout or call.timeout, MOST_SECONDS)
        try:
            with without_urls():
                return await self._exchange(call, seconds)
        except httpx.ConnectTimeout as error:
            raise APIConnectionError(self._unreachable()) from error
        except httpx.TimeoutException as error:
            raise APITimeoutError(f"The service did not answer within {seconds:g} s: {call.what}.") from error
        except httpx.HTTPError as error:
            raise APIConnectionError(f"{self._unreachable()} {error}") from error
        except httpx.InvalidURL as error:
            raise TintypeError(f"{call.what} has no valid URL: {error}. `render` takes long options.") from None

    async def _exchange(self, call: Call[T], seconds: float) -> httpx.Response:
        headers = {"User-Agent": USER_AGENT, **call.headers}
        if call.body is not None:
            headers.setdefault("Content-Type", "application/json")
        end = time.monotonic() + seconds
        body = bytearray()
        async with self._http.stream(
            call.method,
            # A parsed URL may be written in another way; the signature is over these very bytes.
            httpx.URL(call.url),
            headers=headers,
            content=call.body,
            timeout=httpx.Timeout(seconds, connect=min(seconds, CONNECT_SECONDS)),
            follow_redirects=False,
        ) as response:
            async for chunk in response.aiter_bytes():
                body += chunk
                # The times of httpx are those between two bytes.
                if time.monotonic() > end:
                    raise httpx.ReadTimeout("")
        read = response.headers.copy()
        # The body is decoded already.
        read.pop("content-encoding", None)
        return httpx.Response(response.status_code, headers=read, content=bytes(body), request=response.request)

    def _unreachable(self) -> str:
        return f"The service at {self._config.render_url} cannot be reached."

    async def aclose(self) -> None:
        if self._owns_http:
            await self._http.aclose()
