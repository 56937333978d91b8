<?php

declare(strict_types=1);

namespace Tintype;

/** Saved logins: a session begins with one by its option `profile`, and `close($name)` saves one. */
final class Profiles
{
    public function __construct(private readonly Api $api)
    {
    }

    /** @return list<array<string, mixed>> */
    public function list(): array
    {
        return $this->api->json('GET', '/v1/account/profiles', 'the profiles')['profiles'];
    }

    /** @return array<string, mixed> */
    public function get(string $name): array
    {
        return $this->api->json('GET', self::path($name), 'the profile')['profile'];
    }

    /** Deletes a saved login; sessions that loaded it keep it. */
    public function delete(string $name): void
    {
        $this->api->json('DELETE', self::path($name), 'the deletion of a profile');
    }

    private static function path(string $name): string
    {
        return '/v1/account/profiles/' . Signing::segment('name', $name);
    }
}
