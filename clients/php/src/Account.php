<?php

declare(strict_types=1);

namespace Tintype;

/** The account's own routes. */
final class Account
{
    public readonly Secrets $secrets;
    public readonly Presets $presets;
    public readonly Storage $storage;
    public readonly Proxy $proxy;
    public readonly Profiles $profiles;

    public function __construct(private readonly Api $api)
    {
        $this->secrets = new Secrets($api);
        $this->presets = new Presets($api);
        $this->storage = new Storage($api);
        $this->proxy = new Proxy($api);
        $this->profiles = new Profiles($api);
    }

    /**
     * Returns the account: its limits and the credits left; null is unlimited.
     *
     * @return array<string, mixed>
     */
    public function get(): array
    {
        return $this->api->json('GET', '/v1/account', 'the account')['account'];
    }

    /**
     * Returns a row for each UTC day, both included; by default the last 30 days.
     *
     * @return list<array<string, mixed>>
     */
    public function usage(?string $from = null, ?string $to = null): array
    {
        $query = Options::query(['from' => $from, 'to' => $to]);

        return $this->api->json('GET', "/v1/account/usage{$query}", 'the usage')['days'];
    }

    /**
     * Returns a page of up to `$limit` (50; at most 100) charges after `$cursor`: the last 40 days, latest first.
     * A page may be empty before the last one, whose `nextCursor` is null.
     *
     * @return array{charges: list<array<string, mixed>>, nextCursor: ?string}
     */
    public function charges(?int $limit = null, ?string $cursor = null): array
    {
        $query = Options::query(['limit' => $limit, 'cursor' => $cursor]);

        return $this->api->json('GET', "/v1/account/charges{$query}", 'the charges');
    }

    /** Returns the bearer of a secret, for sessions and the tool server. */
    public function token(#[\SensitiveParameter] string $secret): string
    {
        $body = ['secret' => $secret];

        return $this->api->json('POST', '/v1/account/token', 'the token', $body, retried: Request::NOT_BEGUN)['token'];
    }

    /**
     * Makes a secret and its bearer.
     *
     * @param 'use'|'manage' $scope
     *
     * @return array{token: string, secretId: string, secret: string, scope: string, name: ?string}
     */
    public function createToken(?string $name = null, string $scope = 'use'): array
    {
        $body = ['scope' => $scope] + ($name === null ? [] : ['name' => $name]);

        return $this->api->json('POST', '/v1/account/token', 'the new token', $body, retried: Request::NOT_BEGUN);
    }
}
