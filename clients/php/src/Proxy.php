<?php

declare(strict_types=1);

namespace Tintype;

/** The proxy of sessions with `proxy`. */
final class Proxy
{
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Returns the proxy, without its password; null if there is none.
     *
     * @return array{url: string, setAt: string}|null
     */
    public function get(): ?array
    {
        return $this->api->json('GET', '/v1/account/proxy', 'the proxy')['proxy'];
    }

    /**
     * Sets the proxy: an http, https or socks5 URL with its login. The warnings are probable mistakes.
     *
     * @return array{proxy: array{url: string, setAt: string}, warnings: list<string>}
     */
    public function put(#[\SensitiveParameter] string $url): array
    {
        return $this->api->json('PUT', '/v1/account/proxy', 'the proxy', ['url' => $url]);
    }

    /** Removes the proxy; open sessions keep it. */
    public function delete(): void
    {
        $this->api->json('DELETE', '/v1/account/proxy', 'the proxy');
    }

    /**
     * Asks for a page through the proxy, and returns which step failed and why.
     *
     * @return array<string, mixed>
     */
    public function test(?string $url = null): array
    {
        $body = $url === null ? [] : ['url' => $url];

        return $this->api->json('POST', '/v1/account/proxy/test', 'the test of the proxy', $body);
    }
}
