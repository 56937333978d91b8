<?php

declare(strict_types=1);

namespace Tintype;

/** The service refused or failed a request. */
final class ApiException extends TintypeException
{
    /** The service's sentences speak of the wire, which this library writes. */
    private const WRONG_PAIR = ['unknown_api_key', 'invalid_hash', 'invalid_credentials'];

    private const UNKNOWN_PAIR = 'The service does not know this API key with this secret';

    private const METHODS = [
        'PUT /v1/account/storage' => 'account->storage->put',
        'POST /v1/account/storage/test' => 'account->storage->test',
        'POST /v1/sessions' => 'sessions->create',
    ];

    /**
     * @param string               $errorCode  stable and for programs, such as `invalid_option`
     * @param ?string              $requestId  names the request in the service's logs
     * @param ?float               $retryAfter seconds after which a retry makes sense
     * @param array<string, mixed> $details    the other properties of the error's JSON, such as `diagnosis`
     */
    public function __construct(
        string $text,
        public readonly string $errorCode,
        public readonly int $status,
        public readonly ?string $requestId = null,
        public readonly ?float $retryAfter = null,
        public readonly array $details = [],
    ) {
        $request = $requestId === null ? '' : ", request {$requestId}";
        // A secret that lacks a scope is right.
        if (in_array($errorCode, self::WRONG_PAIR, true) && !isset($details['requiredScope'])) {
            $reason = $errorCode === 'invalid_credentials' ? self::UNKNOWN_PAIR : strtok($text, '.:');
            $text = "{$reason}; check the client's key and secret";
        }
        foreach (self::METHODS as $route => $method) {
            $text = (string) preg_replace("~{$route}(?![\\w/])~", "`{$method}`", $text);
        }
        parent::__construct("{$text} ({$status} {$errorCode}{$request})", $status);
    }
}
