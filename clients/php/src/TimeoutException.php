<?php

declare(strict_types=1);

namespace Tintype;

/** The service did not answer in time. */
final class TimeoutException extends TintypeException
{
}
