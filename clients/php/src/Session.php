<?php

declare(strict_types=1);

namespace Tintype;

/** An open browser. Its actions are methods; `Sessions::run` closes it. */
final class Session
{
    use GeneratedActions;

    /**
     * @internal
     *
     * @param array<string, mixed> $info
     */
    public function __construct(
        private readonly Sessions $sessions,
        public readonly string $id,
        private array $info,
    ) {
    }

    /**
     * What the service last answered about the session.
     *
     * @return array<string, mixed>
     */
    public function info(): array
    {
        return $this->info;
    }

    /** The address for DevTools clients, with the option `cdp`. It is a credential. */
    public function connectUrl(): ?string
    {
        return $this->info['connectUrl'] ?? null;
    }

    /**
     * Runs any action by its type and payload, as in the HTTP interface.
     *
     * @param array<string, mixed> $payload
     *
     * @return array<string, mixed>
     */
    public function act(string $type, array $payload = []): array
    {
        return $this->sessions->action($this->id, $type, $payload);
    }

    /**
     * Reads the session's state.
     *
     * @return array<string, mixed>
     */
    public function get(): array
    {
        return $this->info = $this->sessions->get($this->id);
    }

    /**
     * Closes the browser, and returns what the session cost. A repeat is harmless.
     *
     * @return array<string, mixed>
     */
    public function close(): array
    {
        return $this->info = $this->sessions->close($this->id);
    }
}
