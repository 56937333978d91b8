<?php

declare(strict_types=1);

namespace Tintype;

/** The account's own S3-compatible storage. */
final class Storage
{
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Returns `storage`, without its secret, and `source`.
     *
     * @return array<string, mixed>
     */
    public function get(): array
    {
        return $this->api->json('GET', '/v1/account/storage', 'the storage');
    }

    /**
     * Replaces the settings. Without `secret`, the stored one stays.
     *
     * @param array{endpoint: string, bucket: string, key: string, secret?: string, region?: string, pathStyle?: bool,
     *     prefix?: string, publicUrl?: ?string} $settings
     *
     * @return array<string, mixed>
     */
    public function put(#[\SensitiveParameter] array $settings): array
    {
        return $this->api->json('PUT', '/v1/account/storage', 'the storage', $settings);
    }

    /**
     * Removes the settings; stored objects stay.
     *
     * @return array<string, mixed>
     */
    public function delete(): array
    {
        return $this->api->json('DELETE', '/v1/account/storage', 'the storage');
    }

    /**
     * Writes, reads and deletes one object, and returns which step failed and why.
     *
     * @return array<string, mixed>
     */
    public function test(?string $s3Acl = null): array
    {
        $body = $s3Acl === null ? [] : ['s3Acl' => $s3Acl];

        return $this->api->json('POST', '/v1/account/storage/test', 'the test of the storage', $body);
    }
}
