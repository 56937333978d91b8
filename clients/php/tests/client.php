<?php

// The client against answers that a real service gives rarely.

declare(strict_types=1);

namespace Tintype\Tests;

use Tintype\Api;
use Tintype\ApiException;
use Tintype\Client;
use Tintype\ConnectionException;
use Tintype\CurlTransport;
use Tintype\Request;
use Tintype\Response;
use Tintype\Session;
use Tintype\Signing;
use Tintype\TimeoutException;
use Tintype\TintypeException;
use Tintype\Transport;

const SECRET = 'a-secret-text';

/** Gives prepared answers, and keeps the requests. Those with the header `server` are of another program. */
final class Service implements Transport
{
    /** @var list<Request> */
    public array $requests = [];

    /** @var list<Response|\Throwable> */
    private array $answers;

    public function __construct(Response|\Throwable ...$answers)
    {
        $this->answers = array_values($answers);
    }

    public function send(Request $request): Response
    {
        $this->requests[] = $request;

        $answer = array_shift($this->answers) ?? throw new \LogicException('no answer is left');

        if ($answer instanceof \Throwable) {
            throw $answer;
        }
        $id = isset($answer->headers['server']) ? [] : ['x-request-id' => 'req_1'];

        return new Response($answer->status, $answer->headers + $id, $answer->body);
    }

    public function pause(float $seconds): void
    {
        usleep((int) ($seconds * 1_000_000));
    }

    public function client(mixed ...$settings): Client
    {
        return new Client('key', SECRET, 'https://shots.example', ...$settings, transport: $this);
    }
}

function ok(array $body = ['success' => true], int $status = 200): Response
{
    return new Response($status, [], (string) json_encode($body));
}

function busy(?string $seconds = '0', int $status = 503): Response
{
    $body = ['success' => false, 'error' => 'All browsers are busy.', 'code' => 'overloaded', 'requestId' => 'req_1'];

    return new Response($status, $seconds === null ? [] : ['retry-after' => $seconds], (string) json_encode($body));
}

function opened(string $status = 'active'): Response
{
    $session = ['id' => 'sess_1', 'status' => $status, 'connectUrl' => 'wss://shots.example/' . SECRET];

    return ok(['success' => true, 'sessionId' => 'sess_1', 'session' => $session], 201);
}

// Results
$page = 'https://example.com/';
$headers = [
    'content-type' => 'image/png',
    'content-disposition' => "inline; filename=\"ex.png\"; filename*=UTF-8''%C3%A9x.png",
    'x-cache' => 'HIT',
    'x-credits-charged' => '0',
    'x-warnings' => 'a wait | a budget',
    'x-target-status' => '404',
    'server-timing' => 'queue;dur=1.5, navigate;dur=20',
];
$service = new Service(new Response(200, $headers, 'PNG'));
$picture = $service->client()->fetchImage($page, ['full' => true]);
same(['PNG', 'PNG', true, 0], [$picture->bytes, (string) $picture, $picture->info->isCached(), $picture->info->credits], 'a file');
same([['a wait', 'a budget'], 404, 'éx.png'], [$picture->info->warnings, $picture->info->targetStatus, $picture->info->fileName], 'its facts');
same(['queue' => 1.5, 'navigate' => 20.0], $picture->info->timings, 'its times');
same('tintype-php/' . Api::VERSION, $service->requests[0]->headers['User-Agent'], 'the user agent');

$answers = [
    ok(['success' => true, 'html' => '<p>', 'textContent' => 'a', 'markdown' => '# a']),
    ok(['success' => true, 'metadata' => ['title' => 'T', 'author' => null]]),
    new Response(302, ['location' => 'https://store.example/a.png'], ''),
];
$client = (new Service(...$answers))->client();
$content = $client->fetchContent($page);
same(['<p>', 'a', '# a'], [$content->html(), $content->text(), $content['markdown']], 'a content');
same('T', $client->fetchMetadata($page)->fields()['title'], 'metadata');
same('https://store.example/a.png', $client->fetchImage($page, ['s3Redirect' => true])->info->location, 'a redirect');

$service = new Service(new Response(200, [], '%PDF'), ok(['success' => true, 'results' => []]));
$service->client()->render('pdf', ['html' => '<p>', 'format' => 'A5', 'baseUrl' => $page]);
$service->client()->renderReport(['content', ['endpoint' => 'pdf', 'printBackground' => true]], ['url' => $page]);
same('{"endpoint":"pdf","html":"<p>","format":"A5","baseUrl":"https://example.com/"}', $service->requests[0]->body, 'a post');
contains('"outputs":["content",{"endpoint":"pdf","printBackground":true}]', (string) $service->requests[1]->body, 'a report');

foreach ([[[], 70.0], [['delay' => 5], 75.0], [['preset' => 'a'], 130.0], [['preset' => 'a', 'delay' => 5], 75.0]] as [$options, $seconds]) {
    $service = new Service(new Response(200, [], 'PNG'), new Response(200, [], 'PNG'), new Response(200, [], 'PNG'));
    $service->client()->fetchImage($page, $options);
    $service->client()->fetchImage($page, ['extra' => $options]);
    $service->client()->render('image', ['html' => '<p>'] + $options);
    $times = array_map(static fn (Request $request): float => $request->seconds, $service->requests);
    same([$seconds, $seconds, $seconds], $times, 'the time of a render with ' . json_encode($options));
}

// Errors
$answer = ['success' => false, 'error' => 'Too many.', 'code' => 'session_limit', 'requestId' => 'req_9', 'activeSessionCount' => 5];
$service = new Service(new Response(429, ['retry-after' => '60'], (string) json_encode($answer)));
$error = thrown(ApiException::class, static fn () => $service->client()->sessions->create(), 'an error of the service');
same(['session_limit', 429, 'req_9', 60.0], [$error->errorCode, $error->status, $error->requestId, $error->retryAfter], 'its facts');
same(['activeSessionCount' => 5], $error->details, 'its details');
same('Too many. (429 session_limit, request req_9)', $error->getMessage(), 'its message');
same('{}', $service->requests[0]->body, 'a create without options is an object');

$client = (new Service(
    new Response(502, [], '<h1>Bad Gateway'),
    new Response(404, [], '{"error":"no such bucket","code":7}'),
    new Response(200, [], '<h1>Hello'),
    new Response(200, ['content-type' => 'text/html'], '<h1>Hello'),
    new Response(200, ['server' => 'other'], '{"account": {}}'),
))->client();
$place = "of https://shots.example is not one of Tintype. Check the client's `url`";
$error = thrown(ApiException::class, static fn () => $client->account->get(), 'a gateway');
contains("The answer 502 {$place}", $error->getMessage(), 'a gateway');
$error = thrown(ApiException::class, static fn () => $client->account->get(), 'JSON of another server');
contains("The answer 404 {$place}", $error->getMessage(), 'JSON of another server');
same(['http_404', []], [$error->errorCode, $error->details], 'JSON of another server');
$calls = [fn () => $client->account->get(), fn () => $client->fetchImage($page), fn () => $client->account->get()];
foreach ($calls as $call) {
    contains("The answer 200 {$place}", thrown(TintypeException::class, $call, 'no service')->getMessage(), 'no service');
}
$text = 'The account has no storage configured. Set one with PUT /v1/account/storage.';
contains('Set one with `account->storage->put`.', (new ApiException($text, 'storage_not_configured', 409))->getMessage(), 'a method');
$error = new ApiException('No account. Check the path.', 'unknown_api_key', 401);
same("No account; check the client's key and secret (401 unknown_api_key)", $error->getMessage(), 'a wrong key');
$error = new ApiException('Wrong: send `Authorization`.', 'invalid_credentials', 401);
contains('does not know this API key with this secret; check the client', $error->getMessage(), 'a wrong pair');
$error = new ApiException('It may not.', 'invalid_credentials', 401, details: ['requiredScope' => 'manage']);
same('It may not. (401 invalid_credentials)', $error->getMessage(), 'a secret without the scope');

$service = new Service(opened());
$service->client()->sessions->get('a/b?c#d e');
same('https://shots.example/v1/sessions/a%2Fb%3Fc%23d%20e', $service->requests[0]->url, 'an id is one segment');
[$sessions, $batches, $account] = [$client->sessions, $client->batches, $client->account];
$calls = [
    $sessions->get(...), $sessions->close(...), $sessions->live(...), $sessions->attach(...),
    $batches->get(...), $batches->cancel(...), $batches->notifyAgain(...), $batches->wait(...),
    $account->presets->get(...), $account->presets->delete(...),
    $account->profiles->get(...), $account->profiles->delete(...), $account->secrets->delete(...),
    static fn (string $id) => $sessions->action($id, 'title'),
    static fn (string $id) => $account->presets->put($id, []),
];
foreach ($calls as $call) {
    foreach (['', '.', '..'] as $id) {
        $error = thrown(\InvalidArgumentException::class, static fn () => $call($id), 'an id');
        $isRight = preg_match("~^`(name` is '{$id}'. It has 1 to 64|\w*[iI]d` is '{$id}'. Pass the text)~", $error->getMessage());
        same(1, $isRight, "an id: {$error->getMessage()}");
    }
}

$wrong = [
    '`image` has no option `fullPage`. Did you mean `full`?' => static fn () => $client->buildImageUrl('x', ['fullPage' => true]),
    'Did you mean `darkMode`?' => static fn () => $client->buildPdfUrl('x', ['dark_mode' => true]),
    '`extra` sends options' => static fn () => $client->buildPdfUrl('x', ['newer' => true]),
    'Did you mean `quality`?' => static fn () => $client->batches->submit(
        'image',
        [['url' => 'x', 'options' => ['file_name' => 'a', 'qualty' => 1]]],
    ),
    '`pdf` has no option `formt`. Did you mean `format`?' => static fn () => $client->render('pdf', ['html' => 'a', 'formt' => 'A5']),
    '`image` has no option `ful`' => static fn () => $client->renderLater('image', ['url' => 'x', 'ful' => true]),
    '`pdf` has no option `full`' => static fn () => $client->renderReport([['endpoint' => 'pdf', 'full' => true]], ['url' => 'x']),
    'A render has no option `dark`' => static fn () => $client->renderReport(['pdf'], ['url' => 'x', 'dark' => true]),
    '`pdf` has no option `vww`' => static fn () => $client->account->presets->put('a', ['vww' => 1], 'pdf'),
    'There is no endpoint `imag`' => static fn () => $client->render('imag', ['url' => 'x']),
    'exactly one of' => static fn () => $client->render('pdf', ['html' => 'a', 'url' => 'https://example.com/']),
    'finite' => static fn () => $client->buildImageUrl('https://example.com/', ['scaleFactor' => NAN]),
    'a finite number, not INF or NAN' => static fn () => $client->render('image', ['url' => 'x', 'delay' => NAN]),
    'JSON. An option takes a finite' => static fn () => $client->sessions->action('sess_1', 'moveMouse', ['x' => INF, 'y' => 1]),
    'valid UTF-8' => static fn () => $client->sessions->action('sess_1', 'type', ['text' => "\xff"]),
    'no other host' => static fn () => $client->deleteFile('https://other.example/files/a/b'),
    'pass `secret`, or set TINTYPE_SECRET' => static fn () => new Client('key'),
    'seconds above 0, not 0.' => static fn () => new Client('key', 'secret', timeout: 0.0),
    'seconds above 0, not -1' => static fn () => $client->withOptions(timeout: -1.0),
    "unlike 'shots.example'" => static fn () => new Client('key', 'secret', 'shots.example'),
    'Item 1 of the batch takes an address' => static fn () => $client->batches->submit('image', ['https://example.com/', []]),
    'Item 0 of the batch takes an address' => static fn () => $client->batches->submit('image', [['url' => '']]),
    "'image' or 'pdf', not 'imag'" => static fn () => $client->batches->submit('imag', ['https://example.com/']),
    'looks like milliseconds' => static fn () => $client->buildImageUrl('https://example.com/', expires: 4_102_444_800_000),
    'in the future, not 1000000000' => static fn () => $client->buildImageUrl('https://example.com/', expires: 1_000_000_000),
    'in the future, not 0' => static fn () => $client->buildPdfUrl('https://example.com/', expires: new \DateTimeImmutable('@0')),
    'not stdClass' => static fn () => $client->buildImageUrl('https://example.com/', ['css' => new \stdClass()]),
];
foreach ($wrong as $text => $call) {
    contains($text, thrown(\InvalidArgumentException::class, $call, $text)->getMessage(), 'a wrong call');
}
$login = static fn () => new Client('key', 'secret', 'https://ada:b@shots.example');
contains('no user and password', thrown(\InvalidArgumentException::class, $login, 'a login')->getMessage(), 'a login');

contains('newer=true', $client->buildPdfUrl('x', ['extra' => ['newer' => true]]), 'an option of a newer service');
$service = new Service(new Response(200, [], 'PNG'), ok(['success' => true, 'results' => []]), ok());
$newer = $service->client();
$newer->render('image', ['url' => 'x', 'extra' => ['newer' => 1]]);
$newer->renderReport([['endpoint' => 'pdf', 'extra' => ['own' => 2]]], ['url' => 'x', 'vw' => 800, 'extra' => ['newer' => 1]]);
$newer->account->presets->put('a', ['vw' => 800, 'full' => true, 'extra' => ['newer' => 1]]);
same([
    '{"endpoint":"image","url":"x","newer":1}',
    '{"outputs":[{"endpoint":"pdf","own":2}],"url":"x","vw":800,"newer":1}',
    '{"options":{"vw":800,"full":true,"newer":1},"endpoint":null}',
], array_column($service->requests, 'body'), 'options of a newer service in bodies');

putenv('TINTYPE_KEY=env');
putenv('TINTYPE_SECRET=hidden');
contains('/env/', (new Client())->buildImageUrl($page), 'the pair of the environment');
contains('/key/', (new Client('key', 'secret'))->buildImageUrl($page), 'another pair');
$halves = [
    'TINTYPE_SECRET' => static fn () => new Client('other'),
    'TINTYPE_KEY' => static fn () => new Client(secret: 'other'),
];
foreach ($halves as $variable => $call) {
    $error = thrown(\InvalidArgumentException::class, $call, 'half a pair');
    contains("{$variable} is of another pair", $error->getMessage(), 'half a pair');
}
putenv('TINTYPE_KEY');
putenv('TINTYPE_SECRET');

$answer = ['success' => false, 'error' => 'Invalid hash', 'code' => 'invalid_hash', 'requestId' => 'req_1'];
$service = new Service(new Response(401, [], (string) json_encode($answer)));
$error = thrown(ApiException::class, static fn () => $service->client()->fetchImage($page), 'a wrong secret');
same("Invalid hash; check the client's key and secret (401 invalid_hash, request req_1)", $error->getMessage(), 'a wrong secret');

$opened = (new Service(opened()))->client()->sessions->get('sess_1');
same('wss://shots.example/' . SECRET, $opened['connectUrl'], 'the address for DevTools clients');
$session = new Session($client->sessions, 'sess_1', $opened);
same($opened['connectUrl'], $session->connectUrl(), 'the address of a session');
foreach ([$client, $session, $session->info()] as $dumped) {
    foreach ([print_r($dumped, true), var_export($dumped, true)] as $shown) {
        same(false, str_contains((string) $shown, SECRET), 'a dump has no secret');
    }
}

// Times and connections, with curl
$silent = stream_socket_server('tcp://127.0.0.1:0');
$address = 'http://' . stream_socket_get_name($silent, false);
$slow = new Client('key', SECRET, $address, timeout: 0.1);
$error = thrown(TimeoutException::class, static fn () => $slow->fetchImage($page), 'a time-out');
same("The service did not answer within 0.1 s: the image of {$page}.", $error->getMessage(), 'a time-out');
$long = static fn (): mixed => $slow->fetchImage("{$page}x" . str_repeat('ä', 1000));
$shown = "the image of {$page}x" . str_repeat('ä', 89) . '….';
contains($shown, thrown(TimeoutException::class, $long, 'a long URL')->getMessage(), 'a long URL');
$waits = 0;
$stop = static function () use (&$waits): void {
    if (++$waits === 3) {
        throw new \DomainException('stop');
    }
};
$stopped = new Client('key', SECRET, $address, transport: new CurlTransport($stop));
same('stop', thrown(\DomainException::class, static fn () => $stopped->fetchImage($page), 'a stop')->getMessage(), 'a stop');
same(3, $waits, 'nothing is called after a stop');
$waits = 1;
$transport = new CurlTransport($stop);
thrown(\DomainException::class, static fn () => $transport->pause(60.0), 'a stop during a pause');
same(3, $waits, 'a pause of a minute ends after its first second');
gc_disable();
thrown(TimeoutException::class, static fn () => $transport->send(new Request('GET', $address, 'it', seconds: 0.1)), 'a time-out');
$kept = \WeakReference::create($transport);
unset($transport, $stopped);
same(null, $kept->get(), 'a transport ends without the collector of cycles');
gc_enable();
fclose($silent);
$error = thrown(ConnectionException::class, static fn () => $slow->fetchImage($page), 'no connection');
contains("{$address} cannot be reached", $error->getMessage(), 'no connection');
same(false, str_contains((string) $error, SECRET), 'a trace has no secret');

// A server that keeps the connection, and answers its first request only.
$program = <<<'PHP'
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    echo stream_socket_get_name($listener, false), "\n";
    $kept = stream_socket_accept($listener, 10);
    fread($kept, 8192);
    fwrite($kept, "HTTP/1.1 200 OK\r\nx-request-id: req_1\r\ncontent-length: 3\r\n\r\nPNG");
    stream_get_contents($kept);
    PHP;
$server = proc_open([PHP_BINARY, '-r', $program], [1 => ['pipe', 'w']], $pipes);
$keeping = new Client('key', SECRET, 'http://' . trim((string) fgets($pipes[1])));
same('PNG', (string) $keeping->fetchImage($page), 'the first answer');
$late = static fn () => $keeping->withOptions(timeout: 0.1)->fetchImage($page);
thrown(TimeoutException::class, $late, 'a time-out of a kept connection');
proc_terminate($server);
proc_close($server);

// Retries
same('x', (string) (new Service(busy(), busy('0.01', 429), new Response(200, [], 'x')))->client()->fetchImage($page), 'busy');
$cases = [
    [[busy(), busy(), busy()], []],
    [[busy()], ['maxRetries' => 0]],
    [[busy('31')], []],
    [[busy(null)], []],
    [[busy('0', 500)], []],
];
foreach ($cases as [$answers, $settings]) {
    $service = new Service(...$answers);
    thrown(ApiException::class, static fn () => $service->client(...$settings)->fetchImage($page), 'the limit of retries');
    same(count($answers), count($service->requests), 'the number of requests');
}
$service = new Service(busy(), opened());
same('sess_1', $service->client()->sessions->create()->id, 'a busy create');
$keys = array_map(static fn (Request $request) => $request->headers['Idempotency-Key'], $service->requests);
same(true, $keys[0] === $keys[1], 'the create of a session keeps its key');
$service = new Service(opened(), busy());
$browser = $service->client()->sessions->create();
thrown(ApiException::class, static fn () => $browser->click('#pay'), 'an action may have run');
same(2, count($service->requests), 'an action may have run');
$writes = [
    'a new secret' => static fn (Client $client) => $client->account->secrets->create('ci'),
    'a token' => static fn (Client $client) => $client->account->token(SECRET),
    'a new token' => static fn (Client $client) => $client->account->createToken('ci'),
    'a notification' => static fn (Client $client) => $client->batches->notifyAgain('batch_1'),
];
foreach ($writes as $name => $write) {
    $service = new Service(busy('0', 429), busy(), ok());
    thrown(ApiException::class, static fn () => $write($service->client()), "{$name} may have been made");
    same(2, count($service->requests), "{$name} may have been made");
}

$service = new Service(busy(), busy(), busy(), busy());
$client = $service->client();
thrown(ApiException::class, static fn () => $client->withOptions(timeout: 5.0, maxRetries: 0)->account->get(), 'other settings');
same([1, 5.0], [count($service->requests), $service->requests[0]->seconds], 'one attempt, with its time');
thrown(ApiException::class, static fn () => $client->account->get(), 'the first client');
same([4, Request::ANSWER_SECONDS], [count($service->requests), $service->requests[1]->seconds], 'the first client keeps its settings');

// Sessions
$service = new Service(opened(), ok(['success' => true, 'title' => 'T']), opened('closed'));
$title = $service->client()->sessions->run(static fn (Session $browser) => $browser->title()['title'], ['maxTtlSeconds' => 60]);
same('T', $title, 'the value of the function');
$methods = array_map(static fn (Request $request) => $request->method, $service->requests);
same(['POST', 'POST', 'DELETE'], $methods, 'a function closes its session');
same('{"maxTtlSeconds":60}', $service->requests[0]->body, 'the create');

$service = new Service(opened(), busy(null));
$fail = static fn () => throw new \DomainException('mine');
thrown(\DomainException::class, static fn () => $service->client()->sessions->run($fail), 'the error of the function wins');
same(2, count($service->requests), 'a failed function closes its session');
$service = new Service(opened(), busy(null));
thrown(ApiException::class, static fn () => $service->client()->sessions->run(static fn () => 1), 'a failed close');

// A create whose answer is lost
$stop = new \DomainException('stop');
$late = new TimeoutException('late');
$none = ok(['success' => true, 'session' => null]);
foreach ([$stop, $late] as $failure) {
    $service = new Service($failure, $none);
    $run = static fn () => $service->client(timeout: 0.5)->sessions->run(static fn () => 1, ['cdp' => true]);
    same($failure, thrown($failure::class, $run, 'a lost create'), 'the first error is thrown');
    [$create, $abandon] = $service->requests;
    same(['DELETE', 'https://shots.example/v1/sessions', 5.0], [$abandon->method, $abandon->url, $abandon->seconds], 'it is abandoned');
    same($create->headers['Idempotency-Key'], $abandon->headers['Idempotency-Key'], 'its key');
}
foreach ([502 => ApiException::class, 200 => TintypeException::class] as $status => $class) {
    $service = new Service(new Response($status, [], '<html>Bad gateway</html>'), $none);
    thrown($class, static fn () => $service->client()->sessions->create(), 'a create that a proxy answers');
    same(['POST', 'DELETE'], array_column($service->requests, 'method'), 'it is abandoned');
}
$service = new Service(opened('closed'), $none);
$sessions = $service->client()->sessions;
same(['closed', null], [$sessions->abandon('mine')['status'], $sessions->abandon('mine')], 'an abandoned create');
same('mine', $service->requests[0]->headers['Idempotency-Key'], 'the key of an abandoned create');
$kept = [[[$late, busy()], null], [[$late, $late], null], [[$late], 'mine'], [[busy(null)], null]];
foreach ($kept as [$answers, $key]) {
    $service = new Service(...$answers);
    $create = static fn () => $service->client()->sessions->create([], $key);
    thrown($answers[0] === $late ? TimeoutException::class : ApiException::class, $create, 'a create whose session may stay');
    same(count($answers), count($service->requests), 'its requests');
}

$link = ['url' => 'https://shots.example/live#token', 'expiresAt' => '2030-01-31T12:00:00.000Z'];
$service = new Service(opened(), ok(['success' => true] + $link), opened('closed'));
$browser = $service->client()->sessions->create();
same($link, $browser->live(control: true), 'a link to the live view');
same('closed', $browser->close('my shop')['status'], 'a close that saves the login');
[, $live, $close] = $service->requests;
same(['POST', 'https://shots.example/v1/sessions/sess_1/live', '{"control":true}'], [$live->method, $live->url, $live->body], 'the live view');
same(['DELETE', 'https://shots.example/v1/sessions/sess_1?saveProfile=my+shop'], [$close->method, $close->url], 'the close');

$service = new Service(opened(), ok(), ok());
$browser = $service->client()->sessions->create();
$browser->fill('#name', 'Ada', screenshot: false);
$browser->dragMouse(from: ['x' => 1, 'y' => 2], to: ['x' => 3, 'y' => 4]);
same('{"type":"fill","payload":{"selector":"#name","value":"Ada","screenshot":false}}', $service->requests[1]->body, 'an action');
same('{"type":"drag_mouse","payload":{"from":{"x":1,"y":2},"to":{"x":3,"y":4}}}', $service->requests[2]->body, 'another');

$service = new Service(ok(['success' => true, 'title' => 'T']), opened('closed'));
$browser = $service->client()->sessions->attach('sess_1');
same(['sess_1', []], [$browser->id, $browser->info()], 'an attached session');
same(['T', 'closed'], [$browser->title()['title'], $browser->close()['status']], 'its action and close');
$urls = array_map(static fn (Request $request) => $request->url, $service->requests);
$url = 'https://shots.example/v1/sessions/sess_1';
same(["{$url}/actions", $url], $urls, 'its addresses');

// Bearers
$made = ok(['success' => true, 'token' => 'bearer', 'secretId' => 'sec_1']);
$service = new Service($made, $made);
$account = $service->client()->account;
same(['bearer', 'sec_1'], [$account->token('own'), $account->createToken('ci', 'manage')['secretId']], 'bearers');
$bodies = array_map(static fn (Request $request) => $request->body, $service->requests);
same(['{"secret":"own"}', '{"scope":"manage","name":"ci"}'], $bodies, 'what is sent for bearers');

// Charges
$answer = ok(['success' => true, 'charges' => [['id' => 'ch_1', 'credits' => 1]], 'nextCursor' => 'c/2']);
$service = new Service($answer, $answer);
$account = $service->client()->account;
same('c/2', $account->charges(1, 'c/1')['nextCursor'], 'a page of charges');
same('ch_1', $account->charges()['charges'][0]['id'], 'the first page of charges');
$urls = array_map(static fn (Request $request) => $request->url, $service->requests);
$url = 'https://shots.example/v1/account/charges';
same(["{$url}?limit=1&cursor=c%2F1", $url], $urls, 'the addresses of charges');

// Presets
$service = new Service(ok(['success' => true, 'preset' => ['name' => 'card'], 'warnings' => ['`vh` has no effect.']]));
$stored = $service->client()->account->presets->put('card', ['vh' => 9], 'pdf');
same(['card', ['`vh` has no effect.']], [$stored['preset']['name'], $stored['warnings']], 'a put answers its warnings');
same('{"options":{"vh":9},"endpoint":"pdf"}', $service->requests[0]->body, 'a put');

// Batches
$service = new Service(ok(), ok(), ok());
$batches = $service->client()->batches;
$batches->submit('image', [$page]);
$batches->get('batch_1', 5);
$batches->cancel('batch_1');
foreach ([$service->requests[0]->body, '/batch/key/batch_1', 'DELETE /batch/key/batch_1'] as $at => $signed) {
    same(Signing::bytes(SECRET, (string) $signed), $service->requests[$at]->headers['x-req-signature'], 'what is signed');
}
$pages = [['batches' => [['batchId' => 'batch_2']], 'nextCursor' => 'c/2'], ['batches' => [], 'nextCursor' => null]];
$service = new Service(...array_map(ok(...), $pages));
same([['batchId' => 'batch_2']], iterator_to_array($service->client()->batches->all()), 'all batches');
same('https://shots.example/batch/key?limit=100&cursor=c%2F2', $service->requests[1]->url, 'the second page');
same(Signing::bytes(SECRET, '/batch/key'), $service->requests[1]->headers['x-req-signature'], 'the list is signed');
$state = ok(['success' => true, 'status' => 'processing', 'queued' => 1, 'total' => 3]);
$batches = (new Service(...array_fill(0, 50, $state)))->client()->batches;
$error = thrown(TimeoutException::class, static fn () => $batches->wait('batch_1', 0.05, 0.02), 'a wait has an end');
same('batch_1 has unfinished items after 0.05 s: 1 of 3.', $error->getMessage(), 'a wait has an end');
