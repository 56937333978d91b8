<?php

declare(strict_types=1);

namespace Tintype;

/** A request as data. */
final class Request
{
    /** Statuses of a busy service. A request with 503 may have had its effect; only some requests bear a repeat. */
    public const BUSY = [429, 503];

    /** The status of a request that did not begin. */
    public const NOT_BEGUN = [429];

    /** Most requests take no longer than an action; 10 s are for the way. */
    public const ANSWER_SECONDS = GeneratedTables::ACTION_SECONDS + 10.0;

    /**
     * @param string                $what    what the request does, for messages of errors
     * @param array<string, string> $headers
     * @param float                 $seconds how long the whole request may take
     * @param list<int>             $retried statuses after which it is sent again
     */
    public function __construct(
        public readonly string $method,
        #[\SensitiveParameter] public readonly string $url,
        public readonly string $what,
        #[\SensitiveParameter] public readonly array $headers = [],
        #[\SensitiveParameter] public readonly ?string $body = null,
        public readonly float $seconds = self::ANSWER_SECONDS,
        public readonly array $retried = self::BUSY,
    ) {
    }

    /** Scheme and host, for messages. */
    public function origin(): string
    {
        return preg_match('~\Ahttps?://[^/?]+~', $this->url, $match) === 1 ? $match[0] : $this->url;
    }
}
