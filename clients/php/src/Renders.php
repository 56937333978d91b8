<?php

declare(strict_types=1);

namespace Tintype;

/** Signed URLs, and requests of renders. */
final class Renders
{
    /** The service gives a render this time and its delay; 10 s are for the way. */
    private const SECONDS = GeneratedTables::REQUEST_SECONDS + 10.0;
    private const EDGE_SECONDS = GeneratedTables::EDGE_SECONDS + 10.0;
    /** The largest `delay`. A preset may have it. */
    private const MOST_DELAY_SECONDS = 60.0;
    /** The year 5138 in seconds; a clock in milliseconds passed it in 1973. */
    private const LEAST_MILLISECONDS = 100_000_000_000;
    /** What a POST takes beside options. */
    private const PAGE = ['url', 'html', 'markdown', 'baseUrl'];

    public function __construct(private readonly Api $api)
    {
    }

    /** @param array<string, mixed> $options */
    public function signedUrl(
        string $endpoint,
        string $url,
        array $options,
        int|\DateTimeInterface|null $expires = null,
    ): string {
        if ($url === '') {
            throw new \InvalidArgumentException('The address of the page is empty.');
        }
        $wire = ['url' => $url] + Options::wire(Options::known($endpoint, $options, 'url', 'expires'));
        if ($expires !== null) {
            $wire['expires'] = self::expiry($expires);
        }
        $config = $this->api->config;
        $query = Signing::encodeQuery($wire);
        $isV2 = isset($wire['expires']) || $config->signatureVersion === 2;
        $signature = $isV2
            ? Signing::v2($config->secret(), $endpoint, $query)
            : Signing::v1($config->secret(), $query);

        return $config->renderUrl() . ($isV2 ? '/v2' : '') . "/{$config->key}/{$signature}/{$endpoint}?{$query}";
    }

    private static function expiry(int|\DateTimeInterface $expires): int
    {
        $seconds = is_int($expires) ? $expires : $expires->getTimestamp();
        if ($seconds >= self::LEAST_MILLISECONDS) {
            throw new \InvalidArgumentException("`expires` takes a time or Unix seconds; {$seconds} looks like milliseconds.");
        }
        if ($seconds <= time()) {
            throw new \InvalidArgumentException("`expires` takes a time or Unix seconds in the future, not {$seconds}.");
        }

        return $seconds;
    }

    /** @param array<string, mixed> $options */
    public function fetch(string $endpoint, string $url, array $options): RenderedFile|Content|Metadata
    {
        $address = $this->signedUrl($endpoint, $url, $options);
        $seconds = $this->seconds($options);

        return $this->result($endpoint, new Request('GET', $address, "the {$endpoint} of " . Signing::shown($url), seconds: $seconds));
    }

    /** @param array<string, mixed> $options */
    public function post(string $endpoint, array $options): RenderedFile|Content|Metadata
    {
        $body = ['endpoint' => $endpoint] + self::body($endpoint, $options);

        return $this->result($endpoint, $this->request($body, "the {$endpoint}", $this->seconds($options)));
    }

    /**
     * @param list<string|array<string, mixed>> $outputs
     * @param array<string, mixed>              $options
     *
     * @return array<string, mixed>
     */
    public function report(array $outputs, array $options): array
    {
        $body = ['outputs' => array_map(self::output(...), $outputs)] + self::body(null, $options);

        return $this->api->answer($this->request($body, 'the render', 2 * $this->seconds($options)));
    }

    /**
     * @param array<string, mixed> $options
     *
     * @return array<string, mixed>
     */
    public function later(string $endpoint, array $options, ?string $notificationUri, string $key): array
    {
        $body = ['endpoint' => $endpoint, 'async' => true] + self::body($endpoint, $options);
        if ($notificationUri !== null) {
            $body['notification_uri'] = $notificationUri;
        }

        return $this->api->answer($this->request($body, 'the render', self::SECONDS, ['Idempotency-Key' => $key]));
    }

    private static function output(mixed $output): mixed
    {
        if (!is_array($output)) {
            return $output;
        }
        $endpoint = (string) ($output['endpoint'] ?? '');
        unset($output['endpoint']);

        return ['endpoint' => $endpoint] + Options::wire(Options::known($endpoint, $output));
    }

    /**
     * @param ?string              $endpoint null for several outputs
     * @param array<string, mixed> $options
     *
     * @return array<string, mixed>
     */
    private static function body(?string $endpoint, array $options): array
    {
        $wire = Options::wire(Options::known($endpoint, $options, ...self::PAGE));
        if (count(array_intersect_key($wire, ['url' => 1, 'html' => 1, 'markdown' => 1])) !== 1) {
            throw new \InvalidArgumentException('A render takes exactly one of `url`, `html` and `markdown`.');
        }

        return $wire;
    }

    /**
     * @param array<string, mixed>  $body
     * @param array<string, string> $headers
     */
    private function request(array $body, string $what, float $seconds, array $headers = []): Request
    {
        $config = $this->api->config;
        $sent = ['Authorization' => $config->bearer()] + $headers;

        return new Request('POST', "{$config->renderUrl()}/v1/renders", $what, $sent, Options::json($body), $seconds);
    }

    /** @param array<string, mixed> $options */
    private function seconds(array $options): float
    {
        $options += is_array($options['extra'] ?? null) ? $options['extra'] : [];
        $delay = $options['delay'] ?? (isset($options['preset']) ? self::MOST_DELAY_SECONDS : 0);

        return $this->api->config->useEdge
            ? self::EDGE_SECONDS
            : self::SECONDS + (is_numeric($delay) ? (float) $delay : self::MOST_DELAY_SECONDS);
    }

    private function result(string $endpoint, Request $request): RenderedFile|Content|Metadata
    {
        $response = $this->api->send($request);
        $info = RenderInfo::of($response);
        if ($response->status >= 300) {
            return new RenderedFile('', $info);
        }
        $read = fn (): array => $response->json() ?? throw $this->api->foreign($request, $response);

        return match ($endpoint) {
            'content' => new Content($read(), $info),
            'metadata' => new Metadata($read(), $info),
            default => new RenderedFile($response->body, $info),
        };
    }
}
