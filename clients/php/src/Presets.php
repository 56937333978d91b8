<?php

declare(strict_types=1);

namespace Tintype;

/** Named sets of options. */
final class Presets
{
    public function __construct(private readonly Api $api)
    {
    }

    /** @return list<array<string, mixed>> */
    public function list(): array
    {
        return $this->api->json('GET', '/v1/account/presets', 'the presets')['presets'];
    }

    /** @return array<string, mixed> */
    public function get(string $name): array
    {
        return $this->api->json('GET', self::path($name), 'the preset')['preset'];
    }

    /**
     * Stores a preset, for one endpoint or for all. The warnings are about options that have no effect. `extra` holds
     * options of a newer service.
     *
     * @param array<string, mixed> $options
     *
     * @return array{preset: array<string, mixed>, warnings: list<string>}
     */
    public function put(string $name, array $options, ?string $endpoint = null): array
    {
        $options = Options::known($endpoint, $options);
        $body = ['options' => $options === [] ? new \stdClass() : $options, 'endpoint' => $endpoint];

        return $this->api->json('PUT', self::path($name), 'the preset', $body);
    }

    public function delete(string $name): void
    {
        $this->api->json('DELETE', self::path($name), 'the deletion of a preset');
    }

    private static function path(string $name): string
    {
        return '/v1/account/presets/' . Signing::segment('name', $name);
    }
}
