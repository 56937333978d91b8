"""Options of renders: from Python's names and values to those of a query."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from ._generated import OPTION_NAMES, OPTION_TYPES
from .signing import Scalar, scalar_text

#: Wire names of the options of `sessions.create`, by keyword.
SESSION_OPTIONS = {
    "max_ttl_seconds": "maxTtlSeconds",
    "proxy": "proxy",
    "bypass_bot_detection": "bypassBotDetection",
    "cdp": "cdp",
    "profile": "profile",
}

#: Text that may be base64url already.
_ENCODED = re.compile(r"[A-Za-z0-9+/_-]+={0,2}")


def wire_options(endpoint: str, options: Mapping[str, Any] | None, named: Mapping[str, Any]) -> dict[str, Scalar]:
    """Returns the options under their wire names, without empty ones; `named` wins over `options`.

    Raises TypeError for a keyword that the endpoint does not have, and for a misspelt name in `options`.
    """
    refuse_misspelt(endpoint, options or ())
    wire = {name: encode(name, value) for name, value in (options or {}).items()}
    for python_name, value in named.items():
        name = _wire_name(endpoint, python_name)
        wire[name] = encode(name, value, is_plain=True)
    return {name: value for name, value in wire.items() if value != ""}


def encode(name: str, value: Any, *, is_plain: bool = False) -> Scalar:
    """Returns an option's value as a query has it; "" is no value.

    Text of an encoded option that looks like base64url stays as it is, unless `is_plain`.
    """
    if isinstance(value, str):
        return _text(name, value, is_plain)
    if isinstance(value, (bool, int, float)):
        return value
    if value is None or (isinstance(value, (Mapping, Sequence)) and not value):
        return ""
    if isinstance(value, Mapping) or (isinstance(value, Sequence) and OPTION_TYPES.get(name) == "json"):
        return _base64url(json_text(value))
    if isinstance(value, Sequence):
        return ",".join(scalar_text(part) for part in value)
    raise TypeError(
        f"The option `{name}` takes text, a number, a boolean, a list or a dict, not {type(value).__name__}."
    )


def json_text(value: Any) -> str:
    """Returns a body or a value as JSON. Raises ValueError for a number that is not finite."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError as error:
        raise ValueError(f"JSON takes finite numbers, and no value that contains itself: {error}.") from error


def _text(name: str, value: str, is_plain: bool) -> str:
    if not value or OPTION_TYPES.get(name) not in ("base64", "json"):
        return value
    return value if _ENCODED.fullmatch(value) and not is_plain else _base64url(value)


def _base64url(text: str) -> str:
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _names(endpoint: str) -> Mapping[str, str]:
    """Returns the wire names of an endpoint's options, by keyword. Raises ValueError for no endpoint."""
    if endpoint in OPTION_NAMES:
        return OPTION_NAMES[endpoint]
    raise ValueError(f"There is no endpoint `{endpoint}`.{_hint(endpoint, OPTION_NAMES)}")


def _wire_name(endpoint: str, name: str) -> str:
    names = _names(endpoint)
    if name in names:
        return names[name]
    raise _unknown(endpoint, name, names, "A dict sends options of a newer service.")


def known_options(endpoint: str, options: Mapping[str, Any], *more: str) -> dict[str, Any]:
    """Returns options by wire name, with those of `extra`, which are not checked.

    Raises TypeError for another name that the endpoint does not have.
    """
    own = {name: value for name, value in options.items() if name != "extra"}
    names = [*_names(endpoint).values(), *more]
    for name in own:
        if name not in names:
            raise _unknown(endpoint, name, names, "`extra` sends options of a newer service.")
    return {**(options.get("extra") or {}), **own}


def _unknown(endpoint: str, name: str, names: Iterable[str], advice: str) -> TypeError:
    return TypeError(f"`{endpoint}` has no option `{name}`.{_hint(name, names) or f' {advice}'}")


def _hint(name: str, names: Iterable[str]) -> str:
    known = list(names)
    begun = sorted((each for each in known if name.startswith(each)), key=len, reverse=True)
    near = begun or [each for each in known if each.startswith(name)] or get_close_matches(name, known, n=1)
    return f" Did you mean `{near[0]}`?" if near else ""


def refuse_unknown(what: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raises TypeError for the first keyword of `given`; `known` has the ones to propose."""
    for name in given:
        raise TypeError(f"`{what}` has no option `{name}`.{_hint(name, known)}")


def refuse_misspelt(endpoint: str, names: Iterable[str]) -> None:
    """Raises TypeError for a wire name that is nearly one of the endpoint. Others may be those of a newer service."""
    known = {_plain(name): name for name in _names(endpoint).values()}
    for name in names:
        near = [] if name in known.values() else get_close_matches(_plain(str(name)), known, n=1, cutoff=0.8)
        if near:
            raise TypeError(f"`{endpoint}` has no option `{name}`. Did you mean `{known[near[0]]}`?")


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()
