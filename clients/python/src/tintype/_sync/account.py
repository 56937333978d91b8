# `make generate` derives this file from `_async/` (scripts/clients/python.mjs).
# ruff: noqa
"""The account's own routes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any
from urllib.parse import urlencode

from .._config import Config
from .._request import BUSY, NOT_BEGUN, json_call, segment
from ..types import (
    AccountInfo,
    ChargePage,
    Endpoint,
    NewSecret,
    NewToken,
    Preset,
    ProfileInfo,
    ProxyInfo,
    ProxyState,
    ProxyTest,
    Scope,
    SecretInfo,
    StorageState,
    StorageTest,
    StoredPreset,
    UsageDay,
)
from .transport import Transport


class Resource:
    """A group of routes of one client."""

    def __init__(self, config: Config, transport: Transport) -> None:
        self._config = config
        self._transport = transport

    def _send(
        self,
        method: str,
        path: str,
        what: str,
        body: Mapping[str, Any] | None = None,
        pick: str | None = None,
    ) -> Any:
        # A repeated POST would make a second secret, whose text the first answer had.
        retried = NOT_BEGUN if method == "POST" else BUSY
        call = json_call(self._config, method, f"/v1/account{path}", what, body=body, pick=pick, retried=retried)
        return self._transport.send(call)


class Secrets(Resource):
    def list(self) -> list[SecretInfo]:
        """Returns the account's secrets, without their text."""
        secrets: list[SecretInfo] = self._send("GET", "/secrets", "the secrets", pick="secrets")
        return secrets

    def create(self, name: str | None = None, *, scope: Scope = "use") -> NewSecret:
        """Makes a secret. A secret with the scope `manage` may change the account."""
        body = {"scope": scope, **({"name": name} if name else {})}
        secret: NewSecret = self._send("POST", "/secrets", "the new secret", body)
        return secret

    def delete(self, secret_id: str) -> None:
        """Deletes a secret: what it signed is refused from now on."""
        self._send("DELETE", f"/secrets/{segment('secret_id', secret_id)}", "the deletion of a secret")


class Presets(Resource):
    def list(self) -> list[Preset]:
        """Returns the account's presets."""
        presets: list[Preset] = self._send("GET", "/presets", "the presets", pick="presets")
        return presets

    def get(self, name: str) -> Preset:
        """Returns a preset."""
        preset: Preset = self._send("GET", _preset(name), "the preset", pick="preset")
        return preset

    def put(self, name: str, options: Mapping[str, Any], *, endpoint: Endpoint | None = None) -> StoredPreset:
        """Stores a preset: options under their wire names, for one endpoint or for all.

        The warnings are about options that have no effect.
        """
        body = {"options": options, "endpoint": endpoint}
        stored: StoredPreset = self._send("PUT", _preset(name), "the preset", body)
        return stored

    def delete(self, name: str) -> None:
        """Deletes a preset."""
        self._send("DELETE", _preset(name), "the deletion of a preset")


class Storage(Resource):
    def get(self) -> StorageState:
        """Returns the account's storage, without its secret."""
        state: StorageState = self._send("GET", "/storage", "the storage")
        return state

    def put(
        self,
        *,
        endpoint: str,
        bucket: str,
        key: str,
        secret: str | None = None,
        region: str | None = None,
        path_style: bool | None = None,
        prefix: str | None = None,
        public_url: str | None = None,
    ) -> StorageState:
        """Replaces the settings. Without `secret`, the stored one stays."""
        settings = {
            "endpoint": endpoint,
            "bucket": bucket,
            "key": key,
            "secret": secret,
            "region": region,
            "pathStyle": path_style,
            "prefix": prefix,
            "publicUrl": public_url,
        }
        body = {name: value for name, value in settings.items() if value is not None}
        state: StorageState = self._send("PUT", "/storage", "the storage", body)
        return state

    def delete(self) -> StorageState:
        """Removes the settings; stored objects stay."""
        state: StorageState = self._send("DELETE", "/storage", "the storage")
        return state

    def test(self, *, s3_acl: str | None = None) -> StorageTest:
        """Writes, reads and deletes one object, and returns which step failed and why."""
        body = {"s3Acl": s3_acl} if s3_acl else {}
        result: StorageTest = self._send("POST", "/storage/test", "the test of the storage", body)
        return result


class Proxy(Resource):
    def get(self) -> ProxyInfo | None:
        """Returns the account's proxy, without its password; None if there is none."""
        proxy: ProxyInfo | None = self._send("GET", "/proxy", "the proxy", pick="proxy")
        return proxy

    def put(self, url: str) -> ProxyState:
        """Sets the proxy: an http, https or socks5 URL with its login. The warnings are probable mistakes."""
        state: ProxyState = self._send("PUT", "/proxy", "the proxy", {"url": url})
        return state

    def delete(self) -> None:
        """Removes the proxy; open sessions keep it."""
        self._send("DELETE", "/proxy", "the proxy")

    def test(self, url: str | None = None) -> ProxyTest:
        """Asks for a page through the proxy, and returns which step failed and why."""
        body = {"url": url} if url else {}
        result: ProxyTest = self._send("POST", "/proxy/test", "the test of the proxy", body)
        return result


class Profiles(Resource):
    def list(self) -> list[ProfileInfo]:
        """Returns the saved logins."""
        profiles: list[ProfileInfo] = self._send("GET", "/profiles", "the profiles", pick="profiles")
        return profiles

    def get(self, name: str) -> ProfileInfo:
        """Returns a saved login, without its cookies."""
        path = f"/profiles/{segment('name', name)}"
        profile: ProfileInfo = self._send("GET", path, "the profile", pick="profile")
        return profile

    def delete(self, name: str) -> None:
        """Deletes a saved login; sessions that loaded it keep it."""
        self._send("DELETE", f"/profiles/{segment('name', name)}", "the deletion of a profile")


class Account(Resource):
    def __init__(self, config: Config, transport: Transport) -> None:
        super().__init__(config, transport)
        self.secrets = Secrets(config, transport)
        self.presets = Presets(config, transport)
        self.storage = Storage(config, transport)
        self.proxy = Proxy(config, transport)
        self.profiles = Profiles(config, transport)

    def get(self) -> AccountInfo:
        """Returns the account: its limits and the credits left."""
        account: AccountInfo = self._send("GET", "", "the account", pick="account")
        return account

    def usage(self, start: date | str | None = None, end: date | str | None = None) -> list[UsageDay]:
        """Returns a row for each UTC day from `start` to `end`, both included; by default the last 30 days."""
        query = urlencode({name: str(day) for name, day in (("from", start), ("to", end)) if day})
        days: list[UsageDay] = self._send("GET", f"/usage{'?' if query else ''}{query}", "the usage", pick="days")
        return days

    def charges(self, *, limit: int | None = None, cursor: str | None = None) -> ChargePage:
        """Returns a page of up to `limit` (50; at most 100) charges after `cursor`: the last 40 days, latest first.

        A page may be empty before the last one, which has no `nextCursor`.
        """
        given = {name: value for name, value in (("limit", limit), ("cursor", cursor)) if value is not None}
        query = f"?{urlencode(given)}" if given else ""
        page: ChargePage = self._send("GET", f"/charges{query}", "the charges")
        return page

    def token(self, secret: str) -> str:
        """Returns the bearer of a secret, for sessions and the tool server."""
        token: str = self._send("POST", "/token", "the token", {"secret": secret}, "token")
        return token

    def create_token(self, name: str | None = None, *, scope: Scope = "use") -> NewToken:
        """Makes a secret and its bearer."""
        body = {"scope": scope, **({"name": name} if name else {})}
        made: NewToken = self._send("POST", "/token", "the new token", body)
        return made


def _preset(name: str) -> str:
    return f"/presets/{segment('name', name)}"
