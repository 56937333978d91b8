<?php

declare(strict_types=1);

namespace Tintype;

/** Settings of a client. */
final class Config
{
    private const DEFAULT_URL = 'http://127.0.0.1:8080';

    public readonly string $key;
    public readonly string $url;
    public readonly ?string $edgeUrl;

    /**
     * Outside the object, so that no dump or log of a client shows a secret.
     *
     * @var ?\WeakMap<self, string>
     */
    private static ?\WeakMap $secrets = null;

    public function __construct(
        ?string $key,
        #[\SensitiveParameter] ?string $secret,
        ?string $url,
        ?string $edgeUrl,
        public readonly bool $useEdge,
        public readonly int $signatureVersion,
        public readonly ?float $timeout,
        public readonly int $maxRetries,
        public readonly float $maxRetryWait,
    ) {
        if ($timeout !== null && !($timeout > 0)) {
            throw new \InvalidArgumentException(
                "`timeout` takes seconds above 0, not {$timeout}. null is the service's own limit.",
            );
        }
        $isOther = self::isOther($key, 'TINTYPE_KEY') || self::isOther($secret, 'TINTYPE_SECRET');
        $this->key = self::required($key, 'key', 'TINTYPE_KEY', $isOther);
        self::$secrets ??= new \WeakMap();
        self::$secrets[$this] = self::required($secret, 'secret', 'TINTYPE_SECRET', $isOther);
        $this->url = self::base(self::setting($url, 'TINTYPE_URL') ?? self::DEFAULT_URL);
        $edge = self::setting($edgeUrl, 'TINTYPE_EDGE_URL');
        $this->edgeUrl = $edge === null ? null : self::base($edge);
        if ($useEdge && $this->edgeUrl === null) {
            throw new \InvalidArgumentException('`useEdge` needs the edge host: pass `edgeUrl`, or set TINTYPE_EDGE_URL.');
        }
    }

    /** The same settings, except those that are not null. */
    public function with(?float $timeout = null, ?int $maxRetries = null, ?float $maxRetryWait = null): self
    {
        $given = ['timeout' => $timeout, 'maxRetries' => $maxRetries, 'maxRetryWait' => $maxRetryWait];

        return new self(...array_filter($given, static fn ($value) => $value !== null) + $this->arguments());
    }

    /**
     * The arguments of the constructor by their names, with the secret.
     *
     * @return array<string, mixed>
     */
    public function arguments(): array
    {
        return ['secret' => $this->secret()] + get_object_vars($this);
    }

    /** The base of signed URLs. */
    public function renderUrl(): string
    {
        return $this->useEdge && $this->edgeUrl !== null ? $this->edgeUrl : $this->url;
    }

    public function secret(): string
    {
        return self::$secrets[$this] ?? throw new \LogicException('A client cannot be cloned or unserialized.');
    }

    public function bearer(): string
    {
        return 'Bearer ' . base64_encode($this->key . ':' . $this->secret());
    }

    private static function setting(?string $value, string $variable): ?string
    {
        foreach ([$value, getenv($variable)] as $text) {
            if (is_string($text) && $text !== '') {
                return $text;
            }
        }

        return null;
    }

    /** The variables are one pair: their secret is not for another key, nor their key for another secret. */
    private static function isOther(#[\SensitiveParameter] ?string $value, string $variable): bool
    {
        return ($value ?? '') !== '' && (self::setting(null, $variable) ?? $value) !== $value;
    }

    private static function required(
        #[\SensitiveParameter] ?string $value,
        string $name,
        string $variable,
        bool $isOther,
    ): string {
        if (!$isOther) {
            return self::setting($value, $variable)
                ?? throw new \InvalidArgumentException("The API {$name} is missing: pass `{$name}`, or set {$variable}.");
        }
        if (($value ?? '') !== '') {
            return (string) $value;
        }

        throw new \InvalidArgumentException(
            "The API {$name} is missing: pass `key` and `secret`; {$variable} is of another pair.",
        );
    }

    private static function base(string $address): string
    {
        if (preg_match('~\Ahttps?://~', $address) !== 1) {
            throw new \InvalidArgumentException(
                "The address of the service starts with http:// or https://, unlike '{$address}'.",
            );
        }

        if (parse_url($address, PHP_URL_USER) !== null) {
            throw new \InvalidArgumentException('The address of the service takes no user and password.');
        }

        return rtrim($address, '/');
    }
}
