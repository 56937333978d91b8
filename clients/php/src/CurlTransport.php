<?php

declare(strict_types=1);

namespace Tintype;

/** Sends requests with curl, and keeps the connection. */
final class CurlTransport implements Transport
{
    private const CONNECT_SECONDS = 10.0;

    /** Between two calls of `onWait` in a pause; the longest time between those of curl. */
    private const PAUSE_STEP_SECONDS = 1.0;

    private readonly \CurlHandle $curl;

    /**
     * @param ?\Closure(): void $onWait is called at least once a second during each request and pause. What it throws
     *                                  ends the call.
     */
    public function __construct(private readonly ?\Closure $onWait = null)
    {
        $this->curl = curl_init();
    }

    public function send(Request $request): Response
    {
        curl_reset($this->curl);
        $headers = [];
        $thrown = null;
        curl_setopt_array($this->curl, $this->options($request) + self::progress($this->onWait, $thrown) + [
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $curl, string $line) use (&$headers): int {
                $parts = explode(':', $line, 2);
                if (isset($parts[1])) {
                    $headers[strtolower(trim($parts[0]))] = trim($parts[1]);
                }

                return strlen($line);
            },
        ]);
        $body = curl_exec($this->curl);
        if (!is_string($body)) {
            throw $thrown ?? $this->failure($request);
        }

        return new Response(curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), $headers, $body);
    }

    public function pause(float $seconds): void
    {
        $end = microtime(true) + $seconds;
        while (($left = $end - microtime(true)) > 0) {
            if ($this->onWait !== null) {
                ($this->onWait)();
                $left = min($left, self::PAUSE_STEP_SECONDS);
            }
            usleep((int) ceil($left * 1_000_000));
        }
    }

    /**
     * Static, because a handle that holds its own transport stays open until PHP collects cycles.
     *
     * @return array<int, mixed>
     */
    private static function progress(?\Closure $onWait, ?\Throwable &$thrown): array
    {
        return $onWait === null ? [] : [
            CURLOPT_NOPROGRESS => false,
            CURLOPT_XFERINFOFUNCTION => static function () use (&$thrown, $onWait): int {
                try {
                    $onWait();
                } catch (\Throwable $error) {
                    $thrown = $error;
                }

                return $thrown === null ? 0 : 1;
            },
        ];
    }

    /** @return array<int, mixed> */
    private function options(Request $request): array
    {
        $lines = [];
        foreach ($request->headers as $name => $value) {
            $lines[] = "{$name}: {$value}";
        }
        $options = [
            CURLOPT_URL => $request->url,
            CURLOPT_CUSTOMREQUEST => $request->method,
            // An empty `Expect` saves the wait for 100 Continue.
            CURLOPT_HTTPHEADER => [...$lines, 'Expect:'],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PATH_AS_IS => true,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_TIMEOUT_MS => max(1, (int) ceil($request->seconds * 1000)),
            CURLOPT_CONNECTTIMEOUT_MS => max(1, (int) ceil(min($request->seconds, self::CONNECT_SECONDS) * 1000)),
        ];

        return $request->body === null ? $options : $options + [CURLOPT_POSTFIELDS => $request->body];
    }

    private function failure(Request $request): TintypeException
    {
        // A kept connection has no connect time; the bytes of the request tell for both.
        $isSent = curl_getinfo($this->curl, CURLINFO_REQUEST_SIZE) > 0;
        if (curl_errno($this->curl) === CURLE_OPERATION_TIMEDOUT && $isSent) {
            return new TimeoutException("The service did not answer within {$request->seconds} s: {$request->what}.");
        }
        $reason = curl_strerror(curl_errno($this->curl));

        return new ConnectionException("The service at {$request->origin()} cannot be reached. {$reason}.");
    }
}
