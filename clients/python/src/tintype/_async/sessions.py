"""Browser sessions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Literal, NoReturn
from urllib.parse import urlencode
from uuid import uuid4

from .._config import Config, changed
from .._generated import BATCH_ACTION_SECONDS, AsyncSessionActions
from .._options import SESSION_OPTIONS, refuse_unknown
from .._request import ANSWER_SECONDS, NOT_BEGUN, Call, json_call, segment
from ..errors import APIError, TintypeError
from ..types import LiveLink, OpenedSession, SessionInfo, SessionPage
from .opening import AsyncOpening
from .runtime import shield
from .transport import AsyncTransport

#: A batch of actions; 10 s are for the way.
BATCH_SECONDS = BATCH_ACTION_SECONDS + 10.0
#: For the call that abandons a create without an answer.
LOST_SECONDS = 5.0


class AsyncSession(AsyncSessionActions):
    """An open browser. `async with` closes it at the end of the block."""

    def __init__(
        self, sessions: AsyncSessions, session_id: str, expires_at: str | None = None, connect_url: str | None = None
    ) -> None:
        self._sessions = sessions
        self._info: SessionInfo | None = None
        self.id = session_id
        #: None if the session is attached.
        self.expires_at = expires_at
        #: The address for Playwright and Puppeteer, with `cdp=True`. It is a credential.
        self.connect_url = connect_url

    @property
    def info(self) -> SessionInfo:
        """What `get` or `close` last returned; the end of a `with` block closes."""
        if self._info is None:
            raise RuntimeError("Call `get` first: the session was neither read nor closed.")
        return self._info

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}>"

    async def act(self, type: str, payload: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Runs any action by its type and payload, as in the HTTP interface."""
        return await self._sessions.action(self.id, type, payload)

    async def get(self) -> SessionInfo:
        """Returns the session's state."""
        self._info = await self._sessions.get(self.id)
        return self._info

    async def close(self, *, save_profile: str | None = None) -> SessionInfo:
        """Closes the browser, and returns what the session cost. A repeat is harmless.

        `save_profile` saves the login under this name first. If that fails, the session stays open.
        Inside `with`, the end of the block still closes it.
        """
        self._info = await self._sessions.close(self.id, save_profile=save_profile)
        return self._info

    async def live(self, *, control: bool = False) -> LiveLink:
        """Makes a link to a page that shows the browser. With `control`, a person can drive it."""
        return await self._sessions.live(self.id, control=control)

    async def __aenter__(self) -> AsyncSession:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with shield():
            try:
                await self.close()
            except TintypeError as failure:
                # The error of the block says more; a session that is gone needs no close.
                is_gone = isinstance(failure, APIError) and failure.code == "session_not_found"
                if error is None and not is_gone:
                    raise


class AsyncSessions:
    def __init__(self, config: Config, transport: AsyncTransport) -> None:
        self._config = config
        self._transport = transport

    def create(
        self,
        *,
        max_ttl_seconds: int | None = None,
        proxy: bool | None = None,
        bypass_bot_detection: bool | None = None,
        cdp: bool | None = None,
        profile: str | None = None,
        idempotency_key: str | None = None,
        **unknown: NoReturn,
    ) -> AsyncOpening:
        """Opens a browser: `async with client.sessions.create() as session`.

        `max_ttl_seconds` is its longest life, at most 900. `proxy` uses the account's proxy. `cdp` allows Playwright
        and Puppeteer to connect. `profile` is a saved login, as `close(save_profile=…)` saves one.
        """
        refuse_unknown("sessions.create", unknown, [*SESSION_OPTIONS, "idempotency_key"])
        given = {
            "maxTtlSeconds": max_ttl_seconds,
            "proxy": proxy,
            "bypassBotDetection": bypass_bot_detection,
            "cdp": cdp,
            "profile": profile,
        }
        body = {name: value for name, value in given.items() if value is not None}
        return AsyncOpening(self, body, idempotency_key)

    def attach(self, session_id: str) -> AsyncSession:
        """Returns the session of another program by its id. It sends nothing; `close` ends it, and `with` does."""
        segment("session_id", session_id)
        return AsyncSession(self, session_id)

    async def get(self, session_id: str) -> SessionInfo:
        """Returns a session, also after its end."""
        info: SessionInfo = await self._send("GET", _path(session_id), "the session", pick="session")
        return info

    async def close(self, session_id: str, *, save_profile: str | None = None) -> SessionInfo:
        """Closes a session, and returns what it cost. A repeat is harmless.

        `save_profile` saves the login under this name first. If that fails, the session stays open.
        """
        query = "" if save_profile is None else "?" + urlencode({"saveProfile": save_profile})
        info: SessionInfo = await self._send("DELETE", _path(session_id) + query, "the close", pick="session")
        return info

    async def abandon(self, idempotency_key: str) -> SessionInfo | None:
        """Abandons a create by its key, for example one without an answer.

        It closes the session, also one that opens later. Later creates with the key are refused. It returns the session,
        or None if no browser had opened.
        """
        headers = {"Idempotency-Key": idempotency_key}
        call = json_call(
            self._config, "DELETE", "/v1/sessions", "the abandoned create", headers=headers, pick="session"
        )
        info: SessionInfo | None = await self._transport.send(call)
        return info

    async def live(self, session_id: str, *, control: bool = False) -> LiveLink:
        """Makes a link to a page that shows the browser. With `control`, a person can drive it."""
        path = f"{_path(session_id)}/live"
        call = json_call(self._config, "POST", path, "the live view", body={"control": control})
        link: LiveLink = await self._transport.send(call)
        return link

    async def list(
        self,
        *,
        status: Literal["active", "closed", "expired", "error"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> SessionPage:
        """Returns a page of up to `limit` (20; at most 100) sessions after `cursor`."""
        given = {"status": status, "limit": limit, "cursor": cursor}
        query = urlencode({name: value for name, value in given.items() if value is not None})
        page: SessionPage = await self._send("GET", f"/v1/sessions{'?' if query else ''}{query}", "the sessions")
        return page

    async def iterate(
        self, *, status: Literal["active", "closed", "expired", "error"] | None = None
    ) -> AsyncIterator[SessionInfo]:
        """Yields all sessions: active ones, then ended ones, each newest first."""
        cursor: str | None = None
        while True:
            page = await self.list(status=status, limit=100, cursor=cursor)
            for info in page["sessions"]:
                yield info
            cursor = page["nextCursor"]
            if not cursor:
                return

    async def action(self, session_id: str, type: str, payload: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Runs any action by its type and payload, as in the HTTP interface."""
        body = {"type": type, **({"payload": payload} if payload else {})}
        call = json_call(
            self._config,
            "POST",
            f"{_path(session_id)}/actions",
            f"the action {type}",
            body=body,
            timeout=BATCH_SECONDS if type == "batch" else ANSWER_SECONDS,
            retried=NOT_BEGUN,
        )
        answer: dict[str, Any] = await self._transport.send(call)
        return answer

    async def _open(self, body: Mapping[str, Any], key: str | None) -> AsyncSession:
        answer = await self._create(body, key)
        opened: OpenedSession = answer["session"]
        return AsyncSession(self, opened["id"], opened["expiresAt"], opened.get("connectUrl"))

    async def _create(self, body: Mapping[str, Any], key: str | None) -> dict[str, Any]:
        """Returns the whole answer of the service."""
        # The key makes a repeat safe: the same key returns the same session.
        headers = {"Idempotency-Key": key or str(uuid4())}
        call = json_call(self._config, "POST", "/v1/sessions", "the new session", body=body, headers=headers)
        # The caller may repeat a create with a key of its own.
        answer: dict[str, Any] = await self._transport.send(call, None if key else self._abandon_lost)
        return answer

    async def _abandon_lost(self, create: Call[Any]) -> None:
        config = changed(self._config, LOST_SECONDS, 0, None)
        # An older service does not know the call: its session ends with its time.
        with shield(), suppress(TintypeError):
            sessions = AsyncSessions(config, self._transport.sharing(config))
            await sessions.abandon(create.headers["Idempotency-Key"])

    async def _send(self, method: str, path: str, what: str, pick: str | None = None) -> Any:
        return await self._transport.send(json_call(self._config, method, path, what, pick=pick))


def _path(session_id: str) -> str:
    return f"/v1/sessions/{segment('session_id', session_id)}"
