<?php

declare(strict_types=1);

namespace Tintype;

/** The JSON of a `metadata` render. */
final class Metadata extends JsonResult
{
    /**
     * `title`, `description`, `image` and ten others; null where the page has none.
     *
     * @return array<string, ?string>
     */
    public function fields(): array
    {
        return $this->answer['metadata'];
    }
}
