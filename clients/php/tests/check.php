<?php

// What a test needs; the library has no dependency, and neither have its tests.

declare(strict_types=1);

namespace Tintype\Tests;

final class Checks
{
    public static int $count = 0;

    /** @var list<string> */
    public static array $failures = [];
}

function same(mixed $wanted, mixed $found, string $what): void
{
    ++Checks::$count;
    if ($wanted !== $found) {
        Checks::$failures[] = "{$what}: " . var_export($found, true) . ' instead of ' . var_export($wanted, true);
    }
}

function contains(string $part, string $text, string $what): void
{
    ++Checks::$count;
    if (!str_contains($text, $part)) {
        Checks::$failures[] = "{$what}: {$text} lacks {$part}";
    }
}

/**
 * @template E of \Throwable
 *
 * @param class-string<E> $class
 *
 * @return E
 */
function thrown(string $class, callable $call, string $what): \Throwable
{
    try {
        $call();
    } catch (\Throwable $error) {
        same($class, $error::class, "{$what}: {$error->getMessage()}");

        return $error;
    }
    throw new \RuntimeException("{$what}: nothing was thrown");
}
