<?php

declare(strict_types=1);

namespace Tintype;

/** The base of all errors of this library. No message contains a secret or a signed URL. */
class TintypeException extends \RuntimeException
{
}
