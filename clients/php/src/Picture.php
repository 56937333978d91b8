<?php

declare(strict_types=1);

namespace Tintype;

/** Pictures in the answers of actions. */
final class Picture
{
    /**
     * Returns the PNG in the answer of `screenshot`, or of an action with `screenshot: true`.
     *
     * @param array<string, mixed> $answer
     */
    public static function bytes(array $answer): string
    {
        $picture = isset($answer['bodyBase64']) ? $answer : $answer['screenshot'] ?? null;
        if (!is_array($picture)) {
            throw new \InvalidArgumentException(
                'The answer has no picture: use the action `screenshot`, or pass `screenshot: true`.',
            );
        }

        return base64_decode($picture['bodyBase64'], true) ?: throw new TintypeException('The picture is no base64.');
    }
}
