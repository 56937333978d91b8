"""Requests of batches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from ._config import Config
from ._options import known_options
from ._request import BUSY, NOT_BEGUN, Call, json_bytes, json_of, segment
from .signing import sign_bytes

#: The states in which no item can change any more.
ENDED = frozenset({"completed", "completed_with_errors", "failed"})


def submit_call(
    config: Config, kind: str, items: Sequence[str | Mapping[str, Any]], notification_uri: str | None, key: str
) -> Call[Any]:
    if kind not in ("image", "pdf"):
        raise ValueError(f'The type of a batch is "image" or "pdf", not {kind!r}.')
    # A string is a sequence of its letters, and a mapping one of its names.
    if isinstance(items, (str, Mapping)):
        raise TypeError("A batch takes a list of items. Put a single item into a list.")
    body: dict[str, Any] = {"data": [_item(kind, number, item) for number, item in enumerate(items)]}
    if notification_uri:
        body["notification_uri"] = notification_uri
    raw = json_bytes(body)
    headers = {"x-req-signature": sign_bytes(config.secret, raw), "Idempotency-Key": key}
    return Call("POST", f"{config.url}/batch-{kind}/{config.key}", json_of, "the new batch", headers, raw)


def _item(kind: str, number: int, given: str | Mapping[str, Any]) -> Mapping[str, Any]:
    item = {"url": given} if isinstance(given, str) else given
    url = item.get("url") if isinstance(item, Mapping) else None
    if not isinstance(url, str) or not url:
        raise ValueError(f"Item {number} of the batch takes an address, or a dict with `url`.")
    options = item.get("options")
    return {**item, "options": known_options(kind, options, "file_name")} if isinstance(options, Mapping) else item


def batch_call(
    config: Config, method: str, batch_id: str, *, suffix: str = "", query: Mapping[str, Any] | None = None
) -> Call[Any]:
    path = f"/{segment('batch_id', batch_id)}{suffix}"
    # A repeated POST would send a second notification.
    retried = NOT_BEGUN if method == "POST" else BUSY
    return _signed_call(config, method, path, "the batch", query=query, retried=retried)


def list_call(config: Config, query: Mapping[str, Any]) -> Call[Any]:
    return _signed_call(config, "GET", "", "the batches", query=query)


def _signed_call(
    config: Config,
    method: str,
    below: str,
    what: str,
    *,
    query: Mapping[str, Any] | None = None,
    retried: frozenset[int] = BUSY,
) -> Call[Any]:
    path = f"/batch/{config.key}{below}"
    # The signature of a GET covers only the path, without the method.
    signed = path if method == "GET" else f"{method} {path}"
    headers = {"x-req-signature": sign_bytes(config.secret, signed.encode())}
    given = {name: value for name, value in (query or {}).items() if value is not None}
    url = f"{config.url}{path}{'?' if given else ''}{urlencode(given)}"
    return Call(method, url, json_of, what, headers, retried=retried)
