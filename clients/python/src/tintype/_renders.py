"""Calls of renders, by signed URL and by POST."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import httpx

from ._config import Config
from ._generated import EDGE_SECONDS, REQUEST_SECONDS
from ._options import wire_options
from ._request import Call, info_of, json_bytes, json_of, shown
from .results import Content, Metadata, RenderedFile
from .signing import Scalar, encode_query, sign_v1, sign_v2
from .types import Endpoint

#: The service gives a render this time and its delay; 10 s are for the way.
RENDER_SECONDS = REQUEST_SECONDS + 10.0
EDGE_RENDER_SECONDS = EDGE_SECONDS + 10.0
#: The largest `delay`. A preset may have it.
MOST_DELAY_SECONDS = 60.0

#: The year 5138 in seconds; a clock in milliseconds passed it in 1973.
LEAST_MILLISECONDS = 1e11

Result = RenderedFile | Content | Metadata
#: A page for `POST /v1/renders`: exactly one of `url`, `html` and `markdown`.
Page = Mapping[str, Any]


def result_of(endpoint: str, response: httpx.Response) -> Result:
    info = info_of(response)
    if response.is_redirect or endpoint not in ("content", "metadata"):
        return RenderedFile(b"" if response.is_redirect else response.content, info)
    kind = Content if endpoint == "content" else Metadata
    return kind(json_of(response), info)


def signed_url(
    config: Config, endpoint: str, wire: Mapping[str, Scalar], expires: float | datetime | None = None
) -> str:
    pairs = dict(wire)
    if expires is not None:
        pairs["expires"] = _expiry(expires)
    query = encode_query(pairs.items())
    if "expires" in pairs or config.signature_version == 2:
        start, signature = f"{config.render_url}/v2", sign_v2(config.secret, endpoint, query)
    else:
        start, signature = config.render_url, sign_v1(config.secret, query)
    return f"{start}/{config.key}/{signature}/{endpoint}?{query}"


def _expiry(expires: float | datetime) -> int:
    seconds = expires.timestamp() if isinstance(expires, datetime) else expires
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise TypeError(f"`expires` takes a datetime or Unix seconds, not {expires!r}.")
    if seconds >= LEAST_MILLISECONDS:
        raise ValueError(f"`expires` takes a datetime or Unix seconds; {expires!r} looks like milliseconds.")
    if not seconds > time.time():
        raise ValueError(f"`expires` takes a datetime or Unix seconds in the future, not {expires!r}.")
    return int(seconds)


def page_options(
    endpoint: str, url: str, options: Mapping[str, Any] | None, named: Mapping[str, Any]
) -> dict[str, Scalar]:
    if not url:
        raise ValueError("The address of the page is empty.")
    return {"url": url, **wire_options(endpoint, options, named)}


def fetch_call(config: Config, endpoint: Endpoint, wire: Mapping[str, Scalar]) -> Call[Any]:
    return Call(
        "GET",
        signed_url(config, endpoint, wire),
        lambda response: result_of(endpoint, response),
        f"the {endpoint} of {shown(str(wire['url']))}",
        timeout=_seconds(config, wire),
    )


def post_call(config: Config, endpoint: Endpoint, page: Page, wire: Mapping[str, Scalar]) -> Call[Any]:
    body = {"endpoint": endpoint, **page_body(page), **wire}
    return _post(
        config, body, lambda response: result_of(endpoint, response), f"the {endpoint}", _seconds(config, wire)
    )


def report_call(config: Config, outputs: Sequence[Any], page: Page, wire: Mapping[str, Scalar]) -> Call[Any]:
    body = {"outputs": [_output(output) for output in outputs], **page_body(page), **wire}
    return _post(config, body, json_of, "the render", 2 * _seconds(config, wire))


def later_call(
    config: Config, endpoint: Endpoint, page: Page, wire: Mapping[str, Scalar], *, to: str | None, key: str
) -> Call[Any]:
    body = {"endpoint": endpoint, "async": True, **page_body(page), **wire}
    if to:
        body["notification_uri"] = to
    return _post(config, body, json_of, "the render", RENDER_SECONDS, {"Idempotency-Key": key})


def page_body(page: Page) -> dict[str, Any]:
    given = {name: value for name, value in page.items() if value is not None}
    sources = [name for name in ("url", "html", "markdown") if name in given]
    if len(sources) != 1:
        raise ValueError("A render takes exactly one of `url`, `html` and `markdown`.")
    return given


def _output(output: Any) -> Any:
    if isinstance(output, str):
        return output
    endpoint, options = output
    return {"endpoint": endpoint, **wire_options(endpoint, options, {})}


def _post(
    config: Config,
    body: Mapping[str, Any],
    parse: Any,
    what: str,
    timeout: float,
    headers: Mapping[str, str] | None = None,
) -> Call[Any]:
    sent = {"Authorization": config.bearer, **(headers or {})}
    return Call("POST", f"{config.render_url}/v1/renders", parse, what, sent, json_bytes(body), timeout)


def _seconds(config: Config, wire: Mapping[str, Scalar]) -> float:
    if config.use_edge and config.edge_url:
        return EDGE_RENDER_SECONDS
    delay = wire.get("delay", MOST_DELAY_SECONDS if "preset" in wire else 0)
    return RENDER_SECONDS + (float(delay) if isinstance(delay, (int, float)) else MOST_DELAY_SECONDS)


def file_call(config: Config, url: str) -> Call[Any]:
    """Deletes a stored result by its link."""
    if not url.startswith(config.url + "/files/"):
        raise ValueError(f"A link to a result starts with {config.url}/files/, so that no other host gets the secret.")
    return Call("DELETE", url, lambda response: None, "the deletion", {"Authorization": config.bearer})
