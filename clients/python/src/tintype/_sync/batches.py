# `make generate` derives this file from `_async/` (scripts/clients/python.mjs).
# ruff: noqa
"""Batches: many renders into the account's storage."""

from __future__ import annotations

import time
from collections.abc import Iterator, Callable, Mapping, Sequence
from typing import Any, Literal
from uuid import uuid4

from .._batches import ENDED, batch_call, list_call, submit_call
from .._config import Config
from ..errors import APITimeoutError
from ..types import BatchAccepted, BatchItem, BatchItemInput, BatchPage, BatchState
from .runtime import sleep
from .transport import Transport


class Batches:
    def __init__(self, config: Config, transport: Transport) -> None:
        self._config = config
        self._transport = transport

    def submit(
        self,
        type: Literal["image", "pdf"],
        items: Sequence[str | BatchItemInput | Mapping[str, Any]],
        *,
        notification_uri: str | None = None,
        idempotency_key: str | None = None,
    ) -> BatchAccepted:
        """Accepts a batch. An item is an address, or `{"url": …, "options": {…}}` with wire names.

        `extra` in its options holds those of a newer service.
        """
        key = idempotency_key or str(uuid4())
        accepted: BatchAccepted = self._transport.send(
            submit_call(self._config, type, items, notification_uri, key)
        )
        return accepted

    def get(self, batch_id: str, *, limit: int | None = None, cursor: str | None = None) -> BatchState:
        """Returns the state, and up to `limit` items (100; at most 1,000) after `cursor`."""
        query = {"limit": limit, "cursor": cursor}
        state: BatchState = self._transport.send(batch_call(self._config, "GET", batch_id, query=query))
        return state

    def items(self, batch_id: str) -> Iterator[BatchItem]:
        """Yields all items, in their order."""
        cursor: str | None = None
        while True:
            state = self.get(batch_id, limit=1000, cursor=cursor)
            for item in state["items"]:
                yield item
            cursor = state.get("nextCursor")
            if not cursor:
                return

    def list(self, *, limit: int | None = None, cursor: str | None = None) -> BatchPage:
        """Returns up to `limit` (20; at most 100) batches after `cursor`, newest first, without items."""
        page: BatchPage = self._transport.send(list_call(self._config, {"limit": limit, "cursor": cursor}))
        return page

    def iterate(self) -> Iterator[BatchState]:
        """Yields all batches, newest first, without items."""
        cursor: str | None = None
        while True:
            page = self.list(limit=100, cursor=cursor)
            for state in page["batches"]:
                yield state
            cursor = page["nextCursor"]
            if not cursor:
                return

    def wait(
        self,
        batch_id: str,
        *,
        timeout: float | None = None,
        poll: float = 2.0,
        on_progress: Callable[[BatchState], object] | None = None,
    ) -> BatchState:
        """Waits until every item has ended, and returns the state.

        `on_progress` gets each state, every `poll` seconds. Raises APITimeoutError after `timeout` seconds; the batch
        continues.
        """
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            state = self.get(batch_id)
            if on_progress:
                on_progress(state)
            if state["status"] in ENDED:
                return state
            left = poll if end is None else min(poll, end - time.monotonic())
            if left <= 0:
                unfinished = f"{state['queued']} of {state['total']}"
                raise APITimeoutError(f"{batch_id} has unfinished items after {timeout:g} s: {unfinished}.")
            sleep(left)

    def cancel(self, batch_id: str) -> BatchState:
        """Cancels the items that have not begun."""
        state: BatchState = self._transport.send(batch_call(self._config, "DELETE", batch_id))
        return state

    def notify_again(self, batch_id: str) -> BatchState:
        """Sends the notification of a finished batch again."""
        call = batch_call(self._config, "POST", batch_id, suffix="/notification")
        state: BatchState = self._transport.send(call)
        return state
