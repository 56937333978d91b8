"""What the library raises. No message contains a secret or a signed URL."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ._generated import OPTION_NAMES
from ._options import SESSION_OPTIONS


class TintypeError(Exception):
    """The base of all errors of this library."""


class APIError(TintypeError):
    """The service refused or failed a request.

    `code` is stable and for programs, such as `invalid_option`; the message is for people.
    `details` has the other properties of the error's JSON, such as `diagnosis` of an action.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int,
        request_id: str | None = None,
        retry_after: float | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status
        #: Names the request in the service's logs.
        self.request_id = request_id
        #: Seconds after which a retry makes sense; None if the service names none.
        self.retry_after = retry_after
        self.details: Mapping[str, Any] = details or {}

    def __str__(self) -> str:
        request = f", request {self.request_id}" if self.request_id else ""
        return f"{self._advised()} ({self.status} {self.code}{request})"

    def _advised(self) -> str:
        text = self.message
        # A secret that lacks a scope is right.
        if self.code in _WRONG_PAIR and "requiredScope" not in self.details:
            reason = _UNKNOWN_PAIR if self.code == "invalid_credentials" else re.split("[.:]", text)[0]
            return f"{reason}; check the client's key and secret"
        for route, method in _METHODS.items():
            text = re.sub(route + r"(?![\w/])", f"`{method}`", text)
        return re.sub(r"`(\w+)`", lambda found: f"`{_NAMES.get(found[1], found[1])}`", text)

    def __reduce__(self) -> Any:
        return _restore, (type(self), self.message, self.__dict__)


#: The service's sentences speak of the wire, which this library writes.
_WRONG_PAIR = {"unknown_api_key", "invalid_hash", "invalid_credentials"}
_UNKNOWN_PAIR = "The service does not know this API key with this secret"
#: Python's names of options, such as `wait_for` for `waitFor`.
_NAMES = {wire: name for name, wire in {**OPTION_NAMES["all"], **SESSION_OPTIONS}.items()}
_METHODS = {
    "PUT /v1/account/storage": "account.storage.put",
    "POST /v1/account/storage/test": "account.storage.test",
    "POST /v1/sessions": "sessions.create",
}


class APITimeoutError(TintypeError, TimeoutError):
    """The service did not answer in time."""


class APIConnectionError(TintypeError, ConnectionError):
    """The service cannot be reached, or the connection broke."""


class WebhookSignatureError(TintypeError, ValueError):
    """A notification is not genuine, or too old."""


def _restore(kind: type[APIError], message: str, state: Mapping[str, Any]) -> APIError:
    error = kind.__new__(kind, message)
    error.__dict__.update(state)
    return error
