<?php

declare(strict_types=1);

namespace Tintype;

/**
 * The names and arguments of `techulus/capture`, so that a program moves to Tintype with its import.
 *
 * Options have their names in the URL, which has unknown ones too: `t` is another cache key. New programs use `Client`,
 * which knows its options and has more routes. Failed renders throw `TintypeException`, a `RuntimeException`.
 */
final class Capture
{
    private readonly Renders $renders;
    private readonly CaptureSessions $sessions;

    /**
     * @param array{useEdge?: bool|int|string, timeout?: int|string} $options `timeout` in seconds of a whole request; by
     *                                                                        default the service's own limit of each
     * @param ?string $url     by default TINTYPE_URL
     * @param ?string $edgeUrl the host of `useEdge`; by default TINTYPE_EDGE_URL
     */
    public function __construct(
        string $key,
        #[\SensitiveParameter] string $secret,
        array $options = [],
        ?string $url = null,
        ?string $edgeUrl = null,
        ?Transport $transport = null,
    ) {
        $useEdge = filter_var($options['useEdge'] ?? false, FILTER_VALIDATE_BOOLEAN);
        // 0 is no limit of the program's own.
        $seconds = (float) ($options['timeout'] ?? 0) ?: null;
        $config = new Config($key, $secret, $url, $edgeUrl, $useEdge, 1, $seconds, 2, 30.0);
        $api = new Api($config, $transport ?? new CurlTransport());
        $this->renders = new Renders($api);
        $this->sessions = new CaptureSessions(new Sessions($api));
    }

    /** @param array<string, mixed> $options */
    public function buildImageUrl(string $url, array $options = []): string
    {
        return $this->renders->signedUrl('image', $url, ['extra' => $options]);
    }

    /** @param array<string, mixed> $options */
    public function buildPdfUrl(string $url, array $options = []): string
    {
        return $this->renders->signedUrl('pdf', $url, ['extra' => $options]);
    }

    /** @param array<string, mixed> $options */
    public function buildContentUrl(string $url, array $options = []): string
    {
        return $this->renders->signedUrl('content', $url, ['extra' => $options]);
    }

    /** @param array<string, mixed> $options */
    public function buildMetadataUrl(string $url, array $options = []): string
    {
        return $this->renders->signedUrl('metadata', $url, ['extra' => $options]);
    }

    /** @param array<string, mixed> $options */
    public function buildAnimatedUrl(string $url, array $options = []): string
    {
        return $this->renders->signedUrl('animated', $url, ['extra' => $options]);
    }

    /** @param array<string, mixed> $options */
    public function fetchImage(string $url, array $options = []): string
    {
        return (string) $this->renders->fetch('image', $url, ['extra' => $options]);
    }

    /** @param array<string, mixed> $options */
    public function fetchPdf(string $url, array $options = []): string
    {
        return (string) $this->renders->fetch('pdf', $url, ['extra' => $options]);
    }

    /**
     * @param array<string, mixed> $options
     *
     * @return array<string, mixed>
     */
    public function fetchContent(string $url, array $options = []): array
    {
        return $this->renders->fetch('content', $url, ['extra' => $options])->jsonSerialize();
    }

    /**
     * @param array<string, mixed> $options
     *
     * @return array<string, mixed>
     */
    public function fetchMetadata(string $url, array $options = []): array
    {
        return $this->renders->fetch('metadata', $url, ['extra' => $options])->jsonSerialize();
    }

    /** @param array<string, mixed> $options */
    public function fetchAnimated(string $url, array $options = []): string
    {
        return (string) $this->renders->fetch('animated', $url, ['extra' => $options]);
    }

    public function sessions(): CaptureSessions
    {
        return $this->sessions;
    }

    /**
     * @param array<string, mixed> $options
     *
     * @return array<string, mixed>
     */
    public function createSession(array $options = []): array
    {
        return $this->sessions->create($options);
    }

    /** @return array<string, mixed> */
    public function getSession(string $sessionId): array
    {
        return $this->sessions->get($sessionId);
    }

    /** @return array<string, mixed> */
    public function closeSession(string $sessionId): array
    {
        return $this->sessions->close($sessionId);
    }

    /**
     * @param array<string, mixed> $payload
     *
     * @return array<string, mixed>
     */
    public function executeAction(string $sessionId, string $type, array $payload = []): array
    {
        return $this->sessions->action($sessionId, $type, $payload);
    }
}
