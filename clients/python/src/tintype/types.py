"""The JSON of the service, typed. Names and values are those of the HTTP interface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypedDict

Endpoint = Literal["image", "pdf", "content", "metadata", "animated"]
Scope = Literal["use", "manage"]


class ErrorInfo(TypedDict):
    code: str
    message: str


class OutputInfo(TypedDict, total=False):
    """One result of a report. A failed one has only `endpoint`, `error` and `credits`."""

    endpoint: Endpoint
    url: str
    contentType: str
    bytes: int
    cache: Literal["HIT", "MISS", "COALESCED"]
    credits: int
    error: ErrorInfo


class RenderReport(TypedDict):
    results: list[OutputInfo]
    warnings: list[str]
    #: Milliseconds of each phase.
    timings: dict[str, float]
    targetStatus: int | None


class _Session(TypedDict):
    id: str
    status: Literal["active", "closed", "expired", "error"]
    closeReason: str | None
    createdAt: str
    startedAt: str
    expiresAt: str
    closedAt: str | None
    durationSeconds: int
    billedCredits: int
    accruedCredits: int
    actionCount: int
    actionSuccessCount: int
    actionErrorCount: int
    actionBreakdown: dict[str, dict[str, int]]
    options: dict[str, Any]


class SessionInfo(_Session, total=False):
    #: Only while the session is active, and with `cdp`. It is a credential.
    connectUrl: str


class _Opened(TypedDict):
    id: str
    status: Literal["active", "closed", "expired", "error"]
    expiresAt: str
    maxTtlSeconds: int
    proxy: bool
    bypassBotDetection: bool
    cdp: bool


class OpenedSession(_Opened, total=False):
    """What the answer to a create has."""

    connectUrl: str


class LiveLink(TypedDict):
    """A link to the live view of a session. It is a credential."""

    url: str
    #: Until then the link opens. A page that is open works until the session ends.
    expiresAt: str


class SessionPage(TypedDict):
    sessions: list[SessionInfo]
    #: The `cursor` of the next page; None on the last.
    nextCursor: str | None


class BatchItemInput(TypedDict, total=False):
    url: str
    #: Options of the endpoint under their wire names, and `file_name`; `extra` has options of a newer service.
    options: Mapping[str, Any]


class BatchAccepted(TypedDict):
    batchId: str
    status: Literal["queued"]
    total: int
    statusUrl: str


class BatchItem(TypedDict):
    #: Place in the batch, from 0.
    number: int
    status: Literal["queued", "completed", "failed", "cancelled"]
    url: str | None
    file_name: str | None
    location: str | None
    bytes: int | None
    contentType: str | None
    #: HTTP status of the page.
    targetStatus: int | None
    warnings: list[str]
    #: Why the item failed, or why a queued one is tried again.
    error: ErrorInfo | None
    #: How often it was tried.
    attempts: int


class BatchState(TypedDict):
    batchId: str
    type: Literal["image", "pdf"]
    status: Literal["queued", "processing", "completed", "completed_with_errors", "failed"]
    total: int
    queued: int
    succeeded: int
    failed: int
    cancelled: int
    cancelRequested: bool
    createdAt: str
    startedAt: str | None
    finishedAt: str | None
    itemsPerSecond: float | None
    secondsLeft: int | None
    waitingFor: dict[str, Any] | None
    error: ErrorInfo | None
    notification: dict[str, Any]
    items: list[BatchItem]
    nextCursor: str | None


class BatchPage(TypedDict):
    #: Their `items` are absent.
    batches: list[BatchState]
    nextCursor: str | None


class Notification(TypedDict, total=False):
    event: Literal["batch.completed", "batch.failed"]
    deliveryId: str
    batchId: str
    type: Literal["image", "pdf"]
    status: str
    total: int
    succeeded: int
    failed: int
    cancelled: int
    startedAt: str | None
    finishedAt: str | None
    statusUrl: str
    resultsUrl: str
    results: list[BatchItem]
    error: ErrorInfo


class AccountInfo(TypedDict):
    id: str
    apiKey: str
    #: What is left; None is unlimited.
    credits: int | None
    endpoints: list[Endpoint] | None
    limits: dict[str, int | None]
    proxy: bool
    storage: bool


class UsageDay(TypedDict):
    date: str
    renders: dict[Endpoint, int]
    cachedAnswers: int
    deliveredBytes: int
    sessionMinutes: int
    credits: int
    charges: int


class ChargeInfo(TypedDict):
    #: The charge of a render, or the session.
    id: str
    kind: Literal["render", "session"]
    #: When it was charged, as ISO 8601.
    at: str
    #: None for a session.
    endpoint: Endpoint | None
    #: How long the session was open; None for a render.
    seconds: float | None
    credits: int
    #: The request that was answered with this charge; None for a session or an item of a batch.
    requestId: str | None
    #: The batch whose item this is; None for others.
    batchId: str | None


class ChargePage(TypedDict):
    charges: list[ChargeInfo]
    #: The `cursor` of the next page; None on the last.
    nextCursor: str | None


class SecretInfo(TypedDict):
    id: str
    name: str | None
    scope: Scope
    origin: Literal["admin", "account", "environment"]
    createdAt: str
    lastUsedAt: str | None


class NewSecret(TypedDict):
    secretId: str
    #: The service shows it this once.
    secret: str
    scope: Scope
    name: str | None


class NewToken(NewSecret):
    #: The bearer of the secret.
    token: str


class Preset(TypedDict):
    name: str
    endpoint: Endpoint | None
    options: dict[str, str]
    version: int
    updatedAt: str


class StoredPreset(TypedDict):
    preset: Preset
    #: About options that have no effect.
    warnings: list[str]


class StorageInfo(TypedDict):
    """The account's storage, without its secret."""

    endpoint: str
    region: str
    bucket: str
    key: str
    pathStyle: bool
    prefix: str
    publicUrl: str | None
    setAt: str


class StorageState(TypedDict, total=False):
    storage: StorageInfo | None
    source: Literal["account", "operator"] | None
    warnings: list[str]


class StorageTest(TypedDict, total=False):
    uploads: bool
    works: bool
    object: str
    steps: list[dict[str, Any]]
    access: dict[str, Any]
    publicRead: dict[str, Any]


class ProfileInfo(TypedDict):
    """A saved login. No route shows its cookies."""

    name: str
    savedAt: str
    #: The session that saved it.
    session: str
    bytes: int
    #: Their number.
    cookies: int
    #: None if it cannot be read any more.
    origins: list[str] | None


class ProxyInfo(TypedDict):
    """The proxy of sessions with `proxy=True`."""

    #: Without its password.
    url: str
    setAt: str


class ProxyState(TypedDict, total=False):
    proxy: ProxyInfo | None
    warnings: list[str]


class ProxyTest(TypedDict, total=False):
    works: bool
    url: str
    status: int
    steps: list[dict[str, Any]]


class Device(TypedDict):
    #: The value of `emulate_device`.
    key: str
    name: str
    userAgent: str
    viewport: dict[str, Any]
