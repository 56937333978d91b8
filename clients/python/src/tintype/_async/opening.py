"""Sessions that are being opened."""

from __future__ import annotations

from collections.abc import Coroutine, Generator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .sessions import AsyncSession, AsyncSessions

    Opened = Coroutine[Any, Any, AsyncSession]
else:
    Opened = Coroutine


class AsyncOpening(Opened):
    """A session that is being opened: `await` it, make it a task, or use it in `async with`."""

    def __init__(self, sessions: AsyncSessions, body: Mapping[str, Any], key: str | None) -> None:
        self._sessions = sessions
        self._body = body
        self._key = key
        self._session: AsyncSession | None = None
        self._work: Opened | None = None

    def __await__(self) -> Generator[Any, None, AsyncSession]:
        return self._open().__await__()

    def send(self, value: Any) -> Any:
        return self._begun().send(value)

    def throw(self, kind: Any, value: Any = None, trace: Any = None) -> Any:
        return self._begun().throw(kind if value is None else value)

    def close(self) -> None:
        if self._work is not None:
            self._work.close()

    async def __aenter__(self) -> AsyncSession:
        self._session = await self._open()
        return self._session

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session:
            await self._session.__aexit__(kind, error, trace)

    def _begun(self) -> Opened:
        # A task sends to the same coroutine again and again.
        if self._work is None:
            self._work = self._open()
        return self._work

    async def _open(self) -> AsyncSession:
        return await self._sessions._open(self._body, self._key)
