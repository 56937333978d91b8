<?php

declare(strict_types=1);

namespace Tintype;

/** An open browser. Its actions are methods; `Sessions::run` closes it. */
final class Session
{
    use GeneratedActions;

    /**
     * Outside the object, so that no dump or log of a session shows this credential.
     *
     * @var ?\WeakMap<self, ?string>
     */
    private static ?\WeakMap $connectUrls = null;

    /** @var array<string, mixed> */
    private array $info;

    /**
     * @internal
     *
     * @param array<string, mixed> $info
     */
    public function __construct(
        private readonly Sessions $sessions,
        public readonly string $id,
        #[\SensitiveParameter] array $info,
    ) {
        $this->keep($info);
    }

    /**
     * What the service last answered about the session, without `connectUrl`. Empty before the first `get` of an
     * attached one.
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
        return self::$connectUrls[$this] ?? null;
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
        return $this->keep($this->sessions->get($this->id));
    }

    /**
     * Closes the browser, and returns what the session cost. A repeat is harmless.
     * `$saveProfile` saves the login under this name first. If that fails, the session stays open.
     * Inside `run`, the end of the function still closes it.
     *
     * @return array<string, mixed>
     */
    public function close(?string $saveProfile = null): array
    {
        return $this->keep($this->sessions->close($this->id, $saveProfile));
    }

    /**
     * Makes a link to a page that shows the browser. It is a credential. With `$control`, a person can drive it.
     *
     * @return array{url: string, expiresAt: string}
     */
    public function live(bool $control = false): array
    {
        return $this->sessions->live($this->id, $control);
    }

    /**
     * @param array<string, mixed> $info
     *
     * @return array<string, mixed>
     */
    private function keep(#[\SensitiveParameter] array $info): array
    {
        self::$connectUrls ??= new \WeakMap();
        self::$connectUrls[$this] = $info['connectUrl'] ?? null;
        unset($info['connectUrl']);

        return $this->info = $info;
    }
}
