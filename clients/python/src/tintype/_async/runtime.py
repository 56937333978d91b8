"""What async code needs of its event loop. `_sync/runtime.py` is its counterpart."""

from __future__ import annotations

import anyio

sleep = anyio.sleep


def shield() -> anyio.CancelScope:
    """A scope that finishes although its task is cancelled, within 30 s."""
    return anyio.move_on_after(30, shield=True)
