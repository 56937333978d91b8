"""The signing vectors of contracts/vectors: `VECTORS` names the folder elsewhere."""

from __future__ import annotations

import json
import os
import unittest
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import httpx

from tintype import Tintype
from tintype._options import wire_options
from tintype.signing import encode_query, sign_v1, sign_v2

FOLDER = Path(os.environ.get("VECTORS") or Path(__file__).parents[3] / "contracts" / "vectors")
VECTORS = json.loads((FOLDER / "signing.json").read_text(encoding="utf-8"))
ALL = [*VECTORS["v1"], *VECTORS["v2"]]


def query_of(vector: dict[str, Any]) -> str:
    return encode_query(wire_options("all", dict(vector["options"]), {}).items())


class Vectors(unittest.TestCase):
    def test_there_are_enough(self) -> None:
        self.assertGreaterEqual(len(ALL), 40)

    def test_queries(self) -> None:
        for vector in ALL:
            if "options" in vector:
                with self.subTest(vector["name"]):
                    self.assertEqual(query_of(vector), vector["query"])

    def test_signatures(self) -> None:
        for vector in VECTORS["v1"]:
            with self.subTest(vector["name"]):
                self.assertEqual(sign_v1(vector["secret"], vector["query"]), vector["md5"])
        for vector in VECTORS["v2"]:
            with self.subTest(vector["name"]):
                self.assertEqual(sign_v2(vector["secret"], vector["endpoint"], vector["query"]), vector["hmac"])

    def test_the_wire_has_what_was_signed(self) -> None:
        """httpx rewrites nothing of a query that this library made."""
        for vector in ALL:
            if "options" in vector:
                with self.subTest(vector["name"]):
                    sent = httpx.URL(f"http://127.0.0.1/key/hash/image?{vector['query']}").raw_path.decode()
                    self.assertEqual(sent, f"/key/hash/image?{vector['query']}")


class Urls(unittest.TestCase):
    def client(self, **settings: Any) -> Tintype:
        return Tintype("key", "test", url="https://shots.example/", **settings)

    def test_version_1(self) -> None:
        url = self.client().build_image_url("https://news.ycombinator.com/")
        query = "url=https%3A%2F%2Fnews.ycombinator.com%2F"
        self.assertEqual(url, f"https://shots.example/key/f37d5fb3ee4540a05bf4ffeed6dffa28/image?{query}")

    def test_version_2(self) -> None:
        url = self.client(signature_version=2).build_image_url("https://news.ycombinator.com/")
        signature = "9112f739086653d97648c32be10b62dbe6014b2d880eded51b49c79b0a9e9c59"
        query = "url=https%3A%2F%2Fnews.ycombinator.com%2F"
        self.assertEqual(url, f"https://shots.example/v2/key/{signature}/image?{query}")

    def test_an_expiry_needs_version_2(self) -> None:
        url = self.client().build_pdf_url("https://example.com/", expires=4102444800)
        self.assertTrue(url.startswith("https://shots.example/v2/key/"))
        self.assertTrue(url.endswith("&expires=4102444800"))

    def test_a_wrong_expiry(self) -> None:
        wrong: list[Any] = [
            (4102444800000, ValueError, "looks like milliseconds"),
            (1000000000, ValueError, "in the future"),
            (datetime.fromtimestamp(0, timezone.utc), ValueError, "in the future"),
            (float("nan"), ValueError, "in the future"),
            ("7d", TypeError, "not '7d'"),
            (True, TypeError, "not True"),
        ]
        for expires, kind, text in wrong:
            with self.subTest(expires), self.assertRaisesRegex(kind, text):
                self.client().build_image_url("https://example.com/", expires=expires)

    def test_all_endpoints(self) -> None:
        client = self.client()
        for name in ("image", "pdf", "content", "metadata", "animated"):
            url = getattr(client, f"build_{name}_url")("https://example.com/", {"blockAds": True}, dark_mode=True)
            self.assertIn(f"/{name}?url=https%3A%2F%2Fexample.com%2F&blockAds=true&darkMode=true", url)

    def test_a_word_that_looks_encoded(self) -> None:
        client = self.client()
        self.assertIn("&userAgent=RmlyZWZveDE", client.build_image_url("https://example.com/", user_agent="Firefox1"))
        self.assertIn("&userAgent=Rmly", client.build_image_url("https://example.com/", {"userAgent": "Rmly"}))

    def test_the_edge_host(self) -> None:
        client = self.client(use_edge=True, edge_url="https://edge.example")
        self.assertTrue(client.build_image_url("https://example.com/").startswith("https://edge.example/key/"))

    def test_values_are_encoded(self) -> None:
        url = self.client().build_pdf_url(
            "https://example.com/", header="<b>Ä</b>", headers={"X-A": "b"}, hide=[".a", "#b"]
        )
        self.assertIn("&header=PGI-w4Q8L2I-&headers=eyJYLUEiOiJiIn0&hide=.a%2C%23b", url)


if __name__ == "__main__":
    unittest.main()
