"""Uses the tool server by the official Python client, of either generation: python3 tools.py <url> <token> <site>"""

import asyncio
import sys
from contextlib import asynccontextmanager

url, token, site = sys.argv[1:]
headers = {"Authorization": f"Bearer {token}"}


@asynccontextmanager
async def old_client():
    from mcp import ClientSession, types
    from mcp.client.streamable_http import streamablehttp_client

    async with streamablehttp_client(url, headers=headers) as (read, write, _):
        async with ClientSession(read, write) as session:
            revision = (await session.initialize()).protocolVersion

            async def start(name, arguments):
                request = session._request_id
                call = asyncio.create_task(session.call_tool(name, arguments))

                async def cancel():
                    # This generation sends no cancellation by itself.
                    params = types.CancelledNotificationParams(requestId=request)
                    await session.send_notification(types.ClientNotification(types.CancelledNotification(params=params)))
                    call.cancel()

                return cancel

            yield session, revision, start


@asynccontextmanager
async def new_client(mode):
    import httpx2
    from mcp.client.client import Client
    from mcp.client.streamable_http import streamable_http_client

    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:

            async def start(name, arguments):
                call = asyncio.create_task(client.call_tool(name, arguments))

                async def cancel():
                    call.cancel()
                    await asyncio.wait([call])

                return cancel

            yield client, client.protocol_version, start


def clients():
    """Each with the revision that it must agree on."""
    try:
        import mcp.client.client  # noqa: F401, only the second generation has it
    except ImportError:
        return [(old_client(), "2025-11-25")]
    return [(new_client("legacy"), "2025-11-25"), (new_client("auto"), "2026-07-28")]


async def read_pages(client):
    assert len((await client.list_tools()).tools) == 8
    page = f"{site}/article"
    read = await client.call_tool("service_content", {"url": page})
    assert "Lanterns" in read.content[0].text
    shown = await client.call_tool("service_screenshot", {"url": page, "vw": 320, "vh": 200})
    assert [part.type for part in shown.content] == ["text", "image"]
    wrong = await client.call_tool("service_pdf", {"url": page, "format": "B9"})
    assert wrong.content[0].text.startswith("Error invalid_option: "), wrong.content


async def cancel_one(client, start):
    """Progress of one call; meanwhile another one never ends, and is cancelled then."""
    cancel = await start("service_screenshot", {"url": f"{site}/endless?python"})
    await asyncio.sleep(0)
    seen = []

    async def on_progress(progress, total, message):
        seen.append(progress)

    slow = {"url": f"{site}/slow", "fresh": True}
    await client.call_tool("service_metadata", slow, progress_callback=on_progress)
    assert seen and seen == sorted(seen), seen
    await cancel()


async def use_session(client):
    opened = await client.call_tool("browser_session_create", {"maxTtlSeconds": 60})
    session = opened.content[0].text.split()[1]

    async def act(type, payload):
        arguments = {"sessionId": session, "type": type, "payload": payload}
        return (await client.call_tool("browser_session_act", arguments)).content[0].text

    assert '"status":200' in await act("goto", {"url": f"{site}/article"})
    assert 'heading "Lanterns"' in await act("snapshot", {"selector": None, "maxTokens": "200"})
    closed = await client.call_tool("browser_session_close", {"sessionId": session})
    assert "is closed" in closed.content[0].text, closed.content


async def main():
    for connecting, expected in clients():
        async with connecting as (client, revision, start):
            assert revision == expected, revision
            await read_pages(client)
            await cancel_one(client, start)
            await use_session(client)
    print("done")


asyncio.run(main())
