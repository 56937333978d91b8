<?php

declare(strict_types=1);

namespace Tintype;

/** The service refused or failed a request. */
final class ApiException extends TintypeException
{
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
        parent::__construct("{$text} ({$status} {$errorCode}{$request})", $status);
    }
}
