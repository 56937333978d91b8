"""Sends calls with httpx."""

from __future__ import annotations

from typing import TypeVar

import httpx

from .._config import Config
from .._request import USER_AGENT, Call, error_of
from .._retries import Retries
from ..errors import APIConnectionError, APITimeoutError
from .runtime import sleep

T = TypeVar("T")
CONNECT_SECONDS = 10.0


class AsyncTransport:
    def __init__(self, config: Config, http: httpx.AsyncClient | None) -> None:
        self._config = config
        self._owns_http = http is None
        self._http = http or httpx.AsyncClient()

    async def send(self, call: Call[T]) -> T:
        """Sends a call, again while the service is busy. Raises TintypeError."""
        retries = Retries(self._config, call)
        while True:
            response = await self._answer(call)
            if response.status_code < 400:
                return call.parse(response)
            pause = retries.pause(response)
            if pause is None:
                raise error_of(response)
            await sleep(pause)

    async def _answer(self, call: Call[T]) -> httpx.Response:
        seconds = self._config.timeout or call.timeout
        headers = {"User-Agent": USER_AGENT, **call.headers}
        if call.body is not None:
            headers.setdefault("Content-Type", "application/json")
        try:
            return await self._http.request(
                call.method,
                # A parsed URL may be written in another way; the signature is over these very bytes.
                httpx.URL(call.url),
                headers=headers,
                content=call.body,
                timeout=httpx.Timeout(seconds, connect=min(seconds, CONNECT_SECONDS)),
                follow_redirects=False,
            )
        except httpx.ConnectTimeout as error:
            raise APIConnectionError(self._unreachable()) from error
        except httpx.TimeoutException as error:
            raise APITimeoutError(f"The service did not answer within {seconds:g} s: {call.what}.") from error
        except httpx.HTTPError as error:
            raise APIConnectionError(f"{self._unreachable()} {error}") from error

    def _unreachable(self) -> str:
        return f"The service at {self._config.render_url} cannot be reached."

    async def aclose(self) -> None:
        if self._owns_http:
            await self._http.aclose()
