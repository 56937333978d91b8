<?php

declare(strict_types=1);

namespace Tintype;

/** Notifications of batches. */
final class Webhook
{
    /**
     * Returns the notification in `body` if the header `x-signature` is genuine. `body` is the raw body of the request,
     * `tolerance` the greatest age in seconds. A notification may come twice: ignore a `deliveryId` that you know.
     *
     * @return array<string, mixed>
     *
     * @throws WebhookSignatureException
     */
    public static function verify(
        string $body,
        ?string $signature,
        #[\SensitiveParameter] string $secret,
        int $tolerance = 300,
        ?int $now = null,
    ): array {
        if (preg_match('~\At=(\d{1,12}),v1=([0-9a-f]{64})\z~', $signature ?? '', $match) !== 1) {
            throw new WebhookSignatureException('The header x-signature is missing or malformed: it has the form t=…,v1=….');
        }
        [, $sent, $given] = $match;
        if (!hash_equals(Signing::bytes($secret, "{$sent}.{$body}"), $given)) {
            throw new WebhookSignatureException(
                'The signature does not fit the body. Check the secret, and pass the raw body.',
            );
        }
        $age = ($now ?? time()) - (int) $sent;
        if (abs($age) > $tolerance) {
            throw new WebhookSignatureException("The notification is {$age} s old; at most {$tolerance} s are allowed.");
        }

        return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    }
}
