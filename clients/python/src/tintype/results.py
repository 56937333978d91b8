"""What renders return."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class RenderInfo:
    """What the headers of an answer say about a result."""

    content_type: str
    #: `HIT`: stored before. `MISS`: rendered for this request. `COALESCED`: shared with an identical request.
    cache: str | None = None
    #: Credits that this answer cost.
    credits: int | None = None
    #: What the result lacks.
    warnings: tuple[str, ...] = ()
    #: The page's own HTTP status. 404 is no failure: the result shows that page.
    target_status: int | None = None
    #: A link to the result, for anybody who has it.
    file_url: str | None = None
    file_name: str | None = None
    etag: str | None = None
    request_id: str | None = None
    #: Where the object is, with the option `s3_redirect`. The result is empty then.
    location: str | None = None
    #: Milliseconds of each phase.
    timings: Mapping[str, float] = field(default_factory=dict)

    @property
    def cached(self) -> bool:
        return self.cache == "HIT"


class RenderedFile(bytes):
    """The bytes of a picture, PDF or recording, with `info` about them."""

    info: RenderInfo

    def __new__(cls, data: bytes, info: RenderInfo) -> RenderedFile:
        file = super().__new__(cls, data)
        file.info = info
        return file

    def __getnewargs__(self) -> Any:
        return bytes(self), self.info

    def __repr__(self) -> str:
        return f"<RenderedFile {self.info.content_type}, {len(self)} bytes>"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the bytes to a file."""
        with open(path, "wb") as file:
            file.write(self)


class Content(dict[str, Any]):
    """The JSON of a `content` render: `html`, `textContent` and `markdown`, with `info` about it."""

    def __init__(self, answer: Mapping[str, Any], info: RenderInfo) -> None:
        super().__init__(answer)
        self.info = info

    @property
    def html(self) -> str:
        """The whole document after its scripts ran."""
        return str(self["html"])

    @property
    def text(self) -> str:
        """The readable text."""
        return str(self["textContent"])

    @property
    def markdown(self) -> str:
        """The readable text as Markdown."""
        return str(self["markdown"])


class Metadata(dict[str, Any]):
    """The JSON of a `metadata` render, with `info` about it."""

    def __init__(self, answer: Mapping[str, Any], info: RenderInfo) -> None:
        super().__init__(answer)
        self.info = info

    @property
    def fields(self) -> Mapping[str, str | None]:
        """`title`, `description`, `image` and ten others; None where the page has none."""
        found: Mapping[str, str | None] = self["metadata"]
        return found
