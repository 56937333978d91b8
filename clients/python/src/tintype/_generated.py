# `make generate` writes this file (scripts/clients/python.mjs).
# ruff: noqa
"""Options, actions and error codes of the service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Mapping, Sequence, TypedDict, cast

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class Point(TypedDict):
    x: float
    y: float


class Box(Point):
    width: float
    height: float


class Viewport(TypedDict, total=False):
    width: int
    height: int
    deviceScaleFactor: float


class Picture(TypedDict):
    contentType: str
    bodyBase64: str


class LogEntry(TypedDict):
    timestamp: str
    level: Literal["debug", "info", "warning", "error"]
    text: str
    source: str


class _Answer(TypedDict):
    success: bool
    #: Seconds until the session ends.
    expiresInSeconds: int


class ActionAnswer(_Answer, total=False):
    #: What the action did not ask for: a dialog, a download, another page.
    notes: list[str]
    screenshot: Picture


def _given(payload: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in payload.items() if value is not None}


def _need(action: str, name: str, value: Any, selector: str | None) -> None:
    if value is None:
        hint = "" if selector is None else f" The first argument is the selector: pass {name}={selector!r}."
        raise TypeError(f"`{action}` needs `{name}`.{hint}")


ErrorCode = Literal["missing_url", "invalid_url", "invalid_option", "invalid_request", "unknown_api_key", "invalid_hash", "expired_url", "invalid_credentials", "invalid_signature", "credits_exhausted", "account_disabled", "target_blocked", "foreign_host", "not_found", "session_not_found", "method_not_allowed", "session_not_active", "storage_not_configured", "profile_conflict", "profile_unusable", "request_too_large", "range_not_satisfiable", "selector_not_found", "page_failed", "result_too_large", "not_renderable", "rate_limited", "session_limit", "bandwidth_exceeded", "render_failed", "internal", "target_unreachable", "target_dns", "target_tls", "storage_failed", "overloaded", "unavailable", "timeout"]

#: How long the service takes at most.
REQUEST_SECONDS = 60
EDGE_SECONDS = 300
ACTION_SECONDS = 30
BATCH_ACTION_SECONDS = 120

#: Wire names by keyword, for each endpoint.
OPTION_NAMES: dict[str, dict[str, str]] = {
    "all": {
        "preset": "preset",
        "http_auth": "httpAuth",
        "user_agent": "userAgent",
        "wait_for": "waitFor",
        "wait_for_id": "waitForId",
        "stealth": "stealth",
        "bypass_bot_detection": "bypassBotDetection",
        "timestamp": "timestamp",
        "fresh": "fresh",
        "block_ads": "blockAds",
        "block_cookie_banners": "blockCookieBanners",
        "dark_mode": "darkMode",
        "vw": "vw",
        "vh": "vh",
        "scale_factor": "scaleFactor",
        "emulate_device": "emulateDevice",
        "css": "css",
        "js": "js",
        "hide": "hide",
        "click": "click",
        "timezone": "timezone",
        "locale": "locale",
        "geolocation": "geolocation",
        "media": "media",
        "reduced_motion": "reducedMotion",
        "javascript": "javascript",
        "wait_until": "waitUntil",
        "wait_for_text": "waitForText",
        "timeout": "timeout",
        "block": "block",
        "fail_on": "failOn",
        "headers": "headers",
        "cookies": "cookies",
        "delay": "delay",
        "file_name": "fileName",
        "s3_acl": "s3Acl",
        "s3_redirect": "s3Redirect",
        "skip_upload": "skipUpload",
        "top": "top",
        "left": "left",
        "width": "width",
        "height": "height",
        "full": "full",
        "selector": "selector",
        "selector_id": "selectorId",
        "transparent": "transparent",
        "type": "type",
        "quality": "quality",
        "best_format": "bestFormat",
        "resize_width": "resizeWidth",
        "resize_height": "resizeHeight",
        "format": "format",
        "margin_top": "marginTop",
        "margin_right": "marginRight",
        "margin_bottom": "marginBottom",
        "margin_left": "marginLeft",
        "scale": "scale",
        "landscape": "landscape",
        "print_background": "printBackground",
        "header": "header",
        "footer": "footer",
        "page_ranges": "pageRanges",
        "outline": "outline",
        "tagged": "tagged",
        "single_page": "singlePage",
        "prefer_css_page_size": "preferCssPageSize",
        "duration": "duration",
        "hide_scrollbars": "hideScrollbars",
        "fps": "fps",
        "loop": "loop",
        "scroll": "scroll",
    },
    "image": {
        "preset": "preset",
        "http_auth": "httpAuth",
        "user_agent": "userAgent",
        "wait_for": "waitFor",
        "wait_for_id": "waitForId",
        "stealth": "stealth",
        "bypass_bot_detection": "bypassBotDetection",
        "timestamp": "timestamp",
        "fresh": "fresh",
        "block_ads": "blockAds",
        "block_cookie_banners": "blockCookieBanners",
        "dark_mode": "darkMode",
        "vw": "vw",
        "vh": "vh",
        "scale_factor": "scaleFactor",
        "emulate_device": "emulateDevice",
        "css": "css",
        "js": "js",
        "hide": "hide",
        "click": "click",
        "timezone": "timezone",
        "locale": "locale",
        "geolocation": "geolocation",
        "media": "media",
        "reduced_motion": "reducedMotion",
        "javascript": "javascript",
        "wait_until": "waitUntil",
        "wait_for_text": "waitForText",
        "timeout": "timeout",
        "block": "block",
        "fail_on": "failOn",
        "headers": "headers",
        "cookies": "cookies",
        "delay": "delay",
        "file_name": "fileName",
        "s3_acl": "s3Acl",
        "s3_redirect": "s3Redirect",
        "skip_upload": "skipUpload",
        "top": "top",
        "left": "left",
        "width": "width",
        "height": "height",
        "full": "full",
        "selector": "selector",
        "selector_id": "selectorId",
        "transparent": "transparent",
        "type": "type",
        "quality": "quality",
        "best_format": "bestFormat",
        "resize_width": "resizeWidth",
        "resize_height": "resizeHeight",
    },
    "pdf": {
        "preset": "preset",
        "http_auth": "httpAuth",
        "user_agent": "userAgent",
        "wait_for": "waitFor",
        "wait_for_id": "waitForId",
        "stealth": "stealth",
        "bypass_bot_detection": "bypassBotDetection",
        "timestamp": "timestamp",
        "fresh": "fresh",
        "block_ads": "blockAds",
        "block_cookie_banners": "blockCookieBanners",
        "dark_mode": "darkMode",
        "vw": "vw",
        "vh": "vh",
        "scale_factor": "scaleFactor",
        "emulate_device": "emulateDevice",
        "css": "css",
        "js": "js",
        "hide": "hide",
        "click": "click",
        "timezone": "timezone",
        "locale": "locale",
        "geolocation": "geolocation",
        "media": "media",
        "reduced_motion": "reducedMotion",
        "javascript": "javascript",
        "wait_until": "waitUntil",
        "wait_for_text": "waitForText",
        "timeout": "timeout",
        "block": "block",
        "fail_on": "failOn",
        "headers": "headers",
        "cookies": "cookies",
        "delay": "delay",
        "file_name": "fileName",
        "s3_acl": "s3Acl",
        "s3_redirect": "s3Redirect",
        "skip_upload": "skipUpload",
        "selector": "selector",
        "selector_id": "selectorId",
        "format": "format",
        "width": "width",
        "height": "height",
        "margin_top": "marginTop",
        "margin_right": "marginRight",
        "margin_bottom": "marginBottom",
        "margin_left": "marginLeft",
        "scale": "scale",
        "landscape": "landscape",
        "print_background": "printBackground",
        "header": "header",
        "footer": "footer",
        "page_ranges": "pageRanges",
        "outline": "outline",
        "tagged": "tagged",
        "single_page": "singlePage",
        "prefer_css_page_size": "preferCssPageSize",
    },
    "content": {
        "preset": "preset",
        "http_auth": "httpAuth",
        "user_agent": "userAgent",
        "wait_for": "waitFor",
        "wait_for_id": "waitForId",
        "stealth": "stealth",
        "bypass_bot_detection": "bypassBotDetection",
        "timestamp": "timestamp",
        "fresh": "fresh",
        "block_ads": "blockAds",
        "block_cookie_banners": "blockCookieBanners",
        "dark_mode": "darkMode",
        "vw": "vw",
        "vh": "vh",
        "scale_factor": "scaleFactor",
        "emulate_device": "emulateDevice",
        "css": "css",
        "js": "js",
        "hide": "hide",
        "click": "click",
        "timezone": "timezone",
        "locale": "locale",
        "geolocation": "geolocation",
        "media": "media",
        "reduced_motion": "reducedMotion",
        "javascript": "javascript",
        "wait_until": "waitUntil",
        "wait_for_text": "waitForText",
        "timeout": "timeout",
        "block": "block",
        "fail_on": "failOn",
        "headers": "headers",
        "cookies": "cookies",
        "delay": "delay",
        "selector": "selector",
        "selector_id": "selectorId",
    },
    "metadata": {
        "preset": "preset",
        "http_auth": "httpAuth",
        "user_agent": "userAgent",
        "wait_for": "waitFor",
        "wait_for_id": "waitForId",
        "stealth": "stealth",
        "bypass_bot_detection": "bypassBotDetection",
        "timestamp": "timestamp",
        "fresh": "fresh",
        "block_ads": "blockAds",
        "block_cookie_banners": "blockCookieBanners",
        "dark_mode": "darkMode",
        "vw": "vw",
        "vh": "vh",
        "scale_factor": "scaleFactor",
        "emulate_device": "emulateDevice",
        "css": "css",
        "js": "js",
        "hide": "hide",
        "click": "click",
        "timezone": "timezone",
        "locale": "locale",
        "geolocation": "geolocation",
        "media": "media",
        "reduced_motion": "reducedMotion",
        "javascript": "javascript",
        "wait_until": "waitUntil",
        "wait_for_text": "waitForText",
        "timeout": "timeout",
        "block": "block",
        "fail_on": "failOn",
        "headers": "headers",
        "cookies": "cookies",
        "delay": "delay",
        "selector": "selector",
        "selector_id": "selectorId",
    },
    "animated": {
        "preset": "preset",
        "http_auth": "httpAuth",
        "user_agent": "userAgent",
        "wait_for": "waitFor",
        "wait_for_id": "waitForId",
        "stealth": "stealth",
        "bypass_bot_detection": "bypassBotDetection",
        "timestamp": "timestamp",
        "fresh": "fresh",
        "block_ads": "blockAds",
        "block_cookie_banners": "blockCookieBanners",
        "dark_mode": "darkMode",
        "vw": "vw",
        "vh": "vh",
        "scale_factor": "scaleFactor",
        "emulate_device": "emulateDevice",
        "css": "css",
        "js": "js",
        "hide": "hide",
        "click": "click",
        "timezone": "timezone",
        "locale": "locale",
        "geolocation": "geolocation",
        "media": "media",
        "reduced_motion": "reducedMotion",
        "javascript": "javascript",
        "wait_until": "waitUntil",
        "wait_for_text": "waitForText",
        "timeout": "timeout",
        "block": "block",
        "fail_on": "failOn",
        "headers": "headers",
        "cookies": "cookies",
        "file_name": "fileName",
        "s3_acl": "s3Acl",
        "s3_redirect": "s3Redirect",
        "skip_upload": "skipUpload",
        "delay": "delay",
        "duration": "duration",
        "hide_scrollbars": "hideScrollbars",
        "type": "type",
        "fps": "fps",
        "loop": "loop",
        "scroll": "scroll",
    },
}

#: Types of options by wire name; one that endpoints take differently has its first.
OPTION_TYPES: dict[str, str] = {
    "preset": "string",
    "httpAuth": "base64",
    "userAgent": "base64",
    "waitFor": "string",
    "waitForId": "string",
    "stealth": "boolean",
    "bypassBotDetection": "boolean",
    "timestamp": "string",
    "fresh": "boolean",
    "blockAds": "boolean",
    "blockCookieBanners": "boolean",
    "darkMode": "boolean",
    "vw": "integer",
    "vh": "integer",
    "scaleFactor": "number",
    "emulateDevice": "string",
    "css": "base64",
    "js": "base64",
    "hide": "list",
    "click": "list",
    "timezone": "string",
    "locale": "string",
    "geolocation": "list",
    "media": "enum",
    "reducedMotion": "boolean",
    "javascript": "boolean",
    "waitUntil": "enum",
    "waitForText": "string",
    "timeout": "number",
    "block": "list",
    "failOn": "list",
    "headers": "json",
    "cookies": "json",
    "delay": "number",
    "fileName": "string",
    "s3Acl": "enum",
    "s3Redirect": "boolean",
    "skipUpload": "boolean",
    "top": "number",
    "left": "number",
    "width": "number",
    "height": "number",
    "full": "boolean",
    "selector": "string",
    "selectorId": "string",
    "transparent": "boolean",
    "type": "enum",
    "quality": "integer",
    "bestFormat": "boolean",
    "resizeWidth": "integer",
    "resizeHeight": "integer",
    "format": "enum",
    "marginTop": "length",
    "marginRight": "length",
    "marginBottom": "length",
    "marginLeft": "length",
    "scale": "number",
    "landscape": "boolean",
    "printBackground": "boolean",
    "header": "base64",
    "footer": "base64",
    "pageRanges": "string",
    "outline": "boolean",
    "tagged": "boolean",
    "singlePage": "boolean",
    "preferCssPageSize": "boolean",
    "duration": "integer",
    "hideScrollbars": "boolean",
    "fps": "integer",
    "loop": "integer",
    "scroll": "boolean",
}


class ImageOptions(TypedDict, total=False):
    #: Name of one of the account's presets: a stored set of options, under those of the query.
    preset: str | None
    #: Basic authentication for the page: user:password.
    http_auth: str | None
    #: User agent to send.
    user_agent: str | None
    #: CSS selector to wait for. After 30 s the page is captured without it.
    wait_for: str | None
    #: Id of an element to wait for, as with `wait_for`.
    wait_for_id: str | None
    #: Render in a full browser that hides the traces of automation.
    stealth: bool | None
    #: As `stealth`, and wait until the check of a site has let the browser through.
    bypass_bot_detection: bool | None
    #: Any value; only a part of the cache key.
    timestamp: str | None
    #: Ignore the cached result; render the page again and store the new result.
    fresh: bool | None
    #: Block advertisements and trackers.
    block_ads: bool | None
    #: Dismiss cookie banners.
    block_cookie_banners: bool | None
    #: Render with `prefers-color-scheme: dark`. In pictures and recordings, parts that stay light get dark colours, and texts readable ones.
    dark_mode: bool | None
    #: Viewport width in CSS pixels (1440).
    vw: int | None
    #: Viewport height in CSS pixels (900).
    vh: int | None
    #: Device pixel ratio (1).
    scale_factor: float | None
    #: Key from the device list; an unknown key is ignored.
    emulate_device: str | None
    #: Styles to add to the loaded page. `@import` has no effect.
    css: str | None
    #: A script to run in the loaded page; it may use `await`. Its error is a warning.
    js: str | None
    #: CSS selectors of elements to hide, separated by commas. Hidden elements keep their place; those after `remove:` do not.
    hide: Sequence[str | float] | str | None
    #: CSS selectors of elements to click in this order, separated by commas. Each element is waited for 5 s; a missing one is a warning.
    click: Sequence[str | float] | str | None
    #: IANA time zone of the page, such as Europe/Berlin.
    timezone: str | None
    #: BCP 47 language of the page, such as de-DE: for `Accept-Language`, scripts and the choice of fonts.
    locale: str | None
    #: `latitude,longitude` or `latitude,longitude,accuracy` in metres; grants the permission.
    geolocation: Sequence[str | float] | str | None
    #: CSS media type. By default print for the endpoint pdf, screen for the others.
    media: Literal["screen", "print"] | None
    #: Render with `prefers-reduced-motion: reduce`.
    reduced_motion: bool | None
    #: false runs none of the page's scripts.
    javascript: bool | None
    #: When the page counts as loaded. `networkidle`: half a second without requests; streams and polls do not count. `domcontentloaded` waits for no picture and font.
    wait_until: Literal["load", "domcontentloaded", "networkidle"] | None
    #: Text that has to appear. After 30 s the page is captured without it.
    wait_for_text: str | None
    #: Seconds after which what is there is captured, with a warning.
    timeout: float | None
    #: Requests that are not sent: types such as `image,font,media`, and URL patterns with `*`, separated by commas.
    block: Sequence[str | float] | str | None
    #: Makes the request fail with `page_failed` for these faults. `status`: the page answers 400 or more. `console`: it logs an error. `request`: one of its requests fails. `selector`: a selector matches nothing.
    fail_on: Sequence[str | float] | str | None
    #: Request headers for the page's own origin. Other sites do not get them.
    headers: Mapping[str, str] | None
    #: Cookies to set before the page loads. Each has name and value, optionally domain, path, secure, httpOnly, sameSite and expires.
    cookies: Sequence[Mapping[str, Any]] | None
    #: Seconds to wait after the page has loaded.
    delay: float | None
    #: Download name without extension; derived from the URL by default. Also the name of the stored object, where slashes make folders.
    file_name: str | None
    #: Access of the object in the account's storage.
    s3_acl: Literal["private", "public-read", "public-read-write", "authenticated-read", "aws-exec-read", "bucket-owner-read", "bucket-owner-full-control"] | None
    #: Answer 302 to the object in the account's storage.
    s3_redirect: bool | None
    #: Do not upload to the account's storage.
    skip_upload: bool | None
    #: Top of the clip in CSS pixels from the top of the document; 0 if another side is set. Without any side, the picture shows the viewport at the page's scroll position.
    top: float | None
    #: Left of the clip in CSS pixels, from the left of the document (0).
    left: float | None
    #: Width of the clip; by default that of the viewport.
    width: float | None
    #: Height of the clip; by default that of the viewport.
    height: float | None
    #: Capture the full page; overrides the height of the clip.
    full: bool | None
    #: CSS selector of the element to capture.
    selector: str | None
    #: Id of the element to capture.
    selector_id: str | None
    #: Transparent background (png, webp and avif).
    transparent: bool | None
    #: Picture format; avif where sharp is installed.
    type: Literal["png", "jpeg", "webp", "avif"] | None
    #: Quality of jpeg, webp and avif (80).
    quality: int | None
    #: webp if the Accept header allows it, else png.
    best_format: bool | None
    #: Width to resize to, in pixels; alone, it keeps the proportions.
    resize_width: int | None
    #: Height to resize to, in pixels; alone, it keeps the proportions.
    resize_height: int | None


class PdfOptions(TypedDict, total=False):
    #: Name of one of the account's presets: a stored set of options, under those of the query.
    preset: str | None
    #: Basic authentication for the page: user:password.
    http_auth: str | None
    #: User agent to send.
    user_agent: str | None
    #: CSS selector to wait for. After 30 s the page is captured without it.
    wait_for: str | None
    #: Id of an element to wait for, as with `wait_for`.
    wait_for_id: str | None
    #: Render in a full browser that hides the traces of automation.
    stealth: bool | None
    #: As `stealth`, and wait until the check of a site has let the browser through.
    bypass_bot_detection: bool | None
    #: Any value; only a part of the cache key.
    timestamp: str | None
    #: Ignore the cached result; render the page again and store the new result.
    fresh: bool | None
    #: Block advertisements and trackers.
    block_ads: bool | None
    #: Dismiss cookie banners.
    block_cookie_banners: bool | None
    #: Render with `prefers-color-scheme: dark`. In pictures and recordings, parts that stay light get dark colours, and texts readable ones.
    dark_mode: bool | None
    #: Viewport width in CSS pixels (1440).
    vw: int | None
    #: Viewport height in CSS pixels (900).
    vh: int | None
    #: Device pixel ratio (1).
    scale_factor: float | None
    #: Key from the device list; an unknown key is ignored.
    emulate_device: str | None
    #: Styles to add to the loaded page. `@import` has no effect.
    css: str | None
    #: A script to run in the loaded page; it may use `await`. Its error is a warning.
    js: str | None
    #: CSS selectors of elements to hide, separated by commas. Hidden elements keep their place; those after `remove:` do not.
    hide: Sequence[str | float] | str | None
    #: CSS selectors of elements to click in this order, separated by commas. Each element is waited for 5 s; a missing one is a warning.
    click: Sequence[str | float] | str | None
    #: IANA time zone of the page, such as Europe/Berlin.
    timezone: str | None
    #: BCP 47 language of the page, such as de-DE: for `Accept-Language`, scripts and the choice of fonts.
    locale: str | None
    #: `latitude,longitude` or `latitude,longitude,accuracy` in metres; grants the permission.
    geolocation: Sequence[str | float] | str | None
    #: CSS media type. By default print for the endpoint pdf, screen for the others.
    media: Literal["screen", "print"] | None
    #: Render with `prefers-reduced-motion: reduce`.
    reduced_motion: bool | None
    #: false runs none of the page's scripts.
    javascript: bool | None
    #: When the page counts as loaded. `networkidle`: half a second without requests; streams and polls do not count. `domcontentloaded` waits for no picture and font.
    wait_until: Literal["load", "domcontentloaded", "networkidle"] | None
    #: Text that has to appear. After 30 s the page is captured without it.
    wait_for_text: str | None
    #: Seconds after which what is there is captured, with a warning.
    timeout: float | None
    #: Requests that are not sent: types such as `image,font,media`, and URL patterns with `*`, separated by commas.
    block: Sequence[str | float] | str | None
    #: Makes the request fail with `page_failed` for these faults. `status`: the page answers 400 or more. `console`: it logs an error. `request`: one of its requests fails. `selector`: a selector matches nothing.
    fail_on: Sequence[str | float] | str | None
    #: Request headers for the page's own origin. Other sites do not get them.
    headers: Mapping[str, str] | None
    #: Cookies to set before the page loads. Each has name and value, optionally domain, path, secure, httpOnly, sameSite and expires.
    cookies: Sequence[Mapping[str, Any]] | None
    #: Seconds to wait after the page has loaded.
    delay: float | None
    #: Download name without extension; derived from the URL by default. Also the name of the stored object, where slashes make folders.
    file_name: str | None
    #: Access of the object in the account's storage.
    s3_acl: Literal["private", "public-read", "public-read-write", "authenticated-read", "aws-exec-read", "bucket-owner-read", "bucket-owner-full-control"] | None
    #: Answer 302 to the object in the account's storage.
    s3_redirect: bool | None
    #: Do not upload to the account's storage.
    skip_upload: bool | None
    #: CSS selector of the element to capture.
    selector: str | None
    #: Id of the element to capture.
    selector_id: str | None
    #: Paper format.
    format: Literal["Letter", "Legal", "Tabloid", "Ledger", "A0", "A1", "A2", "A3", "A4", "A5", "A6"] | None
    #: Paper width, at least 0.5in; overrides `format`, together with `height`.
    width: float | str | None
    #: Paper height, at least 0.5in; overrides `format`, together with `width`.
    height: float | str | None
    #: Top margin (0); all four margins or none.
    margin_top: float | str | None
    #: Right margin.
    margin_right: float | str | None
    #: Bottom margin.
    margin_bottom: float | str | None
    #: Left margin.
    margin_left: float | str | None
    #: Scale of the rendering.
    scale: float | None
    #: Turn the paper by 90 degrees.
    landscape: bool | None
    #: Print the colours and pictures of backgrounds.
    print_background: bool | None
    #: HTML at the top of each page. Elements of class date, title, url, pageNumber and totalPages get that value.
    header: str | None
    #: The same at the bottom of each page.
    footer: str | None
    #: Pages to print, such as 1-3,5 or 2-; all by default.
    page_ranges: str | None
    #: Make bookmarks of the headings.
    outline: bool | None
    #: Write the structure that screen readers use.
    tagged: bool | None
    #: Print one page, as long as the document.
    single_page: bool | None
    #: Let a size in `@page` win over the paper of the request.
    prefer_css_page_size: bool | None


class ContentOptions(TypedDict, total=False):
    #: Name of one of the account's presets: a stored set of options, under those of the query.
    preset: str | None
    #: Basic authentication for the page: user:password.
    http_auth: str | None
    #: User agent to send.
    user_agent: str | None
    #: CSS selector to wait for. After 30 s the page is captured without it.
    wait_for: str | None
    #: Id of an element to wait for, as with `wait_for`.
    wait_for_id: str | None
    #: Render in a full browser that hides the traces of automation.
    stealth: bool | None
    #: As `stealth`, and wait until the check of a site has let the browser through.
    bypass_bot_detection: bool | None
    #: Any value; only a part of the cache key.
    timestamp: str | None
    #: Ignore the cached result; render the page again and store the new result.
    fresh: bool | None
    #: Block advertisements and trackers.
    block_ads: bool | None
    #: Dismiss cookie banners.
    block_cookie_banners: bool | None
    #: Render with `prefers-color-scheme: dark`. In pictures and recordings, parts that stay light get dark colours, and texts readable ones.
    dark_mode: bool | None
    #: Viewport width in CSS pixels (1440).
    vw: int | None
    #: Viewport height in CSS pixels (900).
    vh: int | None
    #: Device pixel ratio (1).
    scale_factor: float | None
    #: Key from the device list; an unknown key is ignored.
    emulate_device: str | None
    #: Styles to add to the loaded page. `@import` has no effect.
    css: str | None
    #: A script to run in the loaded page; it may use `await`. Its error is a warning.
    js: str | None
    #: CSS selectors of elements to hide, separated by commas. Hidden elements keep their place; those after `remove:` do not.
    hide: Sequence[str | float] | str | None
    #: CSS selectors of elements to click in this order, separated by commas. Each element is waited for 5 s; a missing one is a warning.
    click: Sequence[str | float] | str | None
    #: IANA time zone of the page, such as Europe/Berlin.
    timezone: str | None
    #: BCP 47 language of the page, such as de-DE: for `Accept-Language`, scripts and the choice of fonts.
    locale: str | None
    #: `latitude,longitude` or `latitude,longitude,accuracy` in metres; grants the permission.
    geolocation: Sequence[str | float] | str | None
    #: CSS media type. By default print for the endpoint pdf, screen for the others.
    media: Literal["screen", "print"] | None
    #: Render with `prefers-reduced-motion: reduce`.
    reduced_motion: bool | None
    #: false runs none of the page's scripts.
    javascript: bool | None
    #: When the page counts as loaded. `networkidle`: half a second without requests; streams and polls do not count. `domcontentloaded` waits for no picture and font.
    wait_until: Literal["load", "domcontentloaded", "networkidle"] | None
    #: Text that has to appear. After 30 s the page is captured without it.
    wait_for_text: str | None
    #: Seconds after which what is there is captured, with a warning.
    timeout: float | None
    #: Requests that are not sent: types such as `image,font,media`, and URL patterns with `*`, separated by commas.
    block: Sequence[str | float] | str | None
    #: Makes the request fail with `page_failed` for these faults. `status`: the page answers 400 or more. `console`: it logs an error. `request`: one of its requests fails. `selector`: a selector matches nothing.
    fail_on: Sequence[str | float] | str | None
    #: Request headers for the page's own origin. Other sites do not get them.
    headers: Mapping[str, str] | None
    #: Cookies to set before the page loads. Each has name and value, optionally domain, path, secure, httpOnly, sameSite and expires.
    cookies: Sequence[Mapping[str, Any]] | None
    #: Seconds to wait after the page has loaded.
    delay: float | None
    #: CSS selector of the element to capture.
    selector: str | None
    #: Id of the element to capture.
    selector_id: str | None


class MetadataOptions(TypedDict, total=False):
    #: Name of one of the account's presets: a stored set of options, under those of the query.
    preset: str | None
    #: Basic authentication for the page: user:password.
    http_auth: str | None
    #: User agent to send.
    user_agent: str | None
    #: CSS selector to wait for. After 30 s the page is captured without it.
    wait_for: str | None
    #: Id of an element to wait for, as with `wait_for`.
    wait_for_id: str | None
    #: Render in a full browser that hides the traces of automation.
    stealth: bool | None
    #: As `stealth`, and wait until the check of a site has let the browser through.
    bypass_bot_detection: bool | None
    #: Any value; only a part of the cache key.
    timestamp: str | None
    #: Ignore the cached result; render the page again and store the new result.
    fresh: bool | None
    #: Block advertisements and trackers.
    block_ads: bool | None
    #: Dismiss cookie banners.
    block_cookie_banners: bool | None
    #: Render with `prefers-color-scheme: dark`. In pictures and recordings, parts that stay light get dark colours, and texts readable ones.
    dark_mode: bool | None
    #: Viewport width in CSS pixels (1440).
    vw: int | None
    #: Viewport height in CSS pixels (900).
    vh: int | None
    #: Device pixel ratio (1).
    scale_factor: float | None
    #: Key from the device list; an unknown key is ignored.
    emulate_device: str | None
    #: Styles to add to the loaded page. `@import` has no effect.
    css: str | None
    #: A script to run in the loaded page; it may use `await`. Its error is a warning.
    js: str | None
    #: CSS selectors of elements to hide, separated by commas. Hidden elements keep their place; those after `remove:` do not.
    hide: Sequence[str | float] | str | None
    #: CSS selectors of elements to click in this order, separated by commas. Each element is waited for 5 s; a missing one is a warning.
    click: Sequence[str | float] | str | None
    #: IANA time zone of the page, such as Europe/Berlin.
    timezone: str | None
    #: BCP 47 language of the page, such as de-DE: for `Accept-Language`, scripts and the choice of fonts.
    locale: str | None
    #: `latitude,longitude` or `latitude,longitude,accuracy` in metres; grants the permission.
    geolocation: Sequence[str | float] | str | None
    #: CSS media type. By default print for the endpoint pdf, screen for the others.
    media: Literal["screen", "print"] | None
    #: Render with `prefers-reduced-motion: reduce`.
    reduced_motion: bool | None
    #: false runs none of the page's scripts.
    javascript: bool | None
    #: When the page counts as loaded. `networkidle`: half a second without requests; streams and polls do not count. `domcontentloaded` waits for no picture and font.
    wait_until: Literal["load", "domcontentloaded", "networkidle"] | None
    #: Text that has to appear. After 30 s the page is captured without it.
    wait_for_text: str | None
    #: Seconds after which what is there is captured, with a warning.
    timeout: float | None
    #: Requests that are not sent: types such as `image,font,media`, and URL patterns with `*`, separated by commas.
    block: Sequence[str | float] | str | None
    #: Makes the request fail with `page_failed` for these faults. `status`: the page answers 400 or more. `console`: it logs an error. `request`: one of its requests fails. `selector`: a selector matches nothing.
    fail_on: Sequence[str | float] | str | None
    #: Request headers for the page's own origin. Other sites do not get them.
    headers: Mapping[str, str] | None
    #: Cookies to set before the page loads. Each has name and value, optionally domain, path, secure, httpOnly, sameSite and expires.
    cookies: Sequence[Mapping[str, Any]] | None
    #: Seconds to wait after the page has loaded.
    delay: float | None
    #: CSS selector of the element to capture.
    selector: str | None
    #: Id of the element to capture.
    selector_id: str | None


class AnimatedOptions(TypedDict, total=False):
    #: Name of one of the account's presets: a stored set of options, under those of the query.
    preset: str | None
    #: Basic authentication for the page: user:password.
    http_auth: str | None
    #: User agent to send.
    user_agent: str | None
    #: CSS selector to wait for. After 30 s the page is captured without it.
    wait_for: str | None
    #: Id of an element to wait for, as with `wait_for`.
    wait_for_id: str | None
    #: Render in a full browser that hides the traces of automation.
    stealth: bool | None
    #: As `stealth`, and wait until the check of a site has let the browser through.
    bypass_bot_detection: bool | None
    #: Any value; only a part of the cache key.
    timestamp: str | None
    #: Ignore the cached result; render the page again and store the new result.
    fresh: bool | None
    #: Block advertisements and trackers.
    block_ads: bool | None
    #: Dismiss cookie banners.
    block_cookie_banners: bool | None
    #: Render with `prefers-color-scheme: dark`. In pictures and recordings, parts that stay light get dark colours, and texts readable ones.
    dark_mode: bool | None
    #: Viewport width in CSS pixels (1440).
    vw: int | None
    #: Viewport height in CSS pixels (900).
    vh: int | None
    #: Device pixel ratio (1).
    scale_factor: float | None
    #: Key from the device list; an unknown key is ignored.
    emulate_device: str | None
    #: Styles to add to the loaded page. `@import` has no effect.
    css: str | None
    #: A script to run in the loaded page; it may use `await`. Its error is a warning.
    js: str | None
    #: CSS selectors of elements to hide, separated by commas. Hidden elements keep their place; those after `remove:` do not.
    hide: Sequence[str | float] | str | None
    #: CSS selectors of elements to click in this order, separated by commas. Each element is waited for 5 s; a missing one is a warning.
    click: Sequence[str | float] | str | None
    #: IANA time zone of the page, such as Europe/Berlin.
    timezone: str | None
    #: BCP 47 language of the page, such as de-DE: for `Accept-Language`, scripts and the choice of fonts.
    locale: str | None
    #: `latitude,longitude` or `latitude,longitude,accuracy` in metres; grants the permission.
    geolocation: Sequence[str | float] | str | None
    #: CSS media type. By default print for the endpoint pdf, screen for the others.
    media: Literal["screen", "print"] | None
    #: Render with `prefers-reduced-motion: reduce`.
    reduced_motion: bool | None
    #: false runs none of the page's scripts.
    javascript: bool | None
    #: When the page counts as loaded. `networkidle`: half a second without requests; streams and polls do not count. `domcontentloaded` waits for no picture and font.
    wait_until: Literal["load", "domcontentloaded", "networkidle"] | None
    #: Text that has to appear. After 30 s the page is captured without it.
    wait_for_text: str | None
    #: Seconds after which what is there is captured, with a warning.
    timeout: float | None
    #: Requests that are not sent: types such as `image,font,media`, and URL patterns with `*`, separated by commas.
    block: Sequence[str | float] | str | None
    #: Makes the request fail with `page_failed` for these faults. `status`: the page answers 400 or more. `console`: it logs an error. `request`: one of its requests fails. `selector`: a selector matches nothing.
    fail_on: Sequence[str | float] | str | None
    #: Request headers for the page's own origin. Other sites do not get them.
    headers: Mapping[str, str] | None
    #: Cookies to set before the page loads. Each has name and value, optionally domain, path, secure, httpOnly, sameSite and expires.
    cookies: Sequence[Mapping[str, Any]] | None
    #: Download name without extension; derived from the URL by default. Also the name of the stored object, where slashes make folders.
    file_name: str | None
    #: Access of the object in the account's storage.
    s3_acl: Literal["private", "public-read", "public-read-write", "authenticated-read", "aws-exec-read", "bucket-owner-read", "bucket-owner-full-control"] | None
    #: Answer 302 to the object in the account's storage.
    s3_redirect: bool | None
    #: Do not upload to the account's storage.
    skip_upload: bool | None
    #: Seconds to wait after the page has loaded.
    delay: float | None
    #: Seconds to record.
    duration: int | None
    #: Record without scrollbars.
    hide_scrollbars: bool | None
    #: File format; mp4 and webm where ffmpeg is installed.
    type: Literal["gif", "mp4", "webm"] | None
    #: Pictures a second while the page moves.
    fps: int | None
    #: How often a GIF plays; 0: for ever.
    loop: int | None
    #: Scroll smoothly through the page while it is recorded.
    scroll: bool | None


class AllOptions(TypedDict, total=False):
    #: Name of one of the account's presets: a stored set of options, under those of the query.
    preset: str | None
    #: Basic authentication for the page: user:password.
    http_auth: str | None
    #: User agent to send.
    user_agent: str | None
    #: CSS selector to wait for. After 30 s the page is captured without it.
    wait_for: str | None
    #: Id of an element to wait for, as with `wait_for`.
    wait_for_id: str | None
    #: Render in a full browser that hides the traces of automation.
    stealth: bool | None
    #: As `stealth`, and wait until the check of a site has let the browser through.
    bypass_bot_detection: bool | None
    #: Any value; only a part of the cache key.
    timestamp: str | None
    #: Ignore the cached result; render the page again and store the new result.
    fresh: bool | None
    #: Block advertisements and trackers.
    block_ads: bool | None
    #: Dismiss cookie banners.
    block_cookie_banners: bool | None
    #: Render with `prefers-color-scheme: dark`. In pictures and recordings, parts that stay light get dark colours, and texts readable ones.
    dark_mode: bool | None
    #: Viewport width in CSS pixels (1440).
    vw: int | None
    #: Viewport height in CSS pixels (900).
    vh: int | None
    #: Device pixel ratio (1).
    scale_factor: float | None
    #: Key from the device list; an unknown key is ignored.
    emulate_device: str | None
    #: Styles to add to the loaded page. `@import` has no effect.
    css: str | None
    #: A script to run in the loaded page; it may use `await`. Its error is a warning.
    js: str | None
    #: CSS selectors of elements to hide, separated by commas. Hidden elements keep their place; those after `remove:` do not.
    hide: Sequence[str | float] | str | None
    #: CSS selectors of elements to click in this order, separated by commas. Each element is waited for 5 s; a missing one is a warning.
    click: Sequence[str | float] | str | None
    #: IANA time zone of the page, such as Europe/Berlin.
    timezone: str | None
    #: BCP 47 language of the page, such as de-DE: for `Accept-Language`, scripts and the choice of fonts.
    locale: str | None
    #: `latitude,longitude` or `latitude,longitude,accuracy` in metres; grants the permission.
    geolocation: Sequence[str | float] | str | None
    #: CSS media type. By default print for the endpoint pdf, screen for the others.
    media: Literal["screen", "print"] | None
    #: Render with `prefers-reduced-motion: reduce`.
    reduced_motion: bool | None
    #: false runs none of the page's scripts.
    javascript: bool | None
    #: When the page counts as loaded. `networkidle`: half a second without requests; streams and polls do not count. `domcontentloaded` waits for no picture and font.
    wait_until: Literal["load", "domcontentloaded", "networkidle"] | None
    #: Text that has to appear. After 30 s the page is captured without it.
    wait_for_text: str | None
    #: Seconds after which what is there is captured, with a warning.
    timeout: float | None
    #: Requests that are not sent: types such as `image,font,media`, and URL patterns with `*`, separated by commas.
    block: Sequence[str | float] | str | None
    #: Makes the request fail with `page_failed` for these faults. `status`: the page answers 400 or more. `console`: it logs an error. `request`: one of its requests fails. `selector`: a selector matches nothing.
    fail_on: Sequence[str | float] | str | None
    #: Request headers for the page's own origin. Other sites do not get them.
    headers: Mapping[str, str] | None
    #: Cookies to set before the page loads. Each has name and value, optionally domain, path, secure, httpOnly, sameSite and expires.
    cookies: Sequence[Mapping[str, Any]] | None
    #: Seconds to wait after the page has loaded.
    delay: float | None
    #: Download name without extension; derived from the URL by default. Also the name of the stored object, where slashes make folders.
    file_name: str | None
    #: Access of the object in the account's storage.
    s3_acl: Literal["private", "public-read", "public-read-write", "authenticated-read", "aws-exec-read", "bucket-owner-read", "bucket-owner-full-control"] | None
    #: Answer 302 to the object in the account's storage.
    s3_redirect: bool | None
    #: Do not upload to the account's storage.
    skip_upload: bool | None
    #: Top of the clip in CSS pixels from the top of the document; 0 if another side is set. Without any side, the picture shows the viewport at the page's scroll position.
    top: float | None
    #: Left of the clip in CSS pixels, from the left of the document (0).
    left: float | None
    #: Width of the clip; by default that of the viewport.
    width: float | str | None
    #: Height of the clip; by default that of the viewport.
    height: float | str | None
    #: Capture the full page; overrides the height of the clip.
    full: bool | None
    #: CSS selector of the element to capture.
    selector: str | None
    #: Id of the element to capture.
    selector_id: str | None
    #: Transparent background (png, webp and avif).
    transparent: bool | None
    #: Picture format; avif where sharp is installed.
    type: Literal["png", "jpeg", "webp", "avif"] | Literal["gif", "mp4", "webm"] | None
    #: Quality of jpeg, webp and avif (80).
    quality: int | None
    #: webp if the Accept header allows it, else png.
    best_format: bool | None
    #: Width to resize to, in pixels; alone, it keeps the proportions.
    resize_width: int | None
    #: Height to resize to, in pixels; alone, it keeps the proportions.
    resize_height: int | None
    #: Paper format.
    format: Literal["Letter", "Legal", "Tabloid", "Ledger", "A0", "A1", "A2", "A3", "A4", "A5", "A6"] | None
    #: Top margin (0); all four margins or none.
    margin_top: float | str | None
    #: Right margin.
    margin_right: float | str | None
    #: Bottom margin.
    margin_bottom: float | str | None
    #: Left margin.
    margin_left: float | str | None
    #: Scale of the rendering.
    scale: float | None
    #: Turn the paper by 90 degrees.
    landscape: bool | None
    #: Print the colours and pictures of backgrounds.
    print_background: bool | None
    #: HTML at the top of each page. Elements of class date, title, url, pageNumber and totalPages get that value.
    header: str | None
    #: The same at the bottom of each page.
    footer: str | None
    #: Pages to print, such as 1-3,5 or 2-; all by default.
    page_ranges: str | None
    #: Make bookmarks of the headings.
    outline: bool | None
    #: Write the structure that screen readers use.
    tagged: bool | None
    #: Print one page, as long as the document.
    single_page: bool | None
    #: Let a size in `@page` win over the paper of the request.
    prefer_css_page_size: bool | None
    #: Seconds to record.
    duration: int | None
    #: Record without scrollbars.
    hide_scrollbars: bool | None
    #: Pictures a second while the page moves.
    fps: int | None
    #: How often a GIF plays; 0: for ever.
    loop: int | None
    #: Scroll smoothly through the page while it is recorded.
    scroll: bool | None


class GotoAnswer(ActionAnswer):
    url: str
    status: int | None


class BackAnswer(ActionAnswer):
    url: str


class ForwardAnswer(ActionAnswer):
    url: str


class ReloadAnswer(ActionAnswer):
    url: str


class ClickAnswer(ActionAnswer):
    url: str
    matched: bool
    visible: bool
    elementText: str
    tagName: str
    attributes: dict[str, str]
    boundingBox: Box | None
    clickedPoint: Point


class HoverAnswer(ActionAnswer):
    url: str
    matched: bool
    visible: bool
    elementText: str
    tagName: str
    attributes: dict[str, str]
    boundingBox: Box | None
    hoveredPoint: Point


class ScrollAnswer(ActionAnswer):
    scrollX: float
    scrollY: float
    atEnd: bool


class MoveMouseAnswer(ActionAnswer):
    x: float
    y: float


class DragMouseAnswer(ActionAnswer):
    x: float
    y: float


class CursorPositionAnswer(ActionAnswer):
    x: float
    y: float


class TypeAnswer(ActionAnswer):
    matched: bool
    visible: bool
    value: str


class TypeTextAnswer(ActionAnswer):
    pass


class FillAnswer(ActionAnswer):
    matched: bool
    value: str


class SelectAnswer(ActionAnswer):
    selected: list[str]


class CheckAnswer(ActionAnswer):
    checked: bool


class PressAnswer(ActionAnswer):
    pass


class SnapshotAnswer(ActionAnswer):
    url: str
    title: str
    snapshot: str
    tokenEstimate: int
    truncated: bool
    changesOnly: NotRequired[bool]


class ContentAnswer(ActionAnswer):
    format: Literal["text", "markdown", "html"]
    content: str


class QueryAnswer(ActionAnswer):
    selector: str
    fields: list[Literal["text", "html", "href", "src", "alt", "title", "value", "name", "id", "className", "tag", "role", "ariaLabel", "visible", "bbox"]]
    attributes: list[str]
    limit: int
    count: int
    elements: list[dict[str, Any]]


class TitleAnswer(ActionAnswer):
    title: str


class UrlAnswer(ActionAnswer):
    url: str


class ConsoleAnswer(ActionAnswer):
    entries: list[LogEntry]


class ErrorsAnswer(ActionAnswer):
    entries: list[LogEntry]


class WaitForSelectorAnswer(ActionAnswer):
    matched: bool


class WaitForTimeoutAnswer(ActionAnswer):
    waitedMs: int


class ScreenshotAnswer(ActionAnswer):
    contentType: str
    bodyBase64: str


class SaveProfileAnswer(ActionAnswer):
    name: str
    bytes: int
    cookies: int
    origins: list[str]
    savedAt: str


class BatchAnswer(ActionAnswer):
    results: list[dict[str, dict[str, Any]]]
    completed: int
    failedIndex: int | None


class AsyncSessionActions:
    """The actions of a session; `act` sends them."""

    async def act(self, type: str, payload: Mapping[str, Any] | None = None) -> dict[str, Any]:
        raise NotImplementedError

    async def goto(
        self,
        url: str,
        *,
        wait_until: Literal["load", "domcontentloaded", "commit"] | None = None,
        screenshot: bool | None = None,
        viewport: Viewport | None = None,
        scale_factor: float | None = None,
        vw: int | None = None,
        vh: int | None = None,
        device_scale_factor: float | None = None,
        emulate_device: str | None = None,
    ) -> GotoAnswer:
        """Opens a page."""
        payload = {
            "waitUntil": wait_until,
            "url": url,
            "screenshot": screenshot,
            "viewport": viewport,
            "scaleFactor": scale_factor,
            "vw": vw,
            "vh": vh,
            "deviceScaleFactor": device_scale_factor,
            "emulateDevice": emulate_device,
        }
        return cast(GotoAnswer, await self.act("goto", _given(payload)))

    async def back(
        self,
        *,
        wait_until: Literal["load", "domcontentloaded", "commit"] | None = None,
        screenshot: bool | None = None,
    ) -> BackAnswer:
        """Opens the previous page of the history, if any."""
        payload = {
            "waitUntil": wait_until,
            "screenshot": screenshot,
        }
        return cast(BackAnswer, await self.act("back", _given(payload)))

    async def forward(
        self,
        *,
        wait_until: Literal["load", "domcontentloaded", "commit"] | None = None,
        screenshot: bool | None = None,
    ) -> ForwardAnswer:
        """Opens the next page of the history, if any."""
        payload = {
            "waitUntil": wait_until,
            "screenshot": screenshot,
        }
        return cast(ForwardAnswer, await self.act("forward", _given(payload)))

    async def reload(
        self,
        *,
        wait_until: Literal["load", "domcontentloaded", "commit"] | None = None,
        screenshot: bool | None = None,
    ) -> ReloadAnswer:
        """Reloads the page."""
        payload = {
            "waitUntil": wait_until,
            "screenshot": screenshot,
        }
        return cast(ReloadAnswer, await self.act("reload", _given(payload)))

    async def click(
        self,
        selector: str | None = None,
        *,
        ref: str | None = None,
        x: float | None = None,
        y: float | None = None,
        button: Literal["left", "right", "middle"] | None = None,
        click_count: int | None = None,
        modifiers: Sequence[Literal["Alt", "Control", "ControlOrMeta", "Meta", "Shift"]] | None = None,
        screenshot: bool | None = None,
    ) -> ClickAnswer:
        """Clicks an element or a point of the window."""
        payload = {
            "selector": selector,
            "ref": ref,
            "x": x,
            "y": y,
            "button": button,
            "clickCount": click_count,
            "modifiers": modifiers,
            "screenshot": screenshot,
        }
        return cast(ClickAnswer, await self.act("click", _given(payload)))

    async def hover(
        self,
        selector: str | None = None,
        *,
        ref: str | None = None,
        x: float | None = None,
        y: float | None = None,
        screenshot: bool | None = None,
    ) -> HoverAnswer:
        """Moves the mouse over an element, or to a point."""
        payload = {
            "selector": selector,
            "ref": ref,
            "x": x,
            "y": y,
            "screenshot": screenshot,
        }
        return cast(HoverAnswer, await self.act("hover", _given(payload)))

    async def scroll(
        self,
        selector: str | None = None,
        *,
        direction: Literal["up", "down", "left", "right"] | None = None,
        amount: float | None = None,
        ref: str | None = None,
        delta_x: float | None = None,
        delta_y: float | None = None,
        screenshot: bool | None = None,
    ) -> ScrollAnswer:
        """Scrolls as a wheel does at the mouse or in the middle of the window, or scrolls to an element."""
        payload = {
            "direction": direction,
            "amount": amount,
            "selector": selector,
            "ref": ref,
            "deltaX": delta_x,
            "deltaY": delta_y,
            "screenshot": screenshot,
        }
        return cast(ScrollAnswer, await self.act("scroll", _given(payload)))

    async def move_mouse(
        self,
        x: float,
        y: float,
        *,
        steps: int | None = None,
        screenshot: bool | None = None,
    ) -> MoveMouseAnswer:
        """Moves the mouse."""
        payload = {
            "x": x,
            "y": y,
            "steps": steps,
            "screenshot": screenshot,
        }
        return cast(MoveMouseAnswer, await self.act("move_mouse", _given(payload)))

    async def drag_mouse(
        self,
        *,
        path: Sequence[Point] | None = None,
        from_: Point | None = None,
        to: Point | None = None,
        steps: int | None = None,
        screenshot: bool | None = None,
    ) -> DragMouseAnswer:
        """Drags with the left button."""
        payload = {
            "path": path,
            "from": from_,
            "to": to,
            "steps": steps,
            "screenshot": screenshot,
        }
        return cast(DragMouseAnswer, await self.act("drag_mouse", _given(payload)))

    async def cursor_position(
        self,
        *,
        screenshot: bool | None = None,
    ) -> CursorPositionAnswer:
        """Returns the position of the mouse."""
        payload = {
            "screenshot": screenshot,
        }
        return cast(CursorPositionAnswer, await self.act("cursor_position", _given(payload)))

    async def type(
        self,
        selector: str | None = None,
        text: str | None = None,
        *,
        ref: str | None = None,
        delay_ms: int | None = None,
        clear: bool | None = None,
        screenshot: bool | None = None,
    ) -> TypeAnswer:
        """Types into an element, key by key."""
        _need("type", "text", text, selector)
        payload = {
            "selector": selector,
            "ref": ref,
            "text": text,
            "delayMs": delay_ms,
            "clear": clear,
            "screenshot": screenshot,
        }
        return cast(TypeAnswer, await self.act("type", _given(payload)))

    async def type_text(
        self,
        text: str,
        *,
        delay_ms: int | None = None,
        screenshot: bool | None = None,
    ) -> TypeTextAnswer:
        """Types into the focused element."""
        payload = {
            "text": text,
            "delayMs": delay_ms,
            "screenshot": screenshot,
        }
        return cast(TypeTextAnswer, await self.act("type_text", _given(payload)))

    async def fill(
        self,
        selector: str | None = None,
        value: str | None = None,
        *,
        ref: str | None = None,
        text: str | None = None,
        screenshot: bool | None = None,
    ) -> FillAnswer:
        """Sets the value of a field at once."""
        payload = {
            "selector": selector,
            "ref": ref,
            "value": value,
            "text": text,
            "screenshot": screenshot,
        }
        return cast(FillAnswer, await self.act("fill", _given(payload)))

    async def select(
        self,
        selector: str | None = None,
        value: str | None = None,
        *,
        ref: str | None = None,
        values: Sequence[str] | None = None,
        label: str | None = None,
        screenshot: bool | None = None,
    ) -> SelectAnswer:
        """Selects options of a select element."""
        payload = {
            "selector": selector,
            "ref": ref,
            "value": value,
            "values": values,
            "label": label,
            "screenshot": screenshot,
        }
        return cast(SelectAnswer, await self.act("select", _given(payload)))

    async def check(
        self,
        selector: str | None = None,
        *,
        ref: str | None = None,
        checked: bool | None = None,
        screenshot: bool | None = None,
    ) -> CheckAnswer:
        """Checks a checkbox or a radio button, or unchecks a checkbox."""
        payload = {
            "selector": selector,
            "ref": ref,
            "checked": checked,
            "screenshot": screenshot,
        }
        return cast(CheckAnswer, await self.act("check", _given(payload)))

    async def press(
        self,
        selector: str | None = None,
        key: str | None = None,
        *,
        ref: str | None = None,
        count: int | None = None,
        screenshot: bool | None = None,
    ) -> PressAnswer:
        """Presses a key, or several at once."""
        _need("press", "key", key, selector)
        payload = {
            "selector": selector,
            "ref": ref,
            "key": key,
            "count": count,
            "screenshot": screenshot,
        }
        return cast(PressAnswer, await self.act("press", _given(payload)))

    async def snapshot(
        self,
        selector: str | None = None,
        *,
        ref: str | None = None,
        mode: Literal["compact", "full"] | None = None,
        interactive_only: bool | None = None,
        max_tokens: int | None = None,
        changes_only: bool | None = None,
        screenshot: bool | None = None,
    ) -> SnapshotAnswer:
        """Returns the page as an accessibility tree, with a ref for each element that actions can use."""
        payload = {
            "selector": selector,
            "ref": ref,
            "mode": mode,
            "interactiveOnly": interactive_only,
            "maxTokens": max_tokens,
            "changesOnly": changes_only,
            "screenshot": screenshot,
        }
        return cast(SnapshotAnswer, await self.act("snapshot", _given(payload)))

    async def content(
        self,
        format: Literal["text", "markdown", "html"] | None = None,
        *,
        screenshot: bool | None = None,
    ) -> ContentAnswer:
        """Returns the page as clean text, Markdown or HTML."""
        payload = {
            "format": format,
            "screenshot": screenshot,
        }
        return cast(ContentAnswer, await self.act("content", _given(payload)))

    async def query(
        self,
        selector: str,
        *,
        fields: Sequence[Literal["text", "html", "href", "src", "alt", "title", "value", "name", "id", "className", "tag", "role", "ariaLabel", "visible", "bbox"]] | None = None,
        attributes: Sequence[str] | None = None,
        limit: int | None = None,
        visible_only: bool | None = None,
        screenshot: bool | None = None,
    ) -> QueryAnswer:
        """Returns properties of the elements that match a selector."""
        payload = {
            "selector": selector,
            "fields": fields,
            "attributes": attributes,
            "limit": limit,
            "visibleOnly": visible_only,
            "screenshot": screenshot,
        }
        return cast(QueryAnswer, await self.act("query", _given(payload)))

    async def title(
        self,
        *,
        screenshot: bool | None = None,
    ) -> TitleAnswer:
        """Returns the title of the page, at most 1000 characters."""
        payload = {
            "screenshot": screenshot,
        }
        return cast(TitleAnswer, await self.act("title", _given(payload)))

    async def url(
        self,
        *,
        screenshot: bool | None = None,
    ) -> UrlAnswer:
        """Returns the address of the page, at most 8192 characters."""
        payload = {
            "screenshot": screenshot,
        }
        return cast(UrlAnswer, await self.act("url", _given(payload)))

    async def console(
        self,
        *,
        level: Literal["debug", "info", "warning", "error"] | None = None,
        limit: int | None = None,
        clear: bool | None = None,
        screenshot: bool | None = None,
    ) -> ConsoleAnswer:
        """Returns console entries of scripts and browser, newest last."""
        payload = {
            "level": level,
            "limit": limit,
            "clear": clear,
            "screenshot": screenshot,
        }
        return cast(ConsoleAnswer, await self.act("console", _given(payload)))

    async def errors(
        self,
        *,
        level: Literal["debug", "info", "warning", "error"] | None = None,
        limit: int | None = None,
        clear: bool | None = None,
        screenshot: bool | None = None,
    ) -> ErrorsAnswer:
        """Returns uncaught errors and failed requests, newest last."""
        payload = {
            "level": level,
            "limit": limit,
            "clear": clear,
            "screenshot": screenshot,
        }
        return cast(ErrorsAnswer, await self.act("errors", _given(payload)))

    async def wait_for_selector(
        self,
        selector: str,
        *,
        visible: bool | None = None,
        timeout_ms: int | None = None,
        screenshot: bool | None = None,
    ) -> WaitForSelectorAnswer:
        """Waits until an element matches. If none does in time, the answer is `matched: false`, not an error."""
        payload = {
            "selector": selector,
            "visible": visible,
            "timeoutMs": timeout_ms,
            "screenshot": screenshot,
        }
        return cast(WaitForSelectorAnswer, await self.act("wait_for_selector", _given(payload)))

    async def wait_for_timeout(
        self,
        timeout_ms: int | None = None,
        *,
        screenshot: bool | None = None,
    ) -> WaitForTimeoutAnswer:
        """Waits at most 2500 ms; longer waits are cut."""
        payload = {
            "timeoutMs": timeout_ms,
            "screenshot": screenshot,
        }
        return cast(WaitForTimeoutAnswer, await self.act("wait_for_timeout", _given(payload)))

    async def screenshot(
        self,
        selector: str | None = None,
        *,
        full_page: bool | None = None,
        screenshot: bool | None = None,
        viewport: Viewport | None = None,
        scale_factor: float | None = None,
        vw: int | None = None,
        vh: int | None = None,
        device_scale_factor: float | None = None,
        emulate_device: str | None = None,
    ) -> ScreenshotAnswer:
        """Takes a picture of the window, the whole page or an element."""
        payload = {
            "fullPage": full_page,
            "selector": selector,
            "screenshot": screenshot,
            "viewport": viewport,
            "scaleFactor": scale_factor,
            "vw": vw,
            "vh": vh,
            "deviceScaleFactor": device_scale_factor,
            "emulateDevice": emulate_device,
        }
        return cast(ScreenshotAnswer, await self.act("screenshot", _given(payload)))

    async def save_profile(
        self,
        name: str,
        *,
        screenshot: bool | None = None,
    ) -> SaveProfileAnswer:
        """Saves cookies, local storage and databases as a profile, which later sessions can load."""
        payload = {
            "name": name,
            "screenshot": screenshot,
        }
        return cast(SaveProfileAnswer, await self.act("save_profile", _given(payload)))

    async def batch(
        self,
        actions: Sequence[Mapping[str, Any]],
        *,
        stop_on_error: bool | None = None,
        screenshot: bool | None = None,
    ) -> BatchAnswer:
        """Runs several actions, one after another."""
        payload = {
            "actions": actions,
            "stopOnError": stop_on_error,
            "screenshot": screenshot,
        }
        return cast(BatchAnswer, await self.act("batch", _given(payload)))



class SessionActions:
    """The actions of a session; `act` sends them."""

    def act(self, type: str, payload: Mapping[str, Any] | None = None) -> dict[str, Any]:
        raise NotImplementedError

    def goto(
        self,
        url: str,
        *,
        wait_until: Literal["load", "domcontentloaded", "commit"] | None = None,
        screenshot: bool | None = None,
        viewport: Viewport | None = None,
        scale_factor: float | None = None,
        vw: int | None = None,
        vh: int | None = None,
        device_scale_factor: float | None = None,
        emulate_device: str | None = None,
    ) -> GotoAnswer:
        """Opens a page."""
        payload = {
            "waitUntil": wait_until,
            "url": url,
            "screenshot": screenshot,
            "viewport": viewport,
            "scaleFactor": scale_factor,
            "vw": vw,
            "vh": vh,
            "deviceScaleFactor": device_scale_factor,
            "emulateDevice": emulate_device,
        }
        return cast(GotoAnswer, self.act("goto", _given(payload)))

    def back(
        self,
        *,
        wait_until: Literal["load", "domcontentloaded", "commit"] | None = None,
        screenshot: bool | None = None,
    ) -> BackAnswer:
        """Opens the previous page of the history, if any."""
        payload = {
            "waitUntil": wait_until,
            "screenshot": screenshot,
        }
        return cast(BackAnswer, self.act("back", _given(payload)))

    def forward(
        self,
        *,
        wait_until: Literal["load", "domcontentloaded", "commit"] | None = None,
        screenshot: bool | None = None,
    ) -> ForwardAnswer:
        """Opens the next page of the history, if any."""
        payload = {
            "waitUntil": wait_until,
            "screenshot": screenshot,
        }
        return cast(ForwardAnswer, self.act("forward", _given(payload)))

    def reload(
        self,
        *,
        wait_until: Literal["load", "domcontentloaded", "commit"] | None = None,
        screenshot: bool | None = None,
    ) -> ReloadAnswer:
        """Reloads the page."""
        payload = {
            "waitUntil": wait_until,
            "screenshot": screenshot,
        }
        return cast(ReloadAnswer, self.act("reload", _given(payload)))

    def click(
        self,
        selector: str | None = None,
        *,
        ref: str | None = None,
        x: float | None = None,
        y: float | None = None,
        button: Literal["left", "right", "middle"] | None = None,
        click_count: int | None = None,
        modifiers: Sequence[Literal["Alt", "Control", "ControlOrMeta", "Meta", "Shift"]] | None = None,
        screenshot: bool | None = None,
    ) -> ClickAnswer:
        """Clicks an element or a point of the window."""
        payload = {
            "selector": selector,
            "ref": ref,
            "x": x,
            "y": y,
            "button": button,
            "clickCount": click_count,
            "modifiers": modifiers,
            "screenshot": screenshot,
        }
        return cast(ClickAnswer, self.act("click", _given(payload)))

    def hover(
        self,
        selector: str | None = None,
        *,
        ref: str | None = None,
        x: float | None = None,
        y: float | None = None,
        screenshot: bool | None = None,
    ) -> HoverAnswer:
        """Moves the mouse over an element, or to a point."""
        payload = {
            "selector": selector,
            "ref": ref,
            "x": x,
            "y": y,
            "screenshot": screenshot,
        }
        return cast(HoverAnswer, self.act("hover", _given(payload)))

    def scroll(
        self,
        selector: str | None = None,
        *,
        direction: Literal["up", "down", "left", "right"] | None = None,
        amount: float | None = None,
        ref: str | None = None,
        delta_x: float | None = None,
        delta_y: float | None = None,
        screenshot: bool | None = None,
    ) -> ScrollAnswer:
        """Scrolls as a wheel does at the mouse or in the middle of the window, or scrolls to an element."""
        payload = {
            "direction": direction,
            "amount": amount,
            "selector": selector,
            "ref": ref,
            "deltaX": delta_x,
            "deltaY": delta_y,
            "screenshot": screenshot,
        }
        return cast(ScrollAnswer, self.act("scroll", _given(payload)))

    def move_mouse(
        self,
        x: float,
        y: float,
        *,
        steps: int | None = None,
        screenshot: bool | None = None,
    ) -> MoveMouseAnswer:
        """Moves the mouse."""
        payload = {
            "x": x,
            "y": y,
            "steps": steps,
            "screenshot": screenshot,
        }
        return cast(MoveMouseAnswer, self.act("move_mouse", _given(payload)))

    def drag_mouse(
        self,
        *,
        path: Sequence[Point] | None = None,
        from_: Point | None = None,
        to: Point | None = None,
        steps: int | None = None,
        screenshot: bool | None = None,
    ) -> DragMouseAnswer:
        """Drags with the left button."""
        payload = {
            "path": path,
            "from": from_,
            "to": to,
            "steps": steps,
            "screenshot": screenshot,
        }
        return cast(DragMouseAnswer, self.act("drag_mouse", _given(payload)))

    def cursor_position(
        self,
        *,
        screenshot: bool | None = None,
    ) -> CursorPositionAnswer:
        """Returns the position of the mouse."""
        payload = {
            "screenshot": screenshot,
        }
        return cast(CursorPositionAnswer, self.act("cursor_position", _given(payload)))

    def type(
        self,
        selector: str | None = None,
        text: str | None = None,
        *,
        ref: str | None = None,
        delay_ms: int | None = None,
        clear: bool | None = None,
        screenshot: bool | None = None,
    ) -> TypeAnswer:
        """Types into an element, key by key."""
        _need("type", "text", text, selector)
        payload = {
            "selector": selector,
            "ref": ref,
            "text": text,
            "delayMs": delay_ms,
            "clear": clear,
            "screenshot": screenshot,
        }
        return cast(TypeAnswer, self.act("type", _given(payload)))

    def type_text(
        self,
        text: str,
        *,
        delay_ms: int | None = None,
        screenshot: bool | None = None,
    ) -> TypeTextAnswer:
        """Types into the focused element."""
        payload = {
            "text": text,
            "delayMs": delay_ms,
            "screenshot": screenshot,
        }
        return cast(TypeTextAnswer, self.act("type_text", _given(payload)))

    def fill(
        self,
        selector: str | None = None,
        value: str | None = None,
        *,
        ref: str | None = None,
        text: str | None = None,
        screenshot: bool | None = None,
    ) -> FillAnswer:
        """Sets the value of a field at once."""
        payload = {
            "selector": selector,
            "ref": ref,
            "value": value,
            "text": text,
            "screenshot": screenshot,
        }
        return cast(FillAnswer, self.act("fill", _given(payload)))

    def select(
        self,
        selector: str | None = None,
        value: str | None = None,
        *,
        ref: str | None = None,
        values: Sequence[str] | None = None,
        label: str | None = None,
        screenshot: bool | None = None,
    ) -> SelectAnswer:
        """Selects options of a select element."""
        payload = {
            "selector": selector,
            "ref": ref,
            "value": value,
            "values": values,
            "label": label,
            "screenshot": screenshot,
        }
        return cast(SelectAnswer, self.act("select", _given(payload)))

    def check(
        self,
        selector: str | None = None,
        *,
        ref: str | None = None,
        checked: bool | None = None,
        screenshot: bool | None = None,
    ) -> CheckAnswer:
        """Checks a checkbox or a radio button, or unchecks a checkbox."""
        payload = {
            "selector": selector,
            "ref": ref,
            "checked": checked,
            "screenshot": screenshot,
        }
        return cast(CheckAnswer, self.act("check", _given(payload)))

    def press(
        self,
        selector: str | None = None,
        key: str | None = None,
        *,
        ref: str | None = None,
        count: int | None = None,
        screenshot: bool | None = None,
    ) -> PressAnswer:
        """Presses a key, or several at once."""
        _need("press", "key", key, selector)
        payload = {
            "selector": selector,
            "ref": ref,
            "key": key,
            "count": count,
            "screenshot": screenshot,
        }
        return cast(PressAnswer, self.act("press", _given(payload)))

    def snapshot(
        self,
        selector: str | None = None,
        *,
        ref: str | None = None,
        mode: Literal["compact", "full"] | None = None,
        interactive_only: bool | None = None,
        max_tokens: int | None = None,
        changes_only: bool | None = None,
        screenshot: bool | None = None,
    ) -> SnapshotAnswer:
        """Returns the page as an accessibility tree, with a ref for each element that actions can use."""
        payload = {
            "selector": selector,
            "ref": ref,
            "mode": mode,
            "interactiveOnly": interactive_only,
            "maxTokens": max_tokens,
            "changesOnly": changes_only,
            "screenshot": screenshot,
        }
        return cast(SnapshotAnswer, self.act("snapshot", _given(payload)))

    def content(
        self,
        format: Literal["text", "markdown", "html"] | None = None,
        *,
        screenshot: bool | None = None,
    ) -> ContentAnswer:
        """Returns the page as clean text, Markdown or HTML."""
        payload = {
            "format": format,
            "screenshot": screenshot,
        }
        return cast(ContentAnswer, self.act("content", _given(payload)))

    def query(
        self,
        selector: str,
        *,
        fields: Sequence[Literal["text", "html", "href", "src", "alt", "title", "value", "name", "id", "className", "tag", "role", "ariaLabel", "visible", "bbox"]] | None = None,
        attributes: Sequence[str] | None = None,
        limit: int | None = None,
        visible_only: bool | None = None,
        screenshot: bool | None = None,
    ) -> QueryAnswer:
        """Returns properties of the elements that match a selector."""
        payload = {
            "selector": selector,
            "fields": fields,
            "attributes": attributes,
            "limit": limit,
            "visibleOnly": visible_only,
            "screenshot": screenshot,
        }
        return cast(QueryAnswer, self.act("query", _given(payload)))

    def title(
        self,
        *,
        screenshot: bool | None = None,
    ) -> TitleAnswer:
        """Returns the title of the page, at most 1000 characters."""
        payload = {
            "screenshot": screenshot,
        }
        return cast(TitleAnswer, self.act("title", _given(payload)))

    def url(
        self,
        *,
        screenshot: bool | None = None,
    ) -> UrlAnswer:
        """Returns the address of the page, at most 8192 characters."""
        payload = {
            "screenshot": screenshot,
        }
        return cast(UrlAnswer, self.act("url", _given(payload)))

    def console(
        self,
        *,
        level: Literal["debug", "info", "warning", "error"] | None = None,
        limit: int | None = None,
        clear: bool | None = None,
        screenshot: bool | None = None,
    ) -> ConsoleAnswer:
        """Returns console entries of scripts and browser, newest last."""
        payload = {
            "level": level,
            "limit": limit,
            "clear": clear,
            "screenshot": screenshot,
        }
        return cast(ConsoleAnswer, self.act("console", _given(payload)))

    def errors(
        self,
        *,
        level: Literal["debug", "info", "warning", "error"] | None = None,
        limit: int | None = None,
        clear: bool | None = None,
        screenshot: bool | None = None,
    ) -> ErrorsAnswer:
        """Returns uncaught errors and failed requests, newest last."""
        payload = {
            "level": level,
            "limit": limit,
            "clear": clear,
            "screenshot": screenshot,
        }
        return cast(ErrorsAnswer, self.act("errors", _given(payload)))

    def wait_for_selector(
        self,
        selector: str,
        *,
        visible: bool | None = None,
        timeout_ms: int | None = None,
        screenshot: bool | None = None,
    ) -> WaitForSelectorAnswer:
        """Waits until an element matches. If none does in time, the answer is `matched: false`, not an error."""
        payload = {
            "selector": selector,
            "visible": visible,
            "timeoutMs": timeout_ms,
            "screenshot": screenshot,
        }
        return cast(WaitForSelectorAnswer, self.act("wait_for_selector", _given(payload)))

    def wait_for_timeout(
        self,
        timeout_ms: int | None = None,
        *,
        screenshot: bool | None = None,
    ) -> WaitForTimeoutAnswer:
        """Waits at most 2500 ms; longer waits are cut."""
        payload = {
            "timeoutMs": timeout_ms,
            "screenshot": screenshot,
        }
        return cast(WaitForTimeoutAnswer, self.act("wait_for_timeout", _given(payload)))

    def screenshot(
        self,
        selector: str | None = None,
        *,
        full_page: bool | None = None,
        screenshot: bool | None = None,
        viewport: Viewport | None = None,
        scale_factor: float | None = None,
        vw: int | None = None,
        vh: int | None = None,
        device_scale_factor: float | None = None,
        emulate_device: str | None = None,
    ) -> ScreenshotAnswer:
        """Takes a picture of the window, the whole page or an element."""
        payload = {
            "fullPage": full_page,
            "selector": selector,
            "screenshot": screenshot,
            "viewport": viewport,
            "scaleFactor": scale_factor,
            "vw": vw,
            "vh": vh,
            "deviceScaleFactor": device_scale_factor,
            "emulateDevice": emulate_device,
        }
        return cast(ScreenshotAnswer, self.act("screenshot", _given(payload)))

    def save_profile(
        self,
        name: str,
        *,
        screenshot: bool | None = None,
    ) -> SaveProfileAnswer:
        """Saves cookies, local storage and databases as a profile, which later sessions can load."""
        payload = {
            "name": name,
            "screenshot": screenshot,
        }
        return cast(SaveProfileAnswer, self.act("save_profile", _given(payload)))

    def batch(
        self,
        actions: Sequence[Mapping[str, Any]],
        *,
        stop_on_error: bool | None = None,
        screenshot: bool | None = None,
    ) -> BatchAnswer:
        """Runs several actions, one after another."""
        payload = {
            "actions": actions,
            "stopOnError": stop_on_error,
            "screenshot": screenshot,
        }
        return cast(BatchAnswer, self.act("batch", _given(payload)))
