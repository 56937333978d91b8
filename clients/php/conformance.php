<?php

// Takes the walk of clients/conformance: php conformance.php, with the environment that its README lists.

declare(strict_types=1);

namespace Tintype\Conformance;

use Tintype\Account;
use Tintype\ApiException;
use Tintype\Client;
use Tintype\Options;
use Tintype\RenderedFile;
use Tintype\Session;
use Tintype\Signing;
use Tintype\Webhook;
use Tintype\WebhookSignatureException;

error_reporting(E_ALL);
set_error_handler(static fn (int $level, string $text, string $file, int $line) => throw new \ErrorException($text, 0, $level, $file, $line));
require __DIR__ . '/autoload.php';

function check(bool $condition, string $message): void
{
    if (!$condition) {
        throw new \RuntimeException($message);
    }
}

/** @return array<string, mixed> */
function read(string $file): array
{
    return json_decode((string) file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
}

function variable(string $name): string
{
    return getenv($name) ?: throw new \RuntimeException("{$name} is not set");
}

/** @param array<string, mixed> $wanted */
function expect(mixed $value, array $wanted): void
{
    foreach ($wanted as $path => $right) {
        $found = $value;
        foreach (explode('.', $path) as $part) {
            $found = $found[$part] ?? null;
        }
        $matches = match (true) {
            isset($right['includes']) => str_contains((string) $found, $right['includes']),
            isset($right['startsWith']) => str_starts_with((string) $found, $right['startsWith']),
            default => $found === $right,
        };
        check($matches, "{$path} is " . substr((string) json_encode($found), 0, 200) . ', not ' . json_encode($right));
    }
}

/** @param array<string, mixed> $wanted */
function expectResult(mixed $result, array $wanted): void
{
    if (!$result instanceof RenderedFile) {
        expect($result, $wanted);

        return;
    }
    check($result->info->contentType === $wanted['contentType'], "content type {$result->info->contentType}");
    $start = base64_encode(substr($result->bytes, 0, 30));
    check(str_starts_with($start, $wanted['startsWith']), "begins with {$start}");
}

final class Walk
{
    /** @var array<string, mixed> */
    private array $walk;

    private Client $client;

    public function __construct()
    {
        $this->walk = read(variable('WALK'));
        $this->client = new Client();
    }

    /** @return array<string, callable(): void> */
    public function steps(): array
    {
        $steps = ['signing' => $this->signing(...)];
        foreach ($this->walk['renders'] as $entry) {
            $steps[$entry['step']] = fn () => $this->render($entry);
        }
        $steps += [
            'post' => $this->post(...),
            'session' => $this->session(...),
            'batch' => $this->batch(...),
            'account' => $this->account(...),
        ];
        foreach ($this->walk['wrong'] as $entry) {
            $steps[$entry['step']] = fn () => $this->wrong($entry);
        }

        return $steps;
    }

    /** @param array<string, mixed> $entry */
    private function address(array $entry): string
    {
        return $entry['url'] ?? variable('SITE_URL') . $this->walk['pages'][$entry['page']];
    }

    private function signing(): void
    {
        $vectors = read(variable('VECTORS') . '/signing.json');
        check(count($vectors['v1']) + count($vectors['v2']) >= 40, 'too few vectors');
        foreach ([...$vectors['v1'], ...$vectors['v2']] as $vector) {
            if (isset($vector['options'])) {
                $query = Signing::encodeQuery(Options::wire(array_column($vector['options'], 1, 0)));
                check($query === $vector['query'], "{$vector['name']}: {$query}");
            }
        }
        foreach ($vectors['v1'] as $vector) {
            check(Signing::v1($vector['secret'], $vector['query']) === $vector['md5'], $vector['name']);
        }
        foreach ($vectors['v2'] as $vector) {
            $hmac = Signing::v2($vector['secret'], $vector['endpoint'], $vector['query']);
            check($hmac === $vector['hmac'], $vector['name']);
        }
    }

    /** @param array<string, mixed> $entry */
    private function render(array $entry): void
    {
        foreach ([[false, 1], [true, 0]] as $wanted) {
            $result = $this->client->{'fetch' . ucfirst($entry['endpoint'])}($this->address($entry), $entry['options']);
            expectResult($result, $entry['expect']);
            $found = [$result->info->isCached(), $result->info->credits];
            check($found === $wanted, 'cached and credits: ' . json_encode($found));
        }
        if ($entry['endpoint'] === 'image') {
            $url = $this->client->buildImageUrl($this->address($entry), $entry['options'], time() + 60);
            check(str_contains($url, '/v2/') && file_get_contents($url) !== '', $url);
        }
    }

    private function post(): void
    {
        $file = $this->walk['post']['file'];
        expectResult($this->client->render($file['body']['endpoint'], self::without($file['body'], 'endpoint')), $file['expect']);
        $report = $this->walk['post']['report'];
        $options = ['url' => $this->address($report)] + self::without($report['body'], 'outputs');
        expect($this->client->renderReport($report['body']['outputs'], $options), $report['expect']);
    }

    /**
     * @param array<string, mixed> $values
     *
     * @return array<string, mixed>
     */
    private static function without(array $values, string $name): array
    {
        return array_diff_key($values, [$name => 1]);
    }

    private function session(): void
    {
        $walk = $this->walk['session'];
        $drive = function (Session $browser) use ($walk): string {
            foreach ($walk['actions'] as $step) {
                $payload = $step['payload'] + (isset($step['page']) ? ['url' => $this->address($step)] : []);
                $method = preg_replace_callback('~_(\w)~', static fn ($match) => strtoupper($match[1]), $step['action']);
                expect($browser->{$method}(...$payload), $step['expect']);
            }
            expect($browser->live(...$walk['live']), $walk['liveExpect']);

            return $browser->id;
        };
        $sessions = $this->client->sessions;
        $key = bin2hex(random_bytes(16));
        $id = $sessions->run($drive, $walk['create'], $key);
        expect($sessions->get($id), $walk['ended']);
        expect($sessions->abandon($key), ['id' => $id] + $walk['ended']);
    }

    private function batch(): void
    {
        $walk = $this->walk['batch'];
        $item = fn (array $item): array => ['url' => $this->address($item), 'options' => $item['options']];
        $batches = $this->client->batches;
        $accepted = $batches->submit($walk['endpoint'], array_map($item, $walk['items']), variable('RECEIVER_URL') . '/hook');
        expect($accepted, $walk['accepted']);
        expect($batches->wait($accepted['batchId'], 120, 0.5), $walk['ended']);
        check(count(iterator_to_array($batches->items($accepted['batchId']))) === 3, 'not three items');
        $listed = array_column(iterator_to_array($batches->all(), false), 'batchId');
        check(in_array($accepted['batchId'], $listed, true), 'not listed');
        $this->webhook($accepted['batchId']);
    }

    private function webhook(string $batchId): void
    {
        $delivery = read(variable('RECEIVER_URL') . "/deliveries/{$batchId}");
        ['body' => $body, 'headers' => ['x-signature' => $signature]] = $delivery;
        $secret = variable('TINTYPE_SECRET');
        expect(Webhook::verify($body, $signature, $secret), $this->walk['batch']['notification']);
        foreach ([["{$body} ", $secret], [$body, "{$secret}x"]] as [$forged, $key]) {
            try {
                Webhook::verify($forged, $signature, $key);
            } catch (WebhookSignatureException) {
                continue;
            }
            throw new \RuntimeException('a forged notification counts as genuine');
        }
    }

    private function charge(Account $account): void
    {
        $page = $account->charges(1);
        while ($page['charges'] === [] && $page['nextCursor'] !== null) {
            $page = $account->charges(1, $page['nextCursor']);
        }
        check(count($page['charges']) === 1 && $page['charges'][0]['credits'] > 0, 'no charge');
    }

    private function account(): void
    {
        $walk = $this->walk['account'];
        $account = $this->client->account;
        check($account->get()['apiKey'] === variable('TINTYPE_KEY'), 'another account');
        check($account->usage() !== [], 'no days');
        $this->charge($account);
        $made = $account->secrets->create($walk['secret']['name'], $walk['secret']['scope']);
        check(in_array($made['secretId'], array_column($account->secrets->list(), 'id'), true), 'not listed');
        $account->secrets->delete($made['secretId']);
        $preset = $walk['preset'];
        $account->presets->put($preset['name'], $preset['options'], $preset['endpoint']);
        expect($account->presets->get($preset['name']), $walk['presetExpect']);
        $account->presets->delete($preset['name']);
        expect($account->storage->get(), $walk['storageExpect']);
        $account->proxy->put($walk['proxy']);
        expect($account->proxy->get(), $walk['proxyExpect']);
        $account->proxy->delete();
        check($account->proxy->get() === null, 'a proxy is left');
        $profiles = $account->profiles;
        check(in_array($walk['profile'], array_column($profiles->list(), 'name'), true), 'no saved login');
        expect($profiles->get($walk['profile']), $walk['profileExpect']);
        $profiles->delete($walk['profile']);
    }

    /** @param array<string, mixed> $entry */
    private function wrong(array $entry): void
    {
        try {
            $this->call($entry);
        } catch (ApiException $error) {
            check([$error->errorCode, $error->status] === [$entry['code'], $entry['status']], $error->getMessage());
            check($error->requestId !== null, 'no request id');

            return;
        }
        throw new \RuntimeException("{$entry['call']} succeeds");
    }

    /** @param array<string, mixed> $entry */
    private function call(array $entry): mixed
    {
        return match ($entry['call']) {
            'fetch', 'fetch-v2' => $this->fetch($entry),
            // The service refuses the option, not the library.
            'post' => $this->client->render($entry['body']['endpoint'], [
                'html' => $entry['body']['html'],
                'extra' => ['colour' => $entry['body']['colour']],
            ]),
            'get-session' => $this->client->sessions->get($entry['id']),
            'act-after-close' => $this->client->sessions->action($this->closed(), $entry['action'], $entry['payload']),
            'submit-batch' => $this->client->batches->submit($entry['endpoint'], $entry['items']),
            'create-abandoned' => $this->createAbandoned(),
        };
    }

    /** @param array<string, mixed> $entry */
    private function fetch(array $entry): mixed
    {
        $version = $entry['call'] === 'fetch-v2' ? 2 : 1;
        $key = $entry['key'] ?? variable('TINTYPE_KEY');
        $client = new Client($key, $entry['secret'] ?? variable('TINTYPE_SECRET'), signatureVersion: $version);

        return $client->{'fetch' . ucfirst($entry['endpoint'])}($this->address($entry), $entry['options']);
    }

    private function createAbandoned(): Session
    {
        $key = bin2hex(random_bytes(16));
        check($this->client->sessions->abandon($key) === null, 'a session is abandoned');

        return $this->client->sessions->create([], $key);
    }

    private function closed(): string
    {
        return $this->client->sessions->list('closed', 1)['sessions'][0]['id'];
    }
}

$failures = 0;
foreach ((new Walk())->steps() as $name => $step) {
    try {
        $step();
        echo "ok {$name}\n";
    } catch (\Throwable $error) {
        ++$failures;
        echo "failed {$name}: " . $error::class . ': ' . str_replace("\n", ' ', $error->getMessage()) . "\n";
    }
}
exit($failures === 0 ? 0 : 1);
