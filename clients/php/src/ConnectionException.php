<?php

declare(strict_types=1);

namespace Tintype;

/** The service cannot be reached, or the connection broke. */
final class ConnectionException extends TintypeException
{
}
