<?php

declare(strict_types=1);

namespace Tintype;

/** Batches: many renders into the account's storage. */
final class Batches
{
    /** The states in which no item can change any more. */
    private const ENDED = ['completed', 'completed_with_errors', 'failed'];

    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Accepts a batch.
     *
     * @param 'image'|'pdf'                                                        $type
     * @param list<string|array{url: string, options?: array<string, mixed>}>      $items
     *
     * @return array{batchId: string, status: string, total: int, statusUrl: string}
     */
    public function submit(
        string $type,
        array $items,
        ?string $notificationUri = null,
        ?string $idempotencyKey = null,
    ): array {
        if (!in_array($type, ['image', 'pdf'], true)) {
            throw new \InvalidArgumentException("The type of a batch is 'image' or 'pdf', not '{$type}'.");
        }
        $config = $this->api->config;
        $body = ['data' => []];
        foreach (array_values($items) as $number => $item) {
            $body['data'][] = self::item($type, $number, $item);
        }
        if ($notificationUri !== null) {
            $body['notification_uri'] = $notificationUri;
        }
        $text = Options::json($body);
        $headers = [
            'x-req-signature' => Signing::bytes($config->secret(), $text),
            'Idempotency-Key' => $idempotencyKey ?? bin2hex(random_bytes(16)),
        ];
        $url = "{$config->url}/batch-{$type}/{$config->key}";

        return $this->api->answer(new Request('POST', $url, 'the new batch', $headers, $text));
    }

    /**
     * Returns a page of up to `limit` (20; at most 100) batches after `cursor`, newest first, without items.
     *
     * @return array{batches: list<array<string, mixed>>, nextCursor: ?string}
     */
    public function list(?int $limit = null, ?string $cursor = null): array
    {
        return $this->request('GET', '', 'the batches', ['limit' => $limit, 'cursor' => $cursor]);
    }

    /**
     * Yields all batches, newest first, without items.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(): \Generator
    {
        $cursor = null;
        do {
            $page = $this->list(100, $cursor);
            foreach ($page['batches'] as $batch) {
                yield $batch;
            }
            $cursor = $page['nextCursor'];
        } while ($cursor !== null);
    }

    /**
     * Returns the state, and up to `limit` items (100; at most 1,000) after `cursor`.
     *
     * @return array<string, mixed>
     */
    public function get(string $batchId, ?int $limit = null, ?string $cursor = null): array
    {
        return $this->request('GET', self::below($batchId), query: ['limit' => $limit, 'cursor' => $cursor]);
    }

    /**
     * Yields all items, in their order.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function items(string $batchId): \Generator
    {
        $cursor = null;
        do {
            $state = $this->get($batchId, 1000, $cursor);
            foreach ($state['items'] as $item) {
                yield $item;
            }
            $cursor = $state['nextCursor'] ?? null;
        } while ($cursor !== null);
    }

    /**
     * Waits until every item has ended, and returns the state. `onProgress` gets each state, every `poll` seconds.
     *
     * @param ?callable(array<string, mixed>): void $onProgress
     *
     * @return array<string, mixed>
     *
     * @throws TimeoutException after `timeout` seconds; the batch continues
     */
    public function wait(string $batchId, ?float $timeout = null, float $poll = 2.0, ?callable $onProgress = null): array
    {
        $end = $timeout === null ? INF : microtime(true) + $timeout;
        while (true) {
            $state = $this->get($batchId);
            if ($onProgress !== null) {
                $onProgress($state);
            }
            if (in_array($state['status'], self::ENDED, true)) {
                return $state;
            }
            $left = min($poll, $end - microtime(true));
            if ($left <= 0) {
                $unfinished = "{$state['queued']} of {$state['total']}";
                throw new TimeoutException("{$batchId} has unfinished items after {$timeout} s: {$unfinished}.");
            }
            $this->api->transport->pause($left);
        }
    }

    /**
     * Cancels the items that have not begun.
     *
     * @return array<string, mixed>
     */
    public function cancel(string $batchId): array
    {
        return $this->request('DELETE', self::below($batchId));
    }

    /**
     * Sends the notification of a finished batch again.
     *
     * @return array<string, mixed>
     */
    public function notifyAgain(string $batchId): array
    {
        return $this->request('POST', self::below($batchId) . '/notification');
    }

    /** @return array<string, mixed> */
    private static function item(string $type, int $number, mixed $given): array
    {
        $item = is_string($given) ? ['url' => $given] : $given;
        if (!is_array($item) || !is_string($item['url'] ?? null) || $item['url'] === '') {
            throw new \InvalidArgumentException("Item {$number} of the batch takes an address, or an array with `url`.");
        }
        if (is_array($item['options'] ?? null)) {
            $options = Options::known($type, $item['options'], 'file_name');
            // PHP has no other empty object, and the service takes no list.
            $item['options'] = $options === [] ? new \stdClass() : $options;
        }

        return $item;
    }

    private static function below(string $batchId): string
    {
        return '/' . Signing::segment('batchId', $batchId);
    }

    /**
     * @param array<string, mixed> $query
     *
     * @return array<string, mixed>
     */
    private function request(string $method, string $below, string $what = 'the batch', array $query = []): array
    {
        $config = $this->api->config;
        $path = "/batch/{$config->key}{$below}";
        // The signature of a GET covers only the path, without the method.
        $signed = $method === 'GET' ? $path : "{$method} {$path}";
        $url = $config->url . $path . Options::query($query);
        $headers = ['x-req-signature' => Signing::bytes($config->secret(), $signed)];

        // A repeated POST would send a second notification.
        $retried = $method === 'POST' ? Request::NOT_BEGUN : Request::BUSY;

        return $this->api->answer(new Request($method, $url, $what, $headers, retried: $retried));
    }
}
