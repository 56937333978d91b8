<?php

declare(strict_types=1);

namespace Tintype;

/** A notification is not genuine, or too old. */
final class WebhookSignatureException extends TintypeException
{
}
