<?php

declare(strict_types=1);

namespace Tintype;

/** The service refused a call about a session of `Capture`. */
final class CaptureSessionsException extends TintypeException
{
    public function __construct(private readonly ApiException $refusal)
    {
        parent::__construct($refusal->getMessage(), $refusal->status, $refusal);
    }

    public function getStatusCode(): int
    {
        return $this->refusal->status;
    }

    /**
     * Returns the answer, with the message of this exception.
     *
     * @return array<string, mixed>
     */
    public function getBody(): array
    {
        return [
            'success' => false,
            'error' => $this->refusal->getMessage(),
            'code' => $this->refusal->errorCode,
            'requestId' => $this->refusal->requestId,
        ] + $this->refusal->details;
    }
}
