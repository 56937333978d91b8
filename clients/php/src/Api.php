<?php

declare(strict_types=1);

namespace Tintype;

/** Sends requests with the account's credentials, again while the service is busy, and reads its errors. */
final class Api
{
    public const VERSION = '0.1.0';

    /** The codes of answers without one, such as `http_502`. */
    private const NO_CODE = 'http_';

    private const COMMON = ['success' => 1, 'error' => 1, 'code' => 1, 'requestId' => 1];

    public function __construct(
        public readonly Config $config,
        public readonly Transport $transport,
    ) {
    }

    /**
     * Sends a request with the bearer, and returns the JSON of the answer. `$onLost` is as of `answer`.
     *
     * @param array<string, mixed>|null $body
     * @param array<string, string>     $headers
     * @param list<int>                 $retried
     *
     * @return array<string, mixed>
     */
    public function json(
        string $method,
        string $path,
        string $what,
        ?array $body = null,
        array $headers = [],
        float $seconds = Request::ANSWER_SECONDS,
        array $retried = Request::BUSY,
        ?\Closure $onLost = null,
    ): array {
        $sent = ['Authorization' => $this->config->bearer()] + $headers;
        $text = $body === null ? null : Options::json($body === [] ? new \stdClass() : $body);

        $request = new Request($method, $this->config->url . $path, $what, $sent, $text, $seconds, $retried);

        return $this->answer($request, $onLost);
    }

    /**
     * Sends a request, and returns the JSON of the answer.
     *
     * @param ?\Closure(): void $onLost is called after an end that leaves unknown what the service did
     *
     * @return array<string, mixed>
     */
    public function answer(Request $request, ?\Closure $onLost = null): array
    {
        try {
            $response = $this->send($request);

            return $response->json() ?? throw $this->foreign($request, $response);
        } catch (\Throwable $failure) {
            if ($onLost !== null && !self::isAnswer($failure)) {
                $onLost();
            }
            throw $failure;
        }
    }

    /** Sends a request, again while the service is busy. */
    public function send(Request $request): Response
    {
        $prepared = $this->prepared($request);
        $left = $this->config->maxRetries;
        $seconds = $this->config->maxRetryWait;
        while (true) {
            $response = $this->transport->send($prepared);
            if ($response->status < 400) {
                return self::isOfService($response) ? $response : throw $this->foreign($request, $response);
            }
            $wait = $response->retryAfter();
            $isBusy = in_array($response->status, $request->retried, true);
            if (!$isBusy || $wait === null || $left < 1 || $wait > $seconds) {
                throw $this->error($request, $response);
            }
            --$left;
            $seconds -= $wait;
            $this->transport->pause($wait);
        }
    }

    /** Whether a failure is an answer of the service. A proxy may answer after the service did its work. */
    private static function isAnswer(\Throwable $failure): bool
    {
        return $failure instanceof ApiException && !str_starts_with($failure->errorCode, self::NO_CODE);
    }

    private function prepared(Request $request): Request
    {
        $headers = ['User-Agent' => 'tintype-php/' . self::VERSION] + $request->headers;
        if ($request->body !== null) {
            $headers += ['Content-Type' => 'application/json'];
        }
        $seconds = $this->config->timeout ?? $request->seconds;

        return new Request($request->method, $request->url, $request->what, $headers, $request->body, $seconds);
    }

    private function error(Request $request, Response $response): ApiException
    {
        $answer = $response->json() ?? [];
        // Other servers answer JSON too.
        if (!is_string($answer['code'] ?? null)) {
            $answer = [];
        }

        return new ApiException(
            is_string($answer['error'] ?? null) ? $answer['error'] : $this->foreign($request, $response)->getMessage(),
            $answer['code'] ?? self::NO_CODE . $response->status,
            $response->status,
            $answer['requestId'] ?? $response->header('x-request-id'),
            $response->retryAfter(),
            array_diff_key($answer, self::COMMON),
        );
    }

    /** Each answer of the service has a request id, and none below 400 is HTML. */
    private static function isOfService(Response $response): bool
    {
        $isHtml = str_starts_with(strtolower($response->header('content-type') ?? ''), 'text/html');

        return $response->header('x-request-id') !== null && !$isHtml;
    }

    /** The error for an answer of a proxy, or of another server. */
    public function foreign(Request $request, Response $response): TintypeException
    {
        return new TintypeException(
            "The answer {$response->status} of {$request->origin()} is not one of Tintype. "
            . "Check the client's `url`, and proxies on the way.",
        );
    }
}
