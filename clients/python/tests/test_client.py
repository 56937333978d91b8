"""The client against answers that a real service gives rarely."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pickle
import re
import signal
import socket
import threading
import time
import unittest
from unittest import mock

import httpx

from tintype import APIConnectionError, APIError, APITimeoutError, AsyncTintype, Tintype, TintypeError
from tintype._renders import fetch_call
from tintype._request import json_call
from tintype._version import __version__
from tintype.signing import sign_bytes

BUSY = {"success": False, "error": "All browsers are busy.", "code": "overloaded", "requestId": "req_1"}
SECRET = "a-secret-text"
OPENED = {"id": "sess_1", "status": "active", "expiresAt": "2030-01-31T12:00:00.000Z"}
PICTURE = {
    "content-type": "image/png",
    "content-disposition": "inline; filename=\"ex.png\"; filename*=UTF-8''%C3%A9x.png",
    "x-cache": "HIT",
    "x-credits-charged": "0",
    "x-warnings": "a wait | a budget",
    "x-target-status": "404",
    "server-timing": "queue;dur=1.5, navigate;dur=20",
}


class Service:
    """Gives prepared answers, and keeps the requests. Those with the header `server` are of another program."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        if "server" not in answer.headers:
            answer.headers.setdefault("x-request-id", "req_1")
        return answer

    def client(self, **settings) -> Tintype:
        http = httpx.Client(transport=httpx.MockTransport(self))
        return Tintype("key", SECRET, url="https://shots.example", http_client=http, **settings)


class Listener:
    """Gives prepared answers on loopback; instead of None, it interrupts the main thread."""

    def __init__(self, *answers: httpx.Response | None) -> None:
        self.answers = answers
        self.methods: list[bytes] = []
        self.server = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.server.getsockname()[1]}"
        self.thread = threading.Thread(target=self.run)

    def run(self) -> None:
        for answer in self.answers:
            connection, _ = self.server.accept()
            with connection:
                self.methods.append(connection.recv(65536).split(b" ")[0])
                if answer is None:
                    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
                    connection.recv(1)
                else:
                    head = f"HTTP/1.1 200 OK\r\nX-Request-Id: req_1\r\nConnection: close\r\nContent-Length: {len(answer.content)}\r\n\r\n"
                    connection.sendall(head.encode() + answer.content)

    def __enter__(self) -> Listener:
        self.server.settimeout(10)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.thread.join()
        self.server.close()


def busy(seconds: str | None = "0", status: int = 503) -> httpx.Response:
    return httpx.Response(status, json=BUSY, headers={} if seconds is None else {"retry-after": seconds})


def session(**more) -> httpx.Response:
    return httpx.Response(201, json={"success": True, "session": {**OPENED, **more}})


class Results(unittest.TestCase):
    def test_a_file(self) -> None:
        service = Service(httpx.Response(200, content=b"PNG", headers=PICTURE))
        picture = service.client().fetch_image("https://example.com/", full=True)
        self.assertEqual((picture, picture.info.cached, picture.info.credits), (b"PNG", True, 0))
        self.assertEqual(picture.info.warnings, ("a wait", "a budget"))
        self.assertEqual((picture.info.file_name, picture.info.target_status), ("éx.png", 404))
        self.assertEqual(picture.info.timings, {"queue": 1.5, "navigate": 20})
        self.assertEqual(service.requests[0].headers["user-agent"], f"tintype-python/{__version__}")
        self.assertEqual(pickle.loads(pickle.dumps(picture)).info, picture.info)

    def test_content_and_metadata(self) -> None:
        answer = {"success": True, "html": "<p>", "textContent": "a", "markdown": "# a"}
        metadata = {"success": True, "metadata": {"title": "T", "author": None}}
        client = Service(httpx.Response(200, json=answer), httpx.Response(200, json=metadata)).client()
        content = client.fetch_content("https://example.com/")
        self.assertEqual((content.html, content.text, content["markdown"]), ("<p>", "a", "# a"))
        self.assertEqual(client.fetch_metadata("https://example.com/").fields["title"], "T")

    def test_a_redirect_to_the_storage_is_not_followed(self) -> None:
        service = Service(httpx.Response(302, headers={"location": "https://store.example/a.png"}))
        picture = service.client().fetch_image("https://example.com/", s3_redirect=True)
        self.assertEqual((picture, picture.info.location), (b"", "https://store.example/a.png"))

    def test_a_post(self) -> None:
        service = Service(httpx.Response(200, content=b"%PDF", headers={"content-type": "application/pdf"}))
        service.client().render("pdf", html="<p>", format="A5", base_url="https://example.com/")
        sent = json.loads(service.requests[0].content)
        self.assertEqual(sent, {"endpoint": "pdf", "html": "<p>", "baseUrl": "https://example.com/", "format": "A5"})

    def test_a_report(self) -> None:
        service = Service(httpx.Response(200, json={"success": True, "results": []}))
        service.client().render_report(
            ["content", ("pdf", {"printBackground": True})], url="https://example.com/", vw=800
        )
        outputs = ["content", {"endpoint": "pdf", "printBackground": True}]
        sent = json.loads(service.requests[0].content)
        self.assertEqual(sent, {"outputs": outputs, "url": "https://example.com/", "vw": 800})


class Errors(unittest.TestCase):
    def test_an_error_of_the_service(self) -> None:
        answer = {
            "success": False,
            "error": "Too many.",
            "code": "session_limit",
            "requestId": "req_9",
            "activeSessionCount": 5,
        }
        service = Service(httpx.Response(429, json=answer, headers={"retry-after": "60"}))
        with self.assertRaises(APIError) as raised:
            service.client().sessions.create()
        error = raised.exception
        self.assertEqual((error.code, error.status, error.request_id), ("session_limit", 429, "req_9"))
        self.assertEqual((error.retry_after, error.details), (60, {"activeSessionCount": 5}))
        self.assertEqual(str(error), "Too many. (429 session_limit, request req_9)")
        self.assertEqual(pickle.loads(pickle.dumps(error)).code, "session_limit")
        self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))

    def test_something_that_is_no_service(self) -> None:
        other = {"server": "other"}
        service = Service(
            httpx.Response(502, text="<h1>Bad Gateway"),
            httpx.Response(200, text="<h1>Hello"),
            httpx.Response(200, html="<h1>Hello", headers=other),
            httpx.Response(200, json={"account": {}}, headers=other),
        )
        client = service.client()
        place = "of https://shots.example is not one of Tintype. Check the client's `url`"
        with self.assertRaisesRegex(APIError, f"^The answer 502 {place}"):
            client.account.get()
        for call in (client.account.get, lambda: client.fetch_image("https://example.com/"), client.account.get):
            with self.assertRaisesRegex(TintypeError, f"^The answer 200 {place}"):
                call()

    def test_messages_name_methods(self) -> None:
        text = "The account has no storage configured. Set one with PUT /v1/account/storage."
        error = APIError(text, code="storage_not_configured", status=409)
        self.assertIn("Set one with `account.storage.put`. (409", str(error))
        wrong = APIError("No account. Check the path.", code="unknown_api_key", status=401)
        self.assertEqual(str(wrong), "No account; check the client's key and secret (401 unknown_api_key)")
        pair = APIError("Wrong: send it.", code="invalid_credentials", status=401)
        self.assertIn("does not know this API key with this secret; check the client's key and secret", str(pair))
        scope = {"requiredScope": "manage"}
        scoped = APIError("It may not.", code="invalid_credentials", status=401, details=scope)
        self.assertEqual(str(scoped), "It may not. (401 invalid_credentials)")
        hint = "The option `waitFor` takes a selector. The answer has `nextCursor`."
        named = APIError(hint, code="invalid_option", status=400)
        self.assertIn("The option `wait_for` takes a selector. The answer has `nextCursor`. (400", str(named))

    def test_the_obvious_argument_needs_no_name(self) -> None:
        service = Service(*(httpx.Response(200, json={"success": True}) for _ in range(3)))
        session = service.client().sessions.attach("sess_1")
        session.wait_for_timeout(200)
        session.content("markdown")
        session.press(key="Enter")
        sent = [json.loads(request.content)["payload"] for request in service.requests]
        self.assertEqual(sent, [{"timeoutMs": 200}, {"format": "markdown"}, {"key": "Enter"}])
        with self.assertRaisesRegex(TypeError, "needs `key`. The first argument is the selector: pass key='Enter'"):
            session.press("Enter")

    def test_a_misspelt_option_of_a_session(self) -> None:
        sessions = Service().client().sessions
        for name, meant in {"max_ttl": "max_ttl_seconds", "proxi": "proxy", "ttl": None}.items():
            hint = f" Did you mean `{meant}`?" if meant else ""
            with self.assertRaises(TypeError) as failure:
                sessions.create(**{name: 5})
            self.assertEqual(str(failure.exception), f"`sessions.create` has no option `{name}`.{hint}")

    def test_a_render_has_the_delay_that_a_preset_may_have(self) -> None:
        for options, seconds in (({}, 70), ({"delay": 5}, 75), ({"preset": "a"}, 130), ({"preset": "a", "delay": 5}, 75)):
            service = Service(httpx.Response(200, content=b"x"), httpx.Response(200, content=b"x"))
            service.client().fetch_image("https://example.com/", options)
            service.client().render("image", options, html="<p>")
            for request in service.requests:
                self.assertEqual(request.extensions["timeout"]["read"], seconds, options)

    def test_times_and_connections(self) -> None:
        service = Service(httpx.ReadTimeout(""), httpx.ConnectError("refused"), httpx.ConnectTimeout(""))
        client = service.client(timeout=3)
        with self.assertRaisesRegex(APITimeoutError, "within 3 s: the image of https://example.com/"):
            client.fetch_image("https://example.com/")
        for _ in range(2):
            with self.assertRaisesRegex(APIConnectionError, "https://shots.example cannot be reached"):
                client.fetch_image("https://example.com/")

    def test_an_answer_that_drips(self) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        most = 2000
        sent = 0

        def drip() -> None:
            nonlocal sent
            connection, _ = listener.accept()
            connection.recv(65536)
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n")
            try:
                for sent in range(most):
                    connection.sendall(b"x")
                    time.sleep(0.02)
            except OSError:
                connection.close()

        thread = threading.Thread(target=drip)
        thread.start()
        with Tintype("key", SECRET, url=f"http://127.0.0.1:{listener.getsockname()[1]}", timeout=0.1) as client:
            with self.assertRaisesRegex(APITimeoutError, "within 0.1 s"):
                client.fetch_image("https://example.com/")
        thread.join()
        listener.close()
        self.assertLess(sent, most - 1, "the limit covers the whole answer")

    def test_urls_that_nothing_can_send(self) -> None:
        service = Service(httpx.Response(200, content=b"x"))
        with self.assertRaisesRegex(TintypeError, "the image of https://example.com/ has no valid URL: URL too long"):
            service.client().fetch_image("https://example.com/", css="a" * 63_000)
        with self.assertRaisesRegex(ValueError, "Invalid port"):
            Tintype("key", SECRET, url="http://shots.example:80a")
        self.assertEqual(service.client(timeout=float("inf")).fetch_image("https://example.com/"), b"x")

    def test_settings_of_some_calls(self) -> None:
        body = {"success": False, "error": "Busy.", "code": "overloaded"}
        service = Service(*(httpx.Response(503, headers={"retry-after": "0"}, json=body) for _ in range(7)))
        client = service.client()
        with self.assertRaises(APIError):
            client.with_options(max_retries=0).fetch_image("https://example.com/")
        self.assertEqual(len(service.requests), 1)
        with self.assertRaises(APIError):
            client.with_options(timeout=5).account.get()
        self.assertEqual(len(service.requests), 4)
        self.assertEqual(service.requests[1].extensions["timeout"]["read"], 5)
        with self.assertRaises(APIError):
            client.account.get()
        self.assertGreater(service.requests[4].extensions["timeout"]["read"], 5)

    def test_wrong_calls(self) -> None:
        client = Service().client()
        with self.assertRaisesRegex(TypeError, "`image` has no option `dark_mod`. Did you mean `dark_mode`?"):
            client.build_image_url("https://example.com/", dark_mod=True)
        for name in ("full_page", "fullPage"):
            with self.assertRaisesRegex(TypeError, "Did you mean `full`?"):
                client.build_image_url("https://example.com/", **{name: True})
        with self.assertRaisesRegex(TypeError, "A dict sends options of a newer service"):
            client.build_image_url("https://example.com/", newer=True)
        self.assertIn("newer=true", client.build_image_url("https://example.com/", {"newer": True}))
        with self.assertRaisesRegex(TypeError, "`image` has no option `dark_mode`. Did you mean `darkMode`?"):
            client.build_image_url("https://example.com/", {"dark_mode": True})
        with self.assertRaisesRegex(TypeError, "Did you mean `quality`?"):
            client.batches.submit("image", [{"url": "https://a.example", "options": {"file_name": "a", "qualty": 1}}])
        with self.assertRaisesRegex(TypeError, "`image` has no option `fullPage`. Did you mean `full`?"):
            client.batches.submit("image", [{"url": "https://a.example", "options": {"fullPage": True}}])
        with self.assertRaisesRegex(TypeError, "`pdf` has no option `zzz`. `extra` sends options of a newer service."):
            client.batches.submit("pdf", [{"url": "https://a.example", "options": {"zzz": 1}}])
        with self.assertRaisesRegex(ValueError, "exactly one of"):
            client.render("pdf", html="a", url="https://example.com/")
        with self.assertRaisesRegex(ValueError, "finite"):
            client.build_image_url("https://example.com/", scale_factor=float("nan"))
        with self.assertRaisesRegex(ValueError, "finite"):
            client.render("image", url="https://example.com/", delay=float("nan"))
        with self.assertRaisesRegex(ValueError, "finite"):
            client.sessions.action("sess_1", "moveMouse", {"x": float("inf"), "y": 1})
        with self.assertRaisesRegex(ValueError, "no other host"):
            client.delete_file("https://other.example/files/a/b")
        with self.assertRaisesRegex(TypeError, "takes a list of items"):
            client.batches.submit("image", "https://example.com/")
        with self.assertRaisesRegex(TypeError, "takes a list of items"):
            client.batches.submit("image", {"url": "https://example.com/"})
        with self.assertRaisesRegex(ValueError, '"image" or "pdf", not \'imag\''):
            client.batches.submit("imag", ["https://example.com/"])
        for timeout in (0, -1, float("nan")):
            with self.subTest(timeout), self.assertRaisesRegex(ValueError, "seconds above 0"):
                client.with_options(timeout=timeout)

    def test_ids_are_one_segment(self) -> None:
        service = Service(session())
        client = service.client()
        client.sessions.get("a/b?c#d e")
        self.assertEqual(service.requests[0].url.raw_path, b"/v1/sessions/a%2Fb%3Fc%23d%20e")
        sessions, batches, account = client.sessions, client.batches, client.account
        calls = [
            *[sessions.get, sessions.close, sessions.live, sessions.attach],
            *[batches.get, batches.cancel, batches.notify_again, batches.wait],
            *[account.presets.get, account.presets.delete, account.profiles.get, account.profiles.delete],
            *[account.secrets.delete, lambda id: sessions.action(id, "title"), lambda id: account.presets.put(id, {})],
        ]
        for call in calls:
            for value in ("", ".", "..", None):
                wanted = r"^`(name` is {0}. It has 1 to 64|(session_|batch_|secret_)?id` is {0}. Pass)"
                with self.subTest(call), self.assertRaisesRegex(ValueError, wanted.format(re.escape(repr(value)))):
                    call(value)

    def test_no_endpoint(self) -> None:
        with self.assertRaisesRegex(ValueError, "^There is no endpoint `pfd`. Did you mean `pdf`"):
            Service().client().render("pfd", html="x")

    def test_a_long_address_is_cut_in_messages(self) -> None:
        with self.assertRaisesRegex(TintypeError, "^the image of https://example.com/a{180}… has no valid URL") as raised:
            Service().client().fetch_image(f"https://example.com/{'a' * 200_000}")
        self.assertLess(len(str(raised.exception)), 500)

    def test_settings(self) -> None:
        with mock.patch.dict(os.environ, {}, clear=True):
            with self.assertRaisesRegex(ValueError, "The API secret is missing: pass `secret`, or set TINTYPE_SECRET"):
                Tintype("key")
            with self.assertRaisesRegex(ValueError, "unlike 'shots.example'"):
                Tintype("key", "secret", url="shots.example")
        variables = {"TINTYPE_KEY": "k", "TINTYPE_SECRET": "s", "TINTYPE_URL": "https://a.example"}
        with mock.patch.dict(os.environ, variables, clear=True):
            self.assertTrue(Tintype().build_pdf_url("https://example.com/").startswith("https://a.example/k/"))
            with self.assertRaisesRegex(ValueError, "The API secret is missing: .*TINTYPE_SECRET is of another pair"):
                Tintype("other")
            with self.assertRaisesRegex(ValueError, "The API key is missing: .*TINTYPE_KEY is of another pair"):
                Tintype(secret="other")
        with self.assertRaisesRegex(ValueError, "`timeout` takes seconds above 0, not 0"):
            Tintype("key", "secret", timeout=0)
        with self.assertRaisesRegex(ValueError, "takes no user and password"):
            Tintype("key", "secret", url="https://ada:b@shots.example")

    def test_secrets_stay_inside(self) -> None:
        client = Service(httpx.ConnectError("refused")).client()
        with self.assertRaises(APIConnectionError) as raised:
            client.account.get()
        shown = [
            repr(client),
            repr(client._config),
            repr(raised.exception),
            str(raised.exception),
            repr(client.sessions),
        ]
        with self.assertLogs("httpx", logging.INFO) as logs:
            logging.getLogger("httpx").info("%s", httpx.URL("https://other.example/a"))
            with self.assertRaises(APIError):
                Service(busy(None)).client().fetch_image("https://example.com/", http_auth=f"user:{SECRET}")
        self.assertIn("https://other.example/a", logs.output[0])
        self.assertIn("GET https://shots.example ", logs.output[1])
        shown.append(repr(json_call(client._config, "PUT", "/", "the storage", body={"secret": SECRET})))
        shown.append(repr(fetch_call(client._config, "image", {"url": "https://a.example", "httpAuth": SECRET})))
        for text in shown:
            self.assertNotIn(SECRET, text)
            self.assertNotIn(client._config.bearer, text)


class Retries(unittest.TestCase):
    def test_a_busy_service_is_asked_again(self) -> None:
        service = Service(busy(), busy("0.01", 429), httpx.Response(200, content=b"x"))
        self.assertEqual(service.client().fetch_image("https://example.com/"), b"x")

    def test_until_the_limits(self) -> None:
        cases = [
            ([busy()] * 3, {}, 3),
            ([busy()] * 1, {"max_retries": 0}, 1),
            ([busy("31")], {}, 1),
            ([busy(None)], {}, 1),
            ([busy("0", 500)], {}, 1),
        ]
        for answers, settings, count in cases:
            service = Service(*answers)
            with self.subTest(settings), self.assertRaises(APIError):
                service.client(**settings).fetch_image("https://example.com/")
            self.assertEqual(len(service.requests), count)

    def test_the_create_of_a_session_keeps_its_key(self) -> None:
        service = Service(busy(), session())
        self.assertEqual(service.client().sessions.create().id, "sess_1")
        first, second = (request.headers["idempotency-key"] for request in service.requests)
        self.assertEqual(first, second)

    def test_an_action_may_have_run(self) -> None:
        service = Service(session(), busy())
        browser = service.client().sessions.create()
        with self.assertRaises(APIError):
            browser.click("#pay")
        self.assertEqual(len(service.requests), 2)

    def test_a_write_without_a_key_may_have_happened(self) -> None:
        for write in [
            lambda client: client.account.secrets.create("ci"),
            lambda client: client.account.token(SECRET),
            lambda client: client.account.create_token("ci"),
            lambda client: client.batches.notify_again("batch_1"),
        ]:
            service = Service(busy("0", 429), busy())
            with self.assertRaises(APIError):
                write(service.client())
            self.assertEqual(len(service.requests), 2)


class Sessions(unittest.TestCase):
    def test_a_block_closes_its_session(self) -> None:
        answers = [session(), httpx.Response(200, json={"success": True, "title": "T"}), session(status="closed")]
        service = Service(*answers)
        with service.client().sessions.create(max_ttl_seconds=60) as browser:
            self.assertEqual(browser.title()["title"], "T")
        self.assertEqual([request.method for request in service.requests], ["POST", "POST", "DELETE"])
        self.assertEqual(json.loads(service.requests[0].content), {"maxTtlSeconds": 60})
        self.assertEqual((browser.expires_at, browser.info["status"]), (OPENED["expiresAt"], "closed"))

    def test_an_attached_session(self) -> None:
        service = Service(httpx.Response(200, json={"success": True, "title": "T"}), session(status="closed"))
        with service.client().sessions.attach("sess_1") as browser:
            self.assertEqual((browser.id, browser.expires_at, browser.title()["title"]), ("sess_1", None, "T"))
        sent = [(request.method, request.url.path) for request in service.requests]
        self.assertEqual(sent, [("POST", "/v1/sessions/sess_1/actions"), ("DELETE", "/v1/sessions/sess_1")])

    def test_control_c_ends_a_call_and_closes_the_session(self) -> None:
        with Listener(session(), None, session(status="closed")) as listener:
            with self.assertRaises(KeyboardInterrupt), Tintype("key", SECRET, url=listener.url) as client:
                with client.sessions.create() as browser:
                    browser.goto("https://example.com/")
        self.assertEqual(listener.methods, [b"POST", b"POST", b"DELETE"])

    def test_a_create_whose_answer_is_lost(self) -> None:
        with Listener(None, session(status="closed")) as listener:
            with self.assertRaises(KeyboardInterrupt), Tintype("key", SECRET, url=listener.url) as client:
                client.sessions.create()
        self.assertEqual(listener.methods, [b"POST", b"DELETE"])
        service = Service(httpx.ReadTimeout(""), session(status="closed"))
        with self.assertRaises(APITimeoutError):
            service.client(timeout=0.5).sessions.create(cdp=True)
        create, abandon = service.requests
        self.assertEqual((abandon.method, abandon.url.path), ("DELETE", "/v1/sessions"))
        self.assertEqual(create.headers["idempotency-key"], abandon.headers["idempotency-key"])
        self.assertEqual(abandon.extensions["timeout"]["read"], 5)

    def test_an_abandoned_create(self) -> None:
        service = Service(session(status="closed"), httpx.Response(200, json={"success": True, "session": None}))
        sessions = service.client().sessions
        closed = sessions.abandon("mine")
        self.assertEqual((closed and closed["status"], sessions.abandon("mine")), ("closed", None))
        self.assertEqual(service.requests[0].headers["idempotency-key"], "mine")

    def test_a_lost_create_whose_session_may_stay(self) -> None:
        late, old = httpx.ReadTimeout(""), httpx.Response(404, json={"code": "not_found", "error": "No."})
        for answers, key in (([late, busy()], None), ([late, late], None), ([late, old], None), ([late], "mine")):
            service = Service(*answers)
            with self.assertRaises(APITimeoutError):
                service.client().sessions.create(idempotency_key=key)
            self.assertEqual(len(service.requests), len(answers))

    def test_a_create_that_a_proxy_answers_is_abandoned(self) -> None:
        page = "<html>Bad gateway</html>"
        for status, text in ((502, page), (200, page), (502, '{"code":502}')):
            service = Service(httpx.Response(status, text=text), session(status="closed"))
            with self.assertRaises(TintypeError):
                service.client().sessions.create()
            self.assertEqual([request.method for request in service.requests], ["POST", "DELETE"])
        service = Service(httpx.Response(500, json={"code": "internal", "error": "No."}))
        with self.assertRaises(APIError):
            service.client().sessions.create()
        self.assertEqual(len(service.requests), 1)

    def test_a_cancelled_create_is_abandoned(self) -> None:
        service = Service(session(status="closed"))
        sent: list[str] = []

        async def cancel() -> None:
            begun = asyncio.Event()

            async def answer(request: httpx.Request) -> httpx.Response:
                sent.append(request.method)
                if begun.is_set():
                    return service(request)
                begun.set()
                return await asyncio.Future()

            http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
            client = AsyncTintype("key", SECRET, url="https://shots.example", http_client=http)
            task = asyncio.create_task(client.sessions.create().__aenter__())
            await begun.wait()
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task

        asyncio.run(cancel())
        self.assertEqual(sent, ["POST", "DELETE"])

    def test_a_create_is_a_coroutine(self) -> None:
        service = Service(*[session()] * 3)

        async def create() -> list[str]:
            http = httpx.AsyncClient(transport=httpx.MockTransport(service))
            sessions = AsyncTintype("key", SECRET, url="https://shots.example", http_client=http).sessions
            task = asyncio.create_task(sessions.create())
            opened = [await task, await asyncio.wait_for(sessions.create(), 30)]
            sessions.create().close()
            return [each.id for each in opened + await asyncio.gather(sessions.create())]

        self.assertEqual(asyncio.run(create()), ["sess_1"] * 3)

    def test_the_error_of_the_block_wins(self) -> None:
        service = Service(session(), busy(None))
        with self.assertRaises(KeyError), service.client().sessions.create():
            raise KeyError("mine")

    def test_a_live_view_and_a_saved_login(self) -> None:
        link = {"url": "https://shots.example/live#token", "expiresAt": OPENED["expiresAt"]}
        service = Service(session(), httpx.Response(200, json={"success": True, **link}), session(status="closed"))
        browser = service.client().sessions.create()
        answer = browser.live(control=True)
        self.assertEqual((answer["url"], answer["expiresAt"]), (link["url"], link["expiresAt"]))
        self.assertEqual(browser.close(save_profile="my shop")["status"], "closed")
        sent = [(request.method, request.url.raw_path) for request in service.requests[1:]]
        path = b"/v1/sessions/sess_1"
        self.assertEqual(sent, [("POST", path + b"/live"), ("DELETE", path + b"?saveProfile=my+shop")])
        self.assertEqual(json.loads(service.requests[1].content), {"control": True})

    def test_actions_leave_out_what_is_not_given(self) -> None:
        service = Service(session(), *[httpx.Response(200, json={"success": True})] * 2)
        browser = service.client().sessions.create()
        browser.fill("#name", "Ada", screenshot=False)
        browser.drag_mouse(from_={"x": 1, "y": 2}, to={"x": 3, "y": 4})
        sent = [json.loads(request.content) for request in service.requests[1:]]
        self.assertEqual(
            sent[0], {"type": "fill", "payload": {"selector": "#name", "value": "Ada", "screenshot": False}}
        )
        self.assertEqual(sent[1]["payload"], {"from": {"x": 1, "y": 2}, "to": {"x": 3, "y": 4}})

    def test_a_cancelled_task_closes_its_session(self) -> None:
        service = Service(session(), session(status="closed"))

        async def drive(opened: asyncio.Event) -> None:
            http = httpx.AsyncClient(transport=httpx.MockTransport(service))
            client = AsyncTintype("key", SECRET, url="https://shots.example", http_client=http)
            async with client.sessions.create():
                opened.set()
                await asyncio.sleep(60)

        async def cancel() -> None:
            opened = asyncio.Event()
            task = asyncio.create_task(drive(opened))
            await opened.wait()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

        asyncio.run(cancel())
        self.assertEqual([request.method for request in service.requests], ["POST", "DELETE"])


class Account(unittest.TestCase):
    def test_bearers(self) -> None:
        made = {"success": True, "token": "bearer", "secretId": "sec_1"}
        service = Service(*[httpx.Response(200, json=made)] * 2)
        account = service.client().account
        self.assertEqual((account.token("own"), account.create_token("ci")["secretId"]), ("bearer", "sec_1"))
        bodies = [json.loads(request.content) for request in service.requests]
        self.assertEqual(bodies, [{"secret": "own"}, {"scope": "use", "name": "ci"}])


class Charges(unittest.TestCase):
    def test_a_page(self) -> None:
        page = {"charges": [{"id": "ch_1", "credits": 1}], "nextCursor": "c/2"}
        service = Service(*[httpx.Response(200, json={"success": True, **page})] * 2)
        account = service.client().account
        self.assertEqual(account.charges(limit=1, cursor="c/1")["nextCursor"], "c/2")
        self.assertEqual(account.charges()["charges"], page["charges"])
        paths = [request.url.raw_path for request in service.requests]
        self.assertEqual(paths, [b"/v1/account/charges?limit=1&cursor=c%2F1", b"/v1/account/charges"])


class Presets(unittest.TestCase):
    def test_a_put_answers_its_warnings(self) -> None:
        answer = {"success": True, "preset": {"name": "card"}, "warnings": ["`vh` has no effect."]}
        service = Service(httpx.Response(200, json=answer))
        stored = service.client().account.presets.put("card", {"vh": 9}, endpoint="pdf")
        self.assertEqual((stored["preset"]["name"], stored["warnings"]), ("card", answer["warnings"]))
        self.assertEqual(json.loads(service.requests[0].content), {"options": {"vh": 9}, "endpoint": "pdf"})


class Batches(unittest.TestCase):
    def test_what_is_signed(self) -> None:
        state = {"success": True, "status": "completed", "queued": 0}
        service = Service(*[httpx.Response(200, json=state)] * 3)
        client = service.client()
        client.batches.submit("image", ["https://example.com/"])
        client.batches.get("batch_1", limit=5)
        client.batches.cancel("batch_1")
        signed = [service.requests[0].content, b"/batch/key/batch_1", b"DELETE /batch/key/batch_1"]
        for request, text in zip(service.requests, signed, strict=True):
            self.assertEqual(request.headers["x-req-signature"], sign_bytes(SECRET, text))

    def test_an_item_without_an_address_is_not_sent(self) -> None:
        for item in ({}, "", 5, None, {"url": ""}, {"url": 5}):
            with self.subTest(item), self.assertRaisesRegex(ValueError, "^Item 1 of the batch takes an address"):
                Service().client().batches.submit("image", ["https://example.com/", item])

    def test_the_error_of_an_item_lacks_its_options(self) -> None:
        with self.assertRaises(ValueError) as caught:
            Service().client().batches.submit("image", [{"options": {"httpAuth": "ida:secret"}}])
        self.assertNotIn("ida:secret", str(caught.exception))

    def test_the_list(self) -> None:
        pages = [{"batches": [{"batchId": "batch_2"}], "nextCursor": "c/2"}, {"batches": [], "nextCursor": None}]
        service = Service(*[httpx.Response(200, json={"success": True, **page}) for page in pages])
        self.assertEqual([state["batchId"] for state in service.client().batches.iterate()], ["batch_2"])
        self.assertEqual(service.requests[1].url.query, b"limit=100&cursor=c%2F2")
        signature = sign_bytes(SECRET, b"/batch/key")
        self.assertEqual([request.headers["x-req-signature"] for request in service.requests], [signature] * 2)

    def test_a_wait_has_an_end(self) -> None:
        state = {"success": True, "status": "processing", "queued": 1, "total": 3}
        service = Service(*[httpx.Response(200, json=state)] * 50)
        begin = time.monotonic()
        with self.assertRaisesRegex(APITimeoutError, "batch_1 has unfinished items after 0.05 s: 1 of 3."):
            service.client().batches.wait("batch_1", timeout=0.05, poll=0.02)
        self.assertLess(time.monotonic() - begin, 5)


if __name__ == "__main__":
    unittest.main()
