<?php

declare(strict_types=1);

namespace Tintype;

/**
 * Renders pages, drives browsers and manages the account.
 *
 * Options have the names of the HTTP interface and plain values: the library encodes texts and arrays.
 *
 * @phpstan-import-type ImageOptions from GeneratedTables
 * @phpstan-import-type PdfOptions from GeneratedTables
 * @phpstan-import-type ContentOptions from GeneratedTables
 * @phpstan-import-type MetadataOptions from GeneratedTables
 * @phpstan-import-type AnimatedOptions from GeneratedTables
 */
final class Client
{
    public readonly Sessions $sessions;
    public readonly Batches $batches;
    public readonly Account $account;

    private readonly Api $api;
    private readonly Renders $renders;

    /**
     * Missing settings come from TINTYPE_KEY, TINTYPE_SECRET, TINTYPE_URL and TINTYPE_EDGE_URL.
     *
     * @param bool   $useEdge          renders on the edge host, where a request may take 300 s
     * @param int    $signatureVersion 1 or 2
     * @param ?float $timeout          seconds of a whole request; by default the service's own limit of each
     * @param int    $maxRetries       how often a busy service is asked again
     * @param float  $maxRetryWait     most seconds that the waits for it may take in all
     */
    public function __construct(
        ?string $key = null,
        #[\SensitiveParameter] ?string $secret = null,
        ?string $url = null,
        ?string $edgeUrl = null,
        bool $useEdge = false,
        int $signatureVersion = 1,
        ?float $timeout = null,
        int $maxRetries = 2,
        float $maxRetryWait = 30.0,
        ?Transport $transport = null,
    ) {
        $config = new Config(
            $key,
            $secret,
            $url,
            $edgeUrl,
            $useEdge,
            $signatureVersion,
            $timeout,
            $maxRetries,
            $maxRetryWait,
        );
        $this->api = new Api($config, $transport ?? new CurlTransport());
        $this->renders = new Renders($this->api);
        $this->sessions = new Sessions($this->api);
        $this->batches = new Batches($this->api);
        $this->account = new Account($this->api);
    }

    /** Returns a client with other settings for some calls. It shares the connection of this one. */
    public function withOptions(?float $timeout = null, ?int $maxRetries = null, ?float $maxRetryWait = null): self
    {
        $config = $this->api->config->with($timeout, $maxRetries, $maxRetryWait);

        return new self(...$config->arguments(), transport: $this->api->transport);
    }

    /**
     * Returns the signed URL of a picture. `expires`, a time or Unix seconds, ends it; that needs signature version 2.
     *
     * @param ImageOptions $options
     */
    public function buildImageUrl(string $url, array $options = [], int|\DateTimeInterface|null $expires = null): string
    {
        return $this->renders->signedUrl('image', $url, $options, $expires);
    }

    /**
     * Returns the signed URL of a PDF.
     *
     * @param PdfOptions $options
     */
    public function buildPdfUrl(string $url, array $options = [], int|\DateTimeInterface|null $expires = null): string
    {
        return $this->renders->signedUrl('pdf', $url, $options, $expires);
    }

    /**
     * Returns the signed URL of a page's HTML, text and Markdown.
     *
     * @param ContentOptions $options
     */
    public function buildContentUrl(string $url, array $options = [], int|\DateTimeInterface|null $expires = null): string
    {
        return $this->renders->signedUrl('content', $url, $options, $expires);
    }

    /**
     * Returns the signed URL of a page's metadata.
     *
     * @param MetadataOptions $options
     */
    public function buildMetadataUrl(string $url, array $options = [], int|\DateTimeInterface|null $expires = null): string
    {
        return $this->renders->signedUrl('metadata', $url, $options, $expires);
    }

    /**
     * Returns the signed URL of a recording.
     *
     * @param AnimatedOptions $options
     */
    public function buildAnimatedUrl(string $url, array $options = [], int|\DateTimeInterface|null $expires = null): string
    {
        return $this->renders->signedUrl('animated', $url, $options, $expires);
    }

    /**
     * Returns a picture of a page.
     *
     * @param ImageOptions $options
     */
    public function fetchImage(string $url, array $options = []): RenderedFile
    {
        return $this->renders->fetch('image', $url, $options);
    }

    /**
     * Returns a page as PDF.
     *
     * @param PdfOptions $options
     */
    public function fetchPdf(string $url, array $options = []): RenderedFile
    {
        return $this->renders->fetch('pdf', $url, $options);
    }

    /**
     * Returns a page's HTML, text and Markdown.
     *
     * @param ContentOptions $options
     */
    public function fetchContent(string $url, array $options = []): Content
    {
        return $this->renders->fetch('content', $url, $options);
    }

    /**
     * Returns a page's title, author, picture and other metadata.
     *
     * @param MetadataOptions $options
     */
    public function fetchMetadata(string $url, array $options = []): Metadata
    {
        return $this->renders->fetch('metadata', $url, $options);
    }

    /**
     * Returns a recording of a page.
     *
     * @param AnimatedOptions $options
     */
    public function fetchAnimated(string $url, array $options = []): RenderedFile
    {
        return $this->renders->fetch('animated', $url, $options);
    }

    /**
     * Renders by POST what the options name: `url`, `html` or `markdown`. Relative links of a text belong to `baseUrl`.
     *
     * @param 'image'|'pdf'|'content'|'metadata'|'animated' $endpoint
     * @param array<string, mixed>                           $options
     *
     * @return ($endpoint is 'content' ? Content : ($endpoint is 'metadata' ? Metadata : RenderedFile))
     */
    public function render(string $endpoint, array $options): RenderedFile|Content|Metadata
    {
        return $this->renders->post($endpoint, $options);
    }

    /**
     * Makes several results of one page load, and returns links to them.
     *
     * @param list<string|array<string, mixed>> $outputs endpoints, or arrays of `endpoint` and its own options
     * @param array<string, mixed>              $options as of `render`
     *
     * @return array{results: list<array<string, mixed>>, warnings: list<string>, timings: array<string, float>,
     *     targetStatus: ?int}
     */
    public function renderReport(array $outputs, array $options): array
    {
        return $this->renders->report($outputs, $options);
    }

    /**
     * Accepts a render of a `url` as a batch of one, which stores its result in the account's storage.
     *
     * @param 'image'|'pdf'        $endpoint
     * @param array<string, mixed> $options
     *
     * @return array{batchId: string, status: string, total: int, statusUrl: string}
     */
    public function renderLater(
        string $endpoint,
        array $options,
        ?string $notificationUri = null,
        ?string $idempotencyKey = null,
    ): array {
        $key = $idempotencyKey ?? bin2hex(random_bytes(16));

        return $this->renders->later($endpoint, $options, $notificationUri, $key);
    }

    /** Deletes a stored result by its link, `info->fileUrl` of a render. */
    public function deleteFile(string $url): void
    {
        $start = $this->api->config->url . '/files/';
        if (!str_starts_with($url, $start)) {
            throw new \InvalidArgumentException(
                "A link to a result starts with {$start}, so that no other host gets the secret.",
            );
        }
        $this->api->json('DELETE', substr($url, strlen($this->api->config->url)), 'the deletion');
    }

    /**
     * Returns the values of `emulateDevice`.
     *
     * @return list<array{key: string, name: string, userAgent: string, viewport: array<string, mixed>}>
     */
    public function devices(): array
    {
        return $this->api->json('GET', '/screenshot/devices', 'the list of devices')['devices'];
    }

    /**
     * Returns the addresses of the service's browsers, as CIDR prefixes.
     *
     * @return list<string>
     */
    public function ipRanges(): array
    {
        return $this->api->json('GET', '/ip-ranges.json', 'the list of addresses')['prefixes'];
    }

    /**
     * Returns the notification in `body` if its header `x-signature` is genuine.
     *
     * @return array<string, mixed>
     *
     * @throws WebhookSignatureException
     */
    public function verifyWebhook(string $body, ?string $signature, int $tolerance = 300, ?int $now = null): array
    {
        return Webhook::verify($body, $signature, $this->api->config->secret(), $tolerance, $now);
    }
}
