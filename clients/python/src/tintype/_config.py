"""Settings of a client."""

from __future__ import annotations

import os
from base64 import b64encode
from dataclasses import dataclass, field, replace
from typing import Literal

import httpx

DEFAULT_URL = "http://127.0.0.1:8080"


@dataclass(frozen=True)
class Config:
    key: str
    secret: str = field(repr=False)
    url: str
    edge_url: str | None
    use_edge: bool
    signature_version: Literal[1, 2]
    timeout: float | None
    max_retries: int
    max_retry_wait: float

    def __post_init__(self) -> None:
        if self.timeout is not None and not self.timeout > 0:
            raise ValueError(f"`timeout` takes seconds above 0, not {self.timeout!r}. None is the service's own limit.")

    @property
    def render_url(self) -> str:
        """The base of signed URLs."""
        return self.edge_url if self.use_edge and self.edge_url else self.url

    @property
    def bearer(self) -> str:
        return "Bearer " + b64encode(f"{self.key}:{self.secret}".encode()).decode()


def changed(
    config: Config, timeout: float | None, max_retries: int | None, max_retry_wait: float | None
) -> Config:
    """The settings that are not None, in place of those of `config`."""
    return replace(
        config,
        timeout=config.timeout if timeout is None else timeout,
        max_retries=config.max_retries if max_retries is None else max_retries,
        max_retry_wait=config.max_retry_wait if max_retry_wait is None else max_retry_wait,
    )


def setting(value: str | None, variable: str, default: str | None = None) -> str | None:
    return value or os.environ.get(variable) or default


def pair(key: str | None, secret: str | None) -> tuple[str, str]:
    """Completes the pair from the environment.

    The variables are one pair: their secret is not for another key, nor their key for another secret.
    """
    given = {"TINTYPE_KEY": key, "TINTYPE_SECRET": secret}
    is_other = any(value and os.environ.get(variable, value) not in ("", value) for variable, value in given.items())
    found = [value if is_other else setting(value, variable) for variable, value in given.items()]
    for name, variable, value in zip(("key", "secret"), given, found):
        if not value and os.environ.get(variable):
            raise ValueError(f"The API {name} is missing: pass `key` and `secret`; {variable} is of another pair.")
        if not value:
            raise ValueError(f"The API {name} is missing: pass `{name}`, or set {variable}.")
    return found[0] or "", found[1] or ""


def base_url(value: str | None, variable: str, default: str | None = None) -> str | None:
    found = setting(value, variable, default)
    if found and not found.startswith(("http://", "https://")):
        raise ValueError(f"The address of the service starts with http:// or https://, unlike {found!r}.")
    try:
        if httpx.URL(found or "").userinfo:
            raise ValueError("The address of the service takes no user and password: pass `key` and `secret`.")
    except httpx.InvalidURL as error:
        raise ValueError(f"The address of the service is {found!r}: {error}.") from None
    return found.rstrip("/") if found else None
