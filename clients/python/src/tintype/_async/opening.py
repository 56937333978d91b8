"""Sessions that are being opened."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .sessions import AsyncSession, AsyncSessions


class AsyncOpening:
    """A session that is being opened: `await` it, or use it in `async with`."""

    def __init__(self, sessions: AsyncSessions, body: Mapping[str, Any], key: str | None) -> None:
        self._sessions = sessions
        self._body = body
        self._key = key
        self._session: AsyncSession | None = None

    def __await__(self) -> Generator[Any, None, AsyncSession]:
        return self._open().__await__()

    async def __aenter__(self) -> AsyncSession:
        self._session = await self._open()
        return self._session

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session:
            await self._session.__aexit__(kind, error, trace)

    async def _open(self) -> AsyncSession:
        return await self._sessions._open(self._body, self._key)
