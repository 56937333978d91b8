<?php

declare(strict_types=1);

namespace Tintype;

/** Signatures of URLs and request bodies. The shared vectors in contracts/vectors prove them. */
final class Signing
{
    /**
     * Returns the query of the options, in their order and without empty values.
     *
     * @param array<string, string|bool|int|float> $options
     */
    public static function encodeQuery(array $options): string
    {
        $pairs = [];
        foreach ($options as $name => $value) {
            $text = self::text($value);
            if ($text !== '') {
                $pairs[] = self::escape((string) $name) . '=' . self::escape($text);
            }
        }

        return implode('&', $pairs);
    }

    /** Returns the hash of `/{key}/{hash}/{endpoint}?{query}`: lowercase hex MD5. */
    public static function v1(#[\SensitiveParameter] string $secret, string $query): string
    {
        return md5($secret . $query);
    }

    /** Returns the signature of `/v2/{key}/{signature}/{endpoint}?{query}`: lowercase hex HMAC-SHA256. */
    public static function v2(#[\SensitiveParameter] string $secret, string $endpoint, string $query): string
    {
        return self::bytes($secret, $endpoint . '?' . $query);
    }

    /** Returns the lowercase hex HMAC-SHA256 that batches and webhooks use. */
    public static function bytes(#[\SensitiveParameter] string $secret, string $data): string
    {
        return hash_hmac('sha256', $data, $secret);
    }

    /** Returns a value as a query has it, before its escapes. */
    public static function text(string|bool|int|float $value): string
    {
        return match (true) {
            is_bool($value) => $value ? 'true' : 'false',
            is_float($value) => self::decimal($value),
            default => (string) $value,
        };
    }

    /** Percent-encodes each byte but letters, digits, `-`, `_` and `.`. */
    public static function escape(string $text): string
    {
        return str_replace('~', '%7E', rawurlencode($text));
    }

    /**
     * Returns an id or a name as one segment of a path.
     *
     * @internal
     *
     * @throws \InvalidArgumentException for what cannot be one: HTTP clients drop `.` and `..` from a path
     */
    public static function segment(string $name, string $value): string
    {
        if (in_array($value, ['', '.', '..'], true)) {
            $isChosen = $name === 'name';
            $rule = $isChosen ? 'It has 1 to 64 letters, digits, - and _.' : 'Pass the text that the service returned.';
            throw new \InvalidArgumentException("`{$name}` is '{$value}'. {$rule}");
        }

        return self::escape($value);
    }

    /** Returns a text for a message: at most 200 bytes of it, in whole characters. */
    public static function shown(string $text): string
    {
        if (strlen($text) <= 200) {
            return $text;
        }

        // The last character may be half of one.
        return (string) preg_replace('/[\xC0-\xFF][\x80-\xBF]*$/', '', substr($text, 0, 200)) . '…';
    }

    /** Writes a float without an exponent and without a trailing `.0`. */
    private static function decimal(float $value): string
    {
        if (!is_finite($value)) {
            throw new \InvalidArgumentException("An option takes a finite number, not {$value}.");
        }
        $text = Options::json(abs($value));
        [$mantissa, $exponent] = [...explode('e', strtolower($text)), '0'];
        [$whole, $fraction] = [...explode('.', $mantissa), ''];
        $places = strlen($whole) + (int) $exponent;
        $digits = $whole . $fraction;
        if ($places < 1) {
            [$digits, $places] = [str_repeat('0', 1 - $places) . $digits, 1];
        }
        $digits = str_pad($digits, $places, '0');
        $decimals = rtrim(substr($digits, $places), '0');

        return ($value < 0 ? '-' : '') . substr($digits, 0, $places) . ($decimals === '' ? '' : ".{$decimals}");
    }
}
