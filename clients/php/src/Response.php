<?php

declare(strict_types=1);

namespace Tintype;

/** An answer of the service. */
final class Response
{
    /** @param array<string, string> $headers by lower-case name */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }

    public function header(string $name): ?string
    {
        return $this->headers[$name] ?? null;
    }

    /** The seconds of `Retry-After`. */
    public function retryAfter(): ?float
    {
        $text = $this->header('retry-after') ?? '';

        return preg_match('~\A\d{1,9}(\.\d+)?\z~', $text) === 1 ? (float) $text : null;
    }

    /** @return array<string, mixed>|null */
    public function json(): ?array
    {
        $answer = json_decode($this->body, true);

        return is_array($answer) ? $answer : null;
    }
}
