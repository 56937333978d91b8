<?php

// Signatures of notifications.

declare(strict_types=1);

namespace Tintype\Tests;

use Tintype\Client;
use Tintype\Signing;
use Tintype\Webhook;
use Tintype\WebhookSignatureException;

const BODY = '{"event":"batch.completed","batchId":"batch_1"}';
const NOW = 1_900_000_000;

$header = static fn (string $body = BODY, string $secret = 'secret', int $sent = NOW): string =>
    "t={$sent},v1=" . Signing::bytes($secret, "{$sent}.{$body}");

same('batch_1', Webhook::verify(BODY, $header(), 'secret', now: NOW + 299)['batchId'], 'a genuine one');
same('batch_1', (new Client('key', 'secret'))->verifyWebhook(BODY, $header(), now: NOW)['batchId'], 'a genuine one');
$forged = [
    ['', 'malformed'],
    ['t=1,v1=abc', 'malformed'],
    [$header() . "\n", 'malformed'],
    [$header(secret: 'other'), 'does not fit'],
    [$header(body: BODY . ' '), 'does not fit'],
    [str_replace('t=' . NOW, 't=' . (NOW + 1), $header()), 'does not fit'],
    [$header(sent: NOW - 301), '301 s old'],
];
foreach ($forged as [$signature, $reason]) {
    $verify = static fn () => Webhook::verify(BODY, $signature, 'secret', now: NOW);
    contains($reason, thrown(WebhookSignatureException::class, $verify, $signature)->getMessage(), 'a forged one');
}
