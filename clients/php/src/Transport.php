<?php

declare(strict_types=1);

namespace Tintype;

/** Sends one request. Implement it to use another HTTP client than curl. */
interface Transport
{
    /**
     * Sends the request, its URL byte for byte, and follows no redirect.
     *
     * @throws TimeoutException
     * @throws ConnectionException
     */
    public function send(Request $request): Response;

    /** Waits before a repeat. What it throws ends the call. */
    public function pause(float $seconds): void;
}
