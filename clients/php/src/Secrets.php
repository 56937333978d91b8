<?php

declare(strict_types=1);

namespace Tintype;

/** The account's secrets. */
final class Secrets
{
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Returns the secrets, without their text.
     *
     * @return list<array<string, mixed>>
     */
    public function list(): array
    {
        return $this->api->json('GET', '/v1/account/secrets', 'the secrets')['secrets'];
    }

    /**
     * Makes a secret. One with the scope `manage` may change the account.
     *
     * @param 'use'|'manage' $scope
     *
     * @return array{secretId: string, secret: string, scope: string, name: ?string}
     */
    public function create(?string $name = null, string $scope = 'use'): array
    {
        $body = ['scope' => $scope] + ($name === null ? [] : ['name' => $name]);

        // A repeat would make a second secret, whose text the first answer had.
        return $this->api->json('POST', '/v1/account/secrets', 'the new secret', $body, retried: Request::NOT_BEGUN);
    }

    /** Deletes a secret: what it signed is refused from now on. */
    public function delete(string $secretId): void
    {
        $this->api->json('DELETE', '/v1/account/secrets/' . Signing::segment('secretId', $secretId), 'the deletion of a secret');
    }
}
