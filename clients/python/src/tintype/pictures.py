"""Pictures in the answers of actions."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from typing import Any


def picture_bytes(answer: Mapping[str, Any]) -> bytes:
    """Returns the PNG in the answer of `screenshot`, or of an action with `screenshot=True`."""
    picture = answer if "bodyBase64" in answer else answer.get("screenshot")
    if not picture:
        raise ValueError("The answer has no picture: use the action `screenshot`, or pass `screenshot=True`.")
    return b64decode(picture["bodyBase64"])
