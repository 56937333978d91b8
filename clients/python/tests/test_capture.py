"""The lines of the README of `capture-sdk`, which move to Tintype by their import."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest import mock

from tintype import APIError
from tintype.capture import Capture, CaptureSessionsError, RequestOptions
from tintype.signing import sign_v1

OPENED = {"id": "sess_1", "status": "active", "expiresAt": "2030-01-31T12:00:00.000Z"}
CONTENT = {"success": True, "html": "<p>a</p>", "textContent": "a", "markdown": "a"}
METADATA = {"success": True, "metadata": {"title": "T"}}
CLOSED = {"success": False, "error": "The session is closed.", "code": "session_not_active", "requestId": "req_1"}


class Played(BaseHTTPRequestHandler):
    """Plays the service on connections that stay open."""

    protocol_version = "HTTP/1.1"
    requests: list[tuple[str, str, bytes]] = []

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.requests.append((self.command, self.path, body))
        status, content = self.content(self.path.partition("?")[0].rpartition("/")[2], body)
        self.send_response(status)
        self.send_header("X-Request-Id", "req_1")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_DELETE = answer

    def content(self, name: str, body: bytes) -> tuple[int, bytes]:
        if name in ("image", "pdf", "animated"):
            return 200, name.encode()
        answer = {"content": CONTENT, "metadata": METADATA, "actions": {"success": True, "title": "T"}}.get(name)
        if name == "actions" and b'"click"' in body:
            return 409, json.dumps(CLOSED).encode()
        return 200, json.dumps(answer or {"success": True, "sessionId": "sess_1", "session": OPENED}).encode()

    def log_message(self, *_: object) -> None:
        pass


class PublishedLines(unittest.TestCase):
    def setUp(self) -> None:
        Played.requests = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Played)
        self.server.daemon_threads = True
        thread = threading.Thread(target=self.server.serve_forever, args=[0.01])
        thread.start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(thread.join)
        self.addCleanup(self.server.shutdown)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        environment = mock.patch.dict(os.environ, TINTYPE_URL=self.url, TINTYPE_EDGE_URL="https://edge.example")
        environment.start()
        self.addCleanup(environment.stop)
        self.client = Capture("your-api-key", "your-api-secret")

    def test_urls(self) -> None:
        options: RequestOptions = {"full": True, "delay": 2, "width": 1920, "height": 1080, "quality": 90}
        query = "url=https%3A%2F%2Fexample.com&full=true&delay=2&width=1920&height=1080&quality=90"
        token = sign_v1("your-api-secret", query)
        self.assertEqual(
            self.client.build_image_url("https://example.com", options),
            f"{self.url}/your-api-key/{token}/image?{query}",
        )
        # `full` is no option of a PDF here, `t` and `qualty` are none at all: the URL has them.
        pdf = self.client.build_pdf_url("https://example.com", {"full": True, "t": 1.5, "qualty": None, "urls": "a"})
        self.assertTrue(pdf.endswith("/pdf?url=https%3A%2F%2Fexample.com&full=true&t=1.5&urls=a"), pdf)
        for endpoint in ("content", "metadata", "animated"):
            url = getattr(self.client, f"build_{endpoint}_url")("https://example.com")
            self.assertTrue(url.endswith(f"/{endpoint}?url=https%3A%2F%2Fexample.com"), url)

    def test_the_edge_host(self) -> None:
        client = Capture("your-api-key", "your-api-secret", {"useEdge": True})
        self.assertTrue(client.build_image_url("https://example.com").startswith("https://edge.example/your-api-key/"))

    def test_fetches_each_in_a_loop_of_its_own(self) -> None:
        self.assertEqual(asyncio.run(self.client.fetch_image("https://example.com")), b"image")
        self.assertEqual(asyncio.run(self.client.fetch_pdf("https://example.com", {"full": True})), b"pdf")
        self.assertEqual(asyncio.run(self.client.fetch_animated("https://example.com")), b"animated")
        content = asyncio.run(self.client.fetch_content("https://example.com"))
        self.assertEqual((content["html"], content["textContent"]), ("<p>a</p>", "a"))
        metadata = asyncio.run(self.client.fetch_metadata("https://example.com"))
        self.assertEqual(metadata["metadata"], {"title": "T"})

    def test_sessions(self) -> None:
        async def main() -> None:
            created = await self.client.sessions.create({"maxTtlSeconds": 300})
            session_id = created["session"]["id"]
            self.assertEqual(created, {"success": True, "sessionId": "sess_1", "session": OPENED})
            answer = await self.client.sessions.action(session_id, "goto", {"url": "https://example.com"})
            self.assertEqual(answer["title"], "T")
            self.assertEqual((await self.client.sessions.get(session_id))["session"], OPENED)
            self.assertEqual((await self.client.sessions.close(session_id))["session"], OPENED)
            with self.assertRaises(CaptureSessionsError) as raised:
                await self.client.sessions.action(session_id, "click")
            self.assertEqual((raised.exception.status, raised.exception.body), (409, CLOSED))
            self.assertIsInstance(raised.exception.__cause__, APIError)

        asyncio.run(main())
        self.assertEqual(Played.requests[0], ("POST", "/v1/sessions", b'{"maxTtlSeconds":300}'))
        self.assertEqual([method for method, *_ in Played.requests], ["POST", "POST", "GET", "DELETE", "POST"])
