<?php

declare(strict_types=1);

namespace Tintype;

/** The JSON of a `content` render: `html`, `textContent` and `markdown`. */
final class Content extends JsonResult
{
    /** The whole document after its scripts ran. */
    public function html(): string
    {
        return $this->answer['html'];
    }

    /** The readable text. */
    public function text(): string
    {
        return $this->answer['textContent'];
    }

    /** The readable text as Markdown. */
    public function markdown(): string
    {
        return $this->answer['markdown'];
    }
}
