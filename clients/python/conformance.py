"""Takes the walk of clients/conformance: the sync client renders and drives, the async one does the rest.

PYTHONPATH=src python3 conformance.py, with the environment that clients/conformance/README.md lists.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
import urllib.request
from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal
from uuid import uuid4

from tests.test_vectors import ALL, VECTORS, query_of
from tintype import APIError, AsyncTintype, RenderedFile, Tintype, WebhookSignatureError, verify_webhook
from tintype.signing import sign_v1, sign_v2

WALK = json.loads(Path(os.environ["WALK"]).read_text(encoding="utf-8"))
SITE, RECEIVER = os.environ["SITE_URL"], os.environ["RECEIVER_URL"]
KEY, SECRET = os.environ["TINTYPE_KEY"], os.environ["TINTYPE_SECRET"]


def address(entry: Mapping[str, Any]) -> str:
    return str(entry["url"] if "url" in entry else SITE + WALK["pages"][entry["page"]])


def check(condition: bool, message: str) -> None:
    if not condition:
        raise AssertionError(message)


def at(value: Any, path: str) -> Any:
    for part in path.split("."):
        value = value[int(part)] if isinstance(value, list) else value.get(part)
    return value


def expect(value: Any, wanted: Mapping[str, Any]) -> None:
    for path, right in wanted.items():
        found = at(value, path)
        if isinstance(right, dict) and "includes" in right:
            check(right["includes"] in found, f"{path} lacks {right['includes']!r}: {found!r:.200}")
        elif isinstance(right, dict) and "startsWith" in right:
            check(found.startswith(right["startsWith"]), f"{path} begins otherwise: {found!r:.60}")
        else:
            check(found == right, f"{path} is {found!r:.200}, not {right!r}")


def expect_result(result: Any, wanted: Mapping[str, Any]) -> None:
    if not isinstance(result, RenderedFile):
        return expect(result, wanted)
    check(result.info.content_type == wanted["contentType"], f"content type {result.info.content_type}")
    check(b64encode(result[:30]).decode().startswith(wanted["startsWith"]), f"begins with {result[:12]!r}")


def signing() -> None:
    check(len(ALL) >= 40, f"only {len(ALL)} vectors")
    for vector in ALL:
        if "options" in vector:
            check(query_of(vector) == vector["query"], f"{vector['name']}: {query_of(vector)}")
    for vector in VECTORS["v1"]:
        check(sign_v1(vector["secret"], vector["query"]) == vector["md5"], vector["name"])
    for vector in VECTORS["v2"]:
        check(sign_v2(vector["secret"], vector["endpoint"], vector["query"]) == vector["hmac"], vector["name"])


def render(client: Tintype, entry: Mapping[str, Any]) -> None:
    fetch = getattr(client, f"fetch_{entry['endpoint']}")
    for is_cached, credits in ((False, 1), (True, 0)):
        result = fetch(address(entry), entry["options"])
        expect_result(result, entry["expect"])
        check((result.info.cached, result.info.credits) == (is_cached, credits), f"{result.info}")
    if entry["endpoint"] == "image":
        url = client.build_image_url(address(entry), entry["options"], expires=time.time() + 60)
        with urllib.request.urlopen(url) as answer:
            check("/v2/" in url and answer.status == 200, f"{answer.status} {url}")


def post(client: Tintype) -> None:
    file, report = WALK["post"]["file"], WALK["post"]["report"]
    body = dict(file["body"])
    markdown = body.pop("markdown")
    expect_result(client.render(body.pop("endpoint"), body, markdown=markdown), file["expect"])
    options = dict(report["body"])
    outputs = [output_of(output) for output in options.pop("outputs")]
    expect(client.render_report(outputs, options, url=address(report)), report["expect"])


def output_of(output: Any) -> Any:
    if isinstance(output, str):
        return output
    return output["endpoint"], {name: value for name, value in output.items() if name != "endpoint"}


def snake(names: Mapping[str, Any]) -> dict[str, Any]:
    return {re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name): value for name, value in names.items()}


def session(client: Tintype) -> None:
    key = str(uuid4())
    with client.sessions.create(**snake(WALK["session"]["create"]), idempotency_key=key) as browser:
        for step in WALK["session"]["actions"]:
            payload = snake(step["payload"])
            if "page" in step:
                payload["url"] = address(step)
            expect(getattr(browser, step["action"])(**payload), step["expect"])
        expect(browser.live(**WALK["session"]["live"]), WALK["session"]["liveExpect"])
    expect(client.sessions.get(browser.id), WALK["session"]["ended"])
    expect(client.sessions.abandon(key), {"id": browser.id, **WALK["session"]["ended"]})


def delivery_of(batch_id: str) -> tuple[bytes, str]:
    with urllib.request.urlopen(f"{RECEIVER}/deliveries/{batch_id}", timeout=70) as answer:
        delivery = json.load(answer)
    return delivery["body"].encode(), delivery["headers"]["x-signature"]


async def batch() -> None:
    walk = WALK["batch"]
    items = [{"url": address(item), "options": item["options"]} for item in walk["items"]]
    async with AsyncTintype() as client:
        accepted = await client.batches.submit(walk["endpoint"], items, notification_uri=f"{RECEIVER}/hook")
        expect(accepted, walk["accepted"])
        state = await client.batches.wait(accepted["batchId"], timeout=120, poll=0.5)
        expect(state, walk["ended"])
        check(len([item async for item in client.batches.items(accepted["batchId"])]) == 3, "not three items")
        listed = [listed["batchId"] async for listed in client.batches.iterate()]
        check(accepted["batchId"] in listed, "not listed")
    body, signature = await asyncio.to_thread(delivery_of, accepted["batchId"])
    expect(verify_webhook(body, signature, SECRET), walk["notification"])
    for forged, secret in ((body + b" ", SECRET), (body, SECRET + "x")):
        try:
            verify_webhook(forged, signature, secret)
        except WebhookSignatureError:
            continue
        raise AssertionError("a forged notification counts as genuine")


async def charge(client: AsyncTintype) -> None:
    page = await client.account.charges(limit=1)
    while not page["charges"] and page["nextCursor"]:
        page = await client.account.charges(limit=1, cursor=page["nextCursor"])
    check([one["credits"] > 0 for one in page["charges"]] == [True], "no charge")


async def account() -> None:
    walk = WALK["account"]
    async with AsyncTintype() as client:
        check((await client.account.get())["apiKey"] == KEY, "another account")
        check(len(await client.account.usage()) > 0, "no days")
        await charge(client)
        made = await client.account.secrets.create(walk["secret"]["name"], scope=walk["secret"]["scope"])
        check(made["secretId"] in [one["id"] for one in await client.account.secrets.list()], "not listed")
        await client.account.secrets.delete(made["secretId"])
        preset = walk["preset"]
        await client.account.presets.put(preset["name"], preset["options"], endpoint=preset["endpoint"])
        expect(await client.account.presets.get(preset["name"]), walk["presetExpect"])
        await client.account.presets.delete(preset["name"])
        expect(await client.account.storage.get(), walk["storageExpect"])
        await client.account.proxy.put(walk["proxy"])
        expect(await client.account.proxy.get(), walk["proxyExpect"])
        await client.account.proxy.delete()
        check(await client.account.proxy.get() is None, "a proxy is left")
        profiles = client.account.profiles
        check(walk["profile"] in [one["name"] for one in await profiles.list()], "no saved login")
        expect(await profiles.get(walk["profile"]), walk["profileExpect"])
        await profiles.delete(walk["profile"])


def fetch_wrong(entry: Mapping[str, Any]) -> None:
    version: Literal[1, 2] = 2 if entry["call"] == "fetch-v2" else 1
    with Tintype(entry.get("key", KEY), entry.get("secret", SECRET), signature_version=version) as client:
        getattr(client, f"fetch_{entry['endpoint']}")(address(entry), entry["options"])


def post_wrong(client: Tintype, entry: Mapping[str, Any]) -> None:
    body = dict(entry["body"])
    html = body.pop("html")
    client.render(body.pop("endpoint"), body, html=html)


def act_after_close(client: Tintype, entry: Mapping[str, Any]) -> None:
    [closed] = client.sessions.list(status="closed", limit=1)["sessions"]
    client.sessions.action(closed["id"], entry["action"], entry["payload"])


def create_abandoned(client: Tintype) -> None:
    key = str(uuid4())
    check(client.sessions.abandon(key) is None, "a session is abandoned")
    with client.sessions.create(idempotency_key=key):
        pass


CALLS: dict[str, Callable[[Tintype, Mapping[str, Any]], object]] = {
    "fetch": lambda _, entry: fetch_wrong(entry),
    "fetch-v2": lambda _, entry: fetch_wrong(entry),
    "post": post_wrong,
    "get-session": lambda client, entry: client.sessions.get(entry["id"]),
    "act-after-close": act_after_close,
    "submit-batch": lambda client, entry: client.batches.submit(entry["endpoint"], entry["items"]),
    "create-abandoned": lambda client, _: create_abandoned(client),
}


def wrong(client: Tintype, entry: Mapping[str, Any]) -> None:
    try:
        CALLS[entry["call"]](client, entry)
    except APIError as error:
        found = (error.code, error.status)
        check(found == (entry["code"], entry["status"]), f"{error}")
        check(bool(error.request_id), "no request id")
    else:
        raise AssertionError(f"{entry['call']} succeeds")


def main() -> int:
    with Tintype() as client:
        results = [is_ok(name, step) for name, step in steps_of(client)]
    return 0 if all(results) else 1


def steps_of(client: Tintype) -> list[tuple[str, Callable[[], object]]]:
    steps: list[tuple[str, Callable[[], object]]] = [("signing", signing)]
    steps += [(entry["step"], partial(render, client, entry)) for entry in WALK["renders"]]
    steps += [
        ("post", lambda: post(client)),
        ("session", lambda: session(client)),
        ("batch", lambda: asyncio.run(batch())),
        ("account", lambda: asyncio.run(account())),
    ]
    steps += [(entry["step"], partial(wrong, client, entry)) for entry in WALK["wrong"]]
    return steps


def is_ok(name: str, step: Callable[[], object]) -> bool:
    try:
        step()
    except Exception as error:
        print(f"failed {name}: {type(error).__name__}: {error}".replace("\n", " "), flush=True)
        return False
    print(f"ok {name}", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main())
