"""Notifications of batches."""

from __future__ import annotations

import hmac
import json
import re
import time

from .errors import WebhookSignatureError
from .signing import sign_bytes
from .types import Notification

_HEADER = re.compile(r"t=(\d{1,12}),v1=([0-9a-f]{64})")


def verify_webhook(
    body: bytes | str,
    signature: str | bytes | None,
    secret: str,
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> Notification:
    """Returns the notification in `body` if the header `x-signature` is genuine.

    `body` is the raw body of the request. `tolerance` is the greatest age in seconds.
    Raises WebhookSignatureError. A notification may come twice: ignore a `deliveryId` that you know.
    """
    raw = body.encode() if isinstance(body, str) else body
    # Some web servers have headers as bytes.
    header = signature.decode("latin-1") if isinstance(signature, bytes) else signature or ""
    match = _HEADER.fullmatch(header)
    if not match:
        raise WebhookSignatureError("The header x-signature is missing or malformed: it has the form t=…,v1=….")
    sent, given = match.groups()
    genuine = sign_bytes(secret, sent.encode() + b"." + raw)
    if not hmac.compare_digest(genuine, given):
        raise WebhookSignatureError("The signature does not fit the body. Check the secret, and pass the raw body.")
    age = (time.time() if now is None else now) - int(sent)
    if abs(age) > tolerance:
        raise WebhookSignatureError(f"The notification is {age:.0f} s old; at most {tolerance:g} s are allowed.")
    notification: Notification = json.loads(raw)
    return notification
