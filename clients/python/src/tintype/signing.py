"""Signatures of URLs and request bodies. The shared vectors in contracts/vectors prove them."""

from __future__ import annotations

import hashlib
import hmac
import math
from collections.abc import Iterable
from decimal import Decimal
from urllib.parse import quote

Scalar = str | bool | int | float


def encode_query(options: Iterable[tuple[str, Scalar]]) -> str:
    """Returns the query of the options, in their order and without empty values."""
    written = ((name, scalar_text(value)) for name, value in options)
    return "&".join(f"{_escape(name)}={_escape(text)}" for name, text in written if text != "")


def sign_v1(secret: str, query: str) -> str:
    """Returns the hash of `/{key}/{hash}/{endpoint}?{query}`: lowercase hex MD5."""
    # The interface fixes MD5; the flag lets it run on FIPS builds of Python.
    return hashlib.md5((secret + query).encode(), usedforsecurity=False).hexdigest()


def sign_v2(secret: str, endpoint: str, query: str) -> str:
    """Returns the signature of `/v2/{key}/{signature}/{endpoint}?{query}`: lowercase hex HMAC-SHA256."""
    return sign_bytes(secret, f"{endpoint}?{query}".encode())


def sign_bytes(secret: str, data: bytes) -> str:
    """Returns the lowercase hex HMAC-SHA256 that batches and webhooks use."""
    return hmac.new(secret.encode(), data, hashlib.sha256).hexdigest()


def _escape(text: str) -> str:
    # HTTP libraries rewrite a bare `~` after the query is signed.
    return quote(text, safe="").replace("~", "%7E")


def scalar_text(value: Scalar) -> str:
    """Returns a value as a query has it, before its escapes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _decimal(value)
    return str(value)


def _decimal(value: float) -> str:
    if not math.isfinite(value):
        raise ValueError(f"An option takes a finite number, not {value}.")
    text = format(Decimal(repr(value)), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
