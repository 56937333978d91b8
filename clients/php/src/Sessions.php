<?php

declare(strict_types=1);

namespace Tintype;

/** Browser sessions. */
final class Sessions
{
    /** A batch of actions; 10 s are for the way. */
    private const BATCH_SECONDS = GeneratedTables::BATCH_ACTION_SECONDS + 10.0;

    /** For the call that abandons a create without an answer. */
    private const LOST_SECONDS = 5.0;

    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Opens a browser for a function, closes it at the end, also after an exception, and returns the function's value.
     *
     * @template T
     *
     * @param callable(Session): T                                                               $drive
     * @param array{maxTtlSeconds?: int, proxy?: bool, bypassBotDetection?: bool, cdp?: bool, profile?: string}    $options
     *
     * @return T
     */
    public function run(callable $drive, array $options = [], ?string $idempotencyKey = null): mixed
    {
        $session = $this->create($options, $idempotencyKey);
        try {
            $value = $drive($session);
        } catch (\Throwable $failure) {
            try {
                $session->close();
            } catch (TintypeException) {
                // The error of the function says more.
            }
            throw $failure;
        }
        try {
            $session->close();
        } catch (ApiException $failure) {
            if ($failure->errorCode !== 'session_not_found') {
                throw $failure;
            }
        }

        return $value;
    }

    /**
     * Opens a browser. `maxTtlSeconds` is its longest life, at most 900. `proxy` uses the account's proxy. `cdp` allows
     * DevTools clients to connect.
     *
     * @param array{maxTtlSeconds?: int, proxy?: bool, bypassBotDetection?: bool, cdp?: bool, profile?: string} $options
     */
    public function create(array $options = [], ?string $idempotencyKey = null): Session
    {
        // The key makes a repeat safe: the same key returns the same session.
        $key = $idempotencyKey ?? bin2hex(random_bytes(16));
        // The caller may repeat a create with a key of its own.
        $onLost = $idempotencyKey === null ? fn () => $this->abandonLost($key) : null;
        $headers = ['Idempotency-Key' => $key];
        $answer = $this->api->json('POST', '/v1/sessions', 'the new session', $options, $headers, onLost: $onLost);

        return new Session($this, $answer['sessionId'], $answer['session']);
    }

    /** Returns the session of another program by its id. It sends nothing; `close` ends it. */
    public function attach(string $sessionId): Session
    {
        Signing::segment('sessionId', $sessionId);

        return new Session($this, $sessionId, []);
    }

    /**
     * Returns a session, also after its end.
     *
     * @return array<string, mixed>
     */
    public function get(string $sessionId): array
    {
        return $this->api->json('GET', self::path($sessionId), 'the session')['session'];
    }

    /**
     * Closes a session, and returns what it cost. A repeat is harmless.
     * `$saveProfile` saves the login under this name first. If that fails, the session stays open.
     *
     * @return array<string, mixed>
     */
    public function close(string $sessionId, ?string $saveProfile = null): array
    {
        $query = Options::query(['saveProfile' => $saveProfile]);

        return $this->api->json('DELETE', self::path($sessionId) . $query, 'the close')['session'];
    }

    /**
     * Abandons a create by its key, for example one without an answer. Closes its session, also one that opens later,
     * and refuses later creates with the key. Returns the session, or null if no browser had opened.
     *
     * @return ?array<string, mixed>
     */
    public function abandon(string $idempotencyKey): ?array
    {
        $headers = ['Idempotency-Key' => $idempotencyKey];

        return $this->api->json('DELETE', '/v1/sessions', 'the abandoned create', headers: $headers)['session'];
    }

    /**
     * Makes a link to the live view of a session. It is a credential. With `$control`, a person can drive the browser.
     *
     * @return array{url: string, expiresAt: string}
     */
    public function live(string $sessionId, bool $control = false): array
    {
        $path = self::path($sessionId) . '/live';
        $answer = $this->api->json('POST', $path, 'the live view', ['control' => $control]);

        return ['url' => $answer['url'], 'expiresAt' => $answer['expiresAt']];
    }

    /**
     * Returns a page of up to `limit` (20; at most 100) sessions after `cursor`.
     *
     * @return array{sessions: list<array<string, mixed>>, nextCursor: ?string}
     */
    public function list(?string $status = null, ?int $limit = null, ?string $cursor = null): array
    {
        $query = Options::query(['status' => $status, 'limit' => $limit, 'cursor' => $cursor]);

        return $this->api->json('GET', "/v1/sessions{$query}", 'the sessions');
    }

    /**
     * Yields all sessions: active ones, then ended ones, each newest first.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(?string $status = null): \Generator
    {
        $cursor = null;
        do {
            $page = $this->list($status, 100, $cursor);
            foreach ($page['sessions'] as $session) {
                yield $session;
            }
            $cursor = $page['nextCursor'];
        } while ($cursor !== null);
    }

    /**
     * Runs any action by its type and payload, as in the HTTP interface.
     *
     * @param array<string, mixed> $payload
     *
     * @return array<string, mixed>
     */
    public function action(string $sessionId, string $type, array $payload = []): array
    {
        $body = ['type' => $type] + ($payload === [] ? [] : ['payload' => $payload]);
        $seconds = $type === 'batch' ? self::BATCH_SECONDS : Request::ANSWER_SECONDS;

        return $this->api->json(
            'POST',
            self::path($sessionId) . '/actions',
            "the action {$type}",
            $body,
            seconds: $seconds,
            retried: Request::NOT_BEGUN,
        );
    }

    private function abandonLost(string $key): void
    {
        $config = $this->api->config->with(timeout: self::LOST_SECONDS, maxRetries: 0);
        try {
            (new self(new Api($config, $this->api->transport)))->abandon($key);
        } catch (\Throwable) {
            // The error of the create says more. An older service does not know the call: its session ends with its time.
        }
    }

    private static function path(string $sessionId): string
    {
        return '/v1/sessions/' . Signing::segment('sessionId', $sessionId);
    }
}
