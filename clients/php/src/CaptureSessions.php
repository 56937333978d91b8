<?php

declare(strict_types=1);

namespace Tintype;

/** The browsers of `Capture`, by their ids. They end by `close` or with their time. */
final class CaptureSessions
{
    public function __construct(private readonly Sessions $sessions)
    {
    }

    /**
     * Opens a browser.
     *
     * @param array<string, mixed> $options those of the interface, such as `maxTtlSeconds`
     *
     * @return array<string, mixed>
     */
    public function create(array $options = []): array
    {
        return $this->answer(function () use ($options): array {
            $session = $this->sessions->create($options);
            $info = $session->info();
            $more = $session->connectUrl() === null ? [] : ['connectUrl' => $session->connectUrl()];
            $common = ['success' => true, 'sessionId' => $session->id, 'expiresAt' => $info['expiresAt'] ?? null];

            return $common + $more + ['session' => $info + $more];
        });
    }

    /** @return array<string, mixed> */
    public function get(string $sessionId): array
    {
        return $this->answer(fn (): array => ['success' => true, 'session' => $this->sessions->get($sessionId)]);
    }

    /** @return array<string, mixed> */
    public function close(string $sessionId): array
    {
        return $this->answer(fn (): array => ['success' => true, 'session' => $this->sessions->close($sessionId)]);
    }

    /**
     * @param array<string, mixed> $payload
     *
     * @return array<string, mixed>
     */
    public function action(string $sessionId, string $type, array $payload = []): array
    {
        return $this->answer(fn (): array => $this->sessions->action($sessionId, $type, $payload));
    }

    /**
     * @param \Closure(): array<string, mixed> $call
     *
     * @return array<string, mixed>
     *
     * @throws CaptureSessionsException for a refusal of the service
     */
    private function answer(\Closure $call): array
    {
        try {
            return $call();
        } catch (ApiException $refusal) {
            throw new CaptureSessionsException($refusal);
        }
    }
}
