"""Uses the tool server by the official Python client, of either generation: python3 tools.py <url> <token> <page>"""

import asyncio
import sys
from contextlib import asynccontextmanager

url, token, page = sys.argv[1:]
headers = {"Authorization": f"Bearer {token}"}


@asynccontextmanager
async def old_client():
    from mcp import ClientSession
    from mcp.client.streamable_http import streamablehttp_client

    async with streamablehttp_client(url, headers=headers) as (read, write, _):
        async with ClientSession(read, write) as session:
            await session.initialize()
            yield session


@asynccontextmanager
async def new_client(mode):
    import httpx2
    from mcp.client.client import Client
    from mcp.client.streamable_http import streamable_http_client

    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            yield client


def clients():
    try:
        import mcp.client.client  # noqa: F401, only the second generation has it
    except ImportError:
        return [old_client()]
    return [new_client("legacy"), new_client("auto")]


async def use(client):
    assert len((await client.list_tools()).tools) == 8
    read = await client.call_tool("service_content", {"url": page})
    assert "Lanterns" in read.content[0].text
    shown = await client.call_tool("service_screenshot", {"url": page, "vw": 320, "vh": 200})
    assert [part.type for part in shown.content] == ["text", "image"]
    wrong = await client.call_tool("service_pdf", {"url": page, "format": "B9"})
    assert wrong.content[0].text.startswith("Error invalid_option: "), wrong.content


async def main():
    for connecting in clients():
        async with connecting as client:
            await use(client)
    print("done")


asyncio.run(main())
