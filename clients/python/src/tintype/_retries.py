"""When a request is repeated."""

from __future__ import annotations

from typing import Any

import httpx

from ._config import Config
from ._request import Call, retry_after


class Retries:
    """Counts the repeats of one call."""

    def __init__(self, config: Config, call: Call[Any]) -> None:
        self._config = config
        self._call = call
        self._left = config.max_retries
        self._seconds = config.max_retry_wait

    def pause(self, response: httpx.Response) -> float | None:
        """Returns the seconds until the next attempt, or None if there is none."""
        wait = retry_after(response)
        if response.status_code not in self._call.retried or wait is None:
            return None
        if self._left < 1 or wait > self._seconds:
            return None
        self._left -= 1
        self._seconds -= wait
        return wait
