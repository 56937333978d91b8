<?php

// The lines of the README of `techulus/capture`, which move to Tintype by their import.

declare(strict_types=1);

namespace Tintype\Tests;

use Tintype\ApiException;
use Tintype\Capture;
use Tintype\CaptureSessionsException;
use Tintype\Response;
use Tintype\Signing;

// URLs
$target = 'url=https%3A%2F%2Fexample.com';
$capture = new Capture('your-api-key', 'your-api-secret', url: 'https://shots.example');
$query = "{$target}&full=true&delay=2&vw=1920&vh=1080";
$token = Signing::v1('your-api-secret', $query);
same(
    "https://shots.example/your-api-key/{$token}/image?{$query}",
    $capture->buildImageUrl('https://example.com', ['full' => true, 'delay' => 2, 'vw' => 1920, 'vh' => 1080]),
    'a URL',
);
$url = $capture->buildPdfUrl('https://example.com', ['full' => true, 't' => 1, 'qualty' => null, 'url' => 'x']);
contains("/pdf?{$target}&full=true&t=1", "{$url}\n", 'options that are unknown here');
contains("&t=1\n", "{$url}\n", 'no other options');
foreach (['Content', 'Metadata', 'Animated'] as $name) {
    $url = $capture->{"build{$name}Url"}('https://example.com');
    contains('/' . strtolower($name) . "?{$target}", $url, "the URL of {$name}");
}
foreach ([['true', 'https://edge.example/'], ['false', 'https://shots.example/']] as [$useEdge, $start]) {
    $options = ['useEdge' => $useEdge];
    $edge = new Capture('k', 's', $options, 'https://shots.example', 'https://edge.example');
    contains($start, $edge->buildImageUrl('https://example.com'), "useEdge {$useEdge}");
}

// Fetches
$content = ['success' => true, 'html' => '<p>', 'textContent' => 'a', 'markdown' => '# a'];
$metadata = ['success' => true, 'metadata' => ['title' => 'T']];
$service = new Service(new Response(200, [], 'PNG'), new Response(200, [], '%PDF'), new Response(200, [], 'GIF'), ok($content), ok($metadata));
$capture = new Capture('key', SECRET, ['timeout' => 120], 'https://shots.example', transport: $service);
same('PNG', $capture->fetchImage('https://example.com'), 'a picture');
same('%PDF', $capture->fetchPdf('https://example.com', ['full' => true, 'delay' => 5]), 'a PDF');
same('GIF', $capture->fetchAnimated('https://example.com'), 'a recording');
same($content, $capture->fetchContent('https://example.com'), 'a content');
same($metadata, $capture->fetchMetadata('https://example.com'), 'metadata');
same(120.0, $service->requests[0]->seconds, 'its time-out');

// Sessions
$refusal = ['success' => false, 'error' => 'The session is closed.', 'code' => 'session_not_active', 'requestId' => 'req_1'];
foreach ([true, false] as $isNewer) {
    $service = new Service(opened(), ok(['success' => true, 'title' => 'T']), opened(), opened(), ok($refusal, 409));
    $capture = new Capture('key', SECRET, [], 'https://shots.example', transport: $service);
    $sessions = $capture->sessions();
    $created = $isNewer ? $sessions->create(['maxTtlSeconds' => 300]) : $capture->createSession(['maxTtlSeconds' => 300]);
    same(['sess_1', 'sess_1', true], [$created['sessionId'], $created['session']['id'], isset($created['connectUrl'])], 'a session');
    $act = $isNewer ? $sessions->action(...) : $capture->executeAction(...);
    same('T', $act('sess_1', 'goto', ['url' => 'https://example.com'])['title'], 'an action');
    same('active', ($isNewer ? $sessions->get('sess_1') : $capture->getSession('sess_1'))['session']['status'], 'its state');
    same(true, ($isNewer ? $sessions->close('sess_1') : $capture->closeSession('sess_1'))['success'], 'its end');
    $error = thrown(CaptureSessionsException::class, static fn () => $act('sess_1', 'click'), 'a refusal');
    same([409, 'session_not_active', 'req_1'], [$error->getStatusCode(), $error->getBody()['code'], $error->getBody()['requestId']], 'its answer');
    same(ApiException::class, $error->getPrevious()::class, 'its cause');
    same('{"maxTtlSeconds":300}', $service->requests[0]->body, 'the body of the create');
}
