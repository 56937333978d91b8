<?php

declare(strict_types=1);

namespace Tintype;

/**
 * The JSON of a render, to be read like an array, with `info` about it.
 *
 * @implements \ArrayAccess<string, mixed>
 */
abstract class JsonResult implements \ArrayAccess, \JsonSerializable
{
    /** @param array<string, mixed> $answer */
    final public function __construct(
        protected readonly array $answer,
        public readonly RenderInfo $info,
    ) {
    }

    public function offsetExists(mixed $offset): bool
    {
        return isset($this->answer[$offset]);
    }

    public function offsetGet(mixed $offset): mixed
    {
        return $this->answer[$offset] ?? null;
    }

    public function offsetSet(mixed $offset, mixed $value): never
    {
        throw new \LogicException('A result cannot be changed.');
    }

    public function offsetUnset(mixed $offset): never
    {
        throw new \LogicException('A result cannot be changed.');
    }

    /** @return array<string, mixed> */
    public function jsonSerialize(): array
    {
        return $this->answer;
    }
}
