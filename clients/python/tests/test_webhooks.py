"""Signatures of notifications."""

from __future__ import annotations

import unittest

from tintype import Tintype, WebhookSignatureError, verify_webhook
from tintype.signing import sign_bytes

BODY = b'{"event":"batch.completed","batchId":"batch_1","results":[]}'
NOW = 1_900_000_000


def header(body: bytes = BODY, secret: str = "secret", sent: int = NOW) -> str:
    return f"t={sent},v1={sign_bytes(secret, str(sent).encode() + b'.' + body)}"


class Webhooks(unittest.TestCase):
    def test_a_genuine_one(self) -> None:
        self.assertEqual(verify_webhook(BODY, header(), "secret", now=NOW + 299)["batchId"], "batch_1")
        self.assertEqual(verify_webhook(BODY.decode(), header(), "secret", now=NOW)["event"], "batch.completed")
        self.assertEqual(Tintype("key", "secret").verify_webhook(BODY, header(), now=NOW)["batchId"], "batch_1")
        self.assertEqual(verify_webhook(BODY, header().encode(), "secret", now=NOW)["batchId"], "batch_1")

    def test_forged_ones(self) -> None:
        forged = [
            (None, "malformed"),
            ("", "malformed"),
            ("t=1,v1=abc", "malformed"),
            (header() + "\n", "malformed"),
            (BODY, "malformed"),
            (header(secret="other"), "does not fit"),
            (header(body=BODY + b" "), "does not fit"),
            (header().replace(f"t={NOW}", f"t={NOW + 1}"), "does not fit"),
            (header(sent=NOW - 301), "301 s old"),
            (header(sent=NOW + 301), "-301 s old"),
        ]
        for signature, reason in forged:
            with self.subTest(signature), self.assertRaisesRegex(WebhookSignatureError, reason):
                verify_webhook(BODY, signature, "secret", now=NOW)


if __name__ == "__main__":
    unittest.main()
