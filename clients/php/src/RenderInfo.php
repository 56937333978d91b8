<?php

declare(strict_types=1);

namespace Tintype;

/** What the headers of an answer say about a result. */
final class RenderInfo
{
    /**
     * @param ?string              $cache        `HIT`: stored before. `MISS`: rendered for this request.
     *                                           `COALESCED`: shared with an identical request
     * @param ?int                 $credits      what this answer cost
     * @param list<string>         $warnings     what the result lacks
     * @param ?int                 $targetStatus the page's own HTTP status
     * @param ?string              $fileUrl      a link to the result, for anybody who has it
     * @param ?string              $location     the object in the account's storage, with the option `s3Redirect`
     * @param array<string, float> $timings      milliseconds of each phase
     */
    public function __construct(
        public readonly string $contentType,
        public readonly ?string $cache,
        public readonly ?int $credits,
        public readonly array $warnings,
        public readonly ?int $targetStatus,
        public readonly ?string $fileUrl,
        public readonly ?string $fileName,
        public readonly ?string $etag,
        public readonly ?string $requestId,
        public readonly ?string $location,
        public readonly array $timings,
    ) {
    }

    public function isCached(): bool
    {
        return $this->cache === 'HIT';
    }

    /** @internal */
    public static function of(Response $response): self
    {
        $number = static fn (?string $text): ?int => $text !== null && ctype_digit($text) ? (int) $text : null;
        $warnings = $response->header('x-warnings') ?? '';

        return new self(
            $response->header('content-type') ?? '',
            $response->header('x-cache'),
            $number($response->header('x-credits-charged')),
            $warnings === '' ? [] : explode(' | ', $warnings),
            $number($response->header('x-target-status')),
            $response->header('x-file-url'),
            self::name($response->header('content-disposition') ?? ''),
            $response->header('etag'),
            $response->header('x-request-id'),
            $response->header('location'),
            self::times($response->header('server-timing') ?? ''),
        );
    }

    private static function name(string $disposition): ?string
    {
        if (preg_match("~filename\*=UTF-8''([^;]+)~", $disposition, $match) === 1) {
            return rawurldecode($match[1]);
        }

        return preg_match('~filename="([^"]*)"~', $disposition, $match) === 1 ? $match[1] : null;
    }

    /** @return array<string, float> */
    private static function times(string $text): array
    {
        preg_match_all('~([\w-]+);dur=([\d.]+)~', $text, $matches);

        return array_map(floatval(...), array_combine($matches[1], $matches[2]));
    }
}
