<?php

declare(strict_types=1);

namespace Tintype;

/** Options of renders: from PHP's values to those of a query. */
final class Options
{
    /** Text that counts as base64url already. */
    private const ENCODED = '~\A[A-Za-z0-9+/_-]+={0,2}\z~';

    /**
     * Returns the options as a query has them, without empty ones.
     *
     * @param array<string, mixed> $options
     *
     * @return array<string, string|bool|int|float>
     */
    public static function wire(array $options): array
    {
        $wire = [];
        foreach ($options as $name => $value) {
            $encoded = self::encode((string) $name, $value);
            if ($encoded !== '') {
                $wire[(string) $name] = $encoded;
            }
        }

        return $wire;
    }

    /**
     * Returns the options with those of `extra`, which are not checked.
     *
     * @param ?string              $endpoint null for the options of all endpoints
     * @param array<string, mixed> $options
     *
     * @return array<string, mixed>
     *
     * @throws \InvalidArgumentException for a name that the endpoint does not have
     */
    public static function known(?string $endpoint, array $options, string ...$more): array
    {
        $extra = is_array($options['extra'] ?? null) ? $options['extra'] : [];
        unset($options['extra']);
        $names = [...self::names($endpoint), ...$more];
        $who = $endpoint === null ? 'A render' : "`{$endpoint}`";
        foreach (array_diff(array_map(strval(...), array_keys($options)), $names) as $name) {
            $near = self::nearest($name, $names);
            $hint = $near === null ? '`extra` sends options of a newer service.' : "Did you mean `{$near}`?";
            throw new \InvalidArgumentException("{$who} has no option `{$name}`. {$hint}");
        }

        return $options + $extra;
    }

    /** @return list<string> */
    private static function names(?string $endpoint): array
    {
        $tables = GeneratedTables::OPTION_NAMES;

        return $endpoint === null
            ? array_values(array_unique(array_merge(...array_values($tables))))
            : $tables[$endpoint] ?? throw new \InvalidArgumentException("There is no endpoint `{$endpoint}`.");
    }

    /** @param list<string> $names */
    private static function nearest(string $name, array $names): ?string
    {
        $plain = static fn (string $text): string => strtolower(strtr(substr($text, 0, 64), ['_' => '', '-' => '']));
        $best = [null, 3];
        foreach ($names as $each) {
            $starts = str_starts_with($plain($name), $plain($each));
            $edits = $starts ? 1 - strlen($each) / 100 : levenshtein($plain($name), $plain($each));
            if ($edits < $best[1] && $edits <= (strlen($each) > 4 ? 2 : 1)) {
                $best = [$each, $edits];
            }
        }

        return $best[0];
    }

    private static function encode(string $name, mixed $value): string|bool|int|float
    {
        return match (true) {
            $value === null, $value === [] => '',
            is_array($value) => self::encodeArray($name, $value),
            is_bool($value), is_int($value), is_float($value) => $value,
            is_string($value), $value instanceof \Stringable => self::encodeText($name, (string) $value),
            default => self::refuse($name, $value),
        };
    }

    /** @param array<mixed> $value */
    private static function encodeArray(string $name, array $value): string
    {
        if (!array_is_list($value) || self::type($name) === 'json') {
            return self::base64url(self::json($value));
        }

        return implode(',', array_map(Signing::text(...), $value));
    }

    private static function encodeText(string $name, string $value): string
    {
        $isEncoded = in_array(self::type($name), ['base64', 'json'], true);

        return $isEncoded && $value !== '' && preg_match(self::ENCODED, $value) !== 1 ? self::base64url($value) : $value;
    }

    private static function type(string $name): ?string
    {
        return GeneratedTables::OPTION_TYPES[$name] ?? null;
    }

    private static function refuse(string $name, mixed $value): never
    {
        $type = get_debug_type($value);
        throw new \InvalidArgumentException("The option `{$name}` takes text, a number, a boolean or an array, not {$type}.");
    }

    /**
     * @internal
     *
     * @throws \InvalidArgumentException for a number that is not finite, and for text that is not UTF-8
     */
    public static function json(mixed $value): string
    {
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE
            | JSON_UNESCAPED_LINE_TERMINATORS | JSON_PRESERVE_ZERO_FRACTION;
        // -1 writes the fewest digits that give the same number; 17, which some systems have, makes 1.1 longer.
        $precision = ini_set('serialize_precision', '-1');
        try {
            return json_encode($value, $flags);
        } catch (\JsonException $error) {
            $isNumber = $error->getCode() === JSON_ERROR_INF_OR_NAN;
            $reason = $isNumber ? 'An option takes a finite number, not INF or NAN.' : 'Text has to be valid UTF-8.';
            throw new \InvalidArgumentException("The values cannot be sent as JSON. {$reason}", 0, $error);
        } finally {
            ini_set('serialize_precision', (string) $precision);
        }
    }

    /**
     * Returns the parameters with `?` before them, without those that are null; '' without any.
     *
     * @internal
     *
     * @param array<string, mixed> $parameters
     */
    public static function query(array $parameters): string
    {
        // The system's separator may be `&amp;`.
        $text = http_build_query($parameters, '', '&');

        return $text === '' ? '' : "?{$text}";
    }

    private static function base64url(string $text): string
    {
        return rtrim(strtr(base64_encode($text), '+/', '-_'), '=');
    }
}
