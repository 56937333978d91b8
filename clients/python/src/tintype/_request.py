"""Requests as data: what the sync and async clients send, and how they read the answer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import quote, unquote

import httpx

from ._config import Config
from ._generated import ACTION_SECONDS
from ._options import json_text
from ._version import __version__
from .errors import APIError, TintypeError
from .results import RenderInfo

T = TypeVar("T")
USER_AGENT = f"tintype-python/{__version__}"
#: Statuses of a busy service. A request with 503 may have had its effect; only some requests bear a repeat.
BUSY = frozenset({429, 503})
#: The status of a request that did not begin.
NOT_BEGUN = frozenset({429})
#: Most requests take no longer than an action; 10 s are for the way.
ANSWER_SECONDS = ACTION_SECONDS + 10.0


@dataclass(frozen=True)
class Call(Generic[T]):
    method: str
    url: str = field(repr=False)
    parse: Callable[[httpx.Response], T]
    #: What the request does, for messages of errors.
    what: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes | None = field(default=None, repr=False)
    timeout: float = ANSWER_SECONDS
    retried: frozenset[int] = BUSY


def json_call(
    config: Config,
    method: str,
    path: str,
    what: str,
    *,
    body: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
    pick: str | None = None,
    timeout: float = ANSWER_SECONDS,
    retried: frozenset[int] = BUSY,
) -> Call[Any]:
    """A call with the account's bearer. It returns the JSON of the answer, or its property `pick`."""
    return Call(
        method,
        config.url + path,
        (lambda response: json_of(response)[pick]) if pick else json_of,
        what,
        {"Authorization": config.bearer, **(headers or {})},
        None if body is None else json_bytes(body),
        timeout,
        retried,
    )


def json_bytes(body: Mapping[str, Any]) -> bytes:
    return json_text(body).encode()


def json_of(response: httpx.Response) -> Any:
    try:
        return json.loads(response.content)
    except ValueError as error:
        raise foreign_answer(response) from error


def shown(text: str) -> str:
    """Returns a text for a message: at most 200 characters of it."""
    return text if len(text) <= 200 else f"{text[:200]}…"


def segment(name: str, value: str) -> str:
    """Returns an id or a name as one segment of a path.

    Raises ValueError for what cannot be one: HTTP clients drop `.` and `..` from a path.
    """
    if not isinstance(value, str) or value in ("", ".", ".."):
        rule = "It has 1 to 64 letters, digits, - and _." if name == "name" else "Pass the text that the service returned."
        raise ValueError(f"`{name}` is {value!r}. {rule}")
    return quote(value, safe="")


def is_from_service(response: httpx.Response) -> bool:
    """Whether an answer below 400 is one of the service. Each has a request id, and none is HTML."""
    kind = response.headers.get("content-type", "")
    return "x-request-id" in response.headers and not kind.lower().startswith("text/html")


def error_of(response: httpx.Response) -> APIError:
    try:
        answer = json.loads(response.content)
    except ValueError:
        answer = None
    # A proxy may have a number as code.
    if not isinstance(answer, dict) or not isinstance(answer.get("code"), str):
        answer = {}
    details = {name: value for name, value in answer.items() if name not in _COMMON}
    return APIError(
        str(answer.get("error") or foreign_answer(response)),
        code=answer.get("code") or f"{_NO_CODE}{response.status_code}",
        status=response.status_code,
        request_id=answer.get("requestId") or response.headers.get("x-request-id"),
        retry_after=retry_after(response),
        details=details,
    )


def is_answer(error: BaseException) -> bool:
    """Whether an error is an answer of the service. A proxy may answer after the service did its work."""
    return isinstance(error, APIError) and not error.code.startswith(_NO_CODE)


#: The codes of answers without one, such as `http_502`.
_NO_CODE = "http_"
_COMMON = {"success", "error", "code", "requestId"}


def foreign_answer(response: httpx.Response) -> TintypeError:
    where = f"{response.url.scheme}://{response.url.netloc.decode()}"
    return TintypeError(
        f"The answer {response.status_code} of {where} is not one of Tintype. "
        "Check the client's `url`, and proxies on the way."
    )


def retry_after(response: httpx.Response) -> float | None:
    text = response.headers.get("retry-after", "")
    return float(text) if re.fullmatch(r"\d{1,9}(\.\d+)?", text) else None


def info_of(response: httpx.Response) -> RenderInfo:
    headers = response.headers
    return RenderInfo(
        content_type=headers.get("content-type", ""),
        cache=headers.get("x-cache"),
        credits=_number(headers.get("x-credits-charged")),
        warnings=tuple(text for text in headers.get("x-warnings", "").split(" | ") if text),
        target_status=_number(headers.get("x-target-status")),
        file_url=headers.get("x-file-url"),
        file_name=_file_name(headers.get("content-disposition", "")),
        etag=headers.get("etag"),
        request_id=headers.get("x-request-id"),
        location=headers.get("location"),
        timings=_timings(headers.get("server-timing", "")),
    )


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() else None


def _file_name(disposition: str) -> str | None:
    encoded = re.search(r"filename\*=UTF-8''([^;]+)", disposition)
    if encoded:
        return unquote(encoded[1])
    plain = re.search(r'filename="([^"]*)"', disposition)
    return plain[1] if plain else None


def _timings(text: str) -> dict[str, float]:
    found = re.findall(r"([\w-]+);dur=([\d.]+)", text)
    return {phase: float(milliseconds) for phase, milliseconds in found}
