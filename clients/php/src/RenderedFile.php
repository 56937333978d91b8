<?php

declare(strict_types=1);

namespace Tintype;

/** A picture, PDF or recording. It can be used as a string of its bytes. */
final class RenderedFile implements \Stringable
{
    public function __construct(
        public readonly string $bytes,
        public readonly RenderInfo $info,
    ) {
    }

    public function __toString(): string
    {
        return $this->bytes;
    }

    /** Writes the bytes to a file. */
    public function save(string $path): void
    {
        if (@file_put_contents($path, $this->bytes) === false) {
            throw new \RuntimeException("Cannot write {$path}: " . (error_get_last()['message'] ?? 'unknown reason'));
        }
    }
}
