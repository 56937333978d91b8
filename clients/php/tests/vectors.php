<?php

// The signing vectors of contracts/vectors; VECTORS names the folder elsewhere.

declare(strict_types=1);

namespace Tintype\Tests;

use Tintype\Client;
use Tintype\Options;
use Tintype\Signing;

$folder = getenv('VECTORS') ?: __DIR__ . '/../../../contracts/vectors';
// Objects stay objects, so that an empty one is not an empty list.
$vectors = json_decode((string) file_get_contents("{$folder}/signing.json"), false, 512, JSON_THROW_ON_ERROR);

same(true, count($vectors->v1) + count($vectors->v2) >= 40, 'at least 40 vectors');
foreach ([...$vectors->v1, ...$vectors->v2] as $vector) {
    if (isset($vector->options)) {
        $options = [];
        foreach ($vector->options as [$name, $value]) {
            $options[$name] = is_object($value) ? (array) $value : json_decode((string) json_encode($value), true);
        }
        same($vector->query, Signing::encodeQuery(Options::wire($options)), $vector->name);
    }
}
foreach ($vectors->v1 as $vector) {
    same($vector->md5, Signing::v1($vector->secret, $vector->query), $vector->name);
}
foreach ($vectors->v2 as $vector) {
    same($vector->hmac, Signing::v2($vector->secret, $vector->endpoint, $vector->query), $vector->name);
}
$numbers = ['0.0000001' => 1e-7, '1000000000000000000000' => 1e21, '-0.25' => -0.25, '2' => 2.0, '123.456' => 123.456, '1.1' => 1.1];
foreach ($numbers as $text => $number) {
    same((string) $text, Signing::text($number), 'a number');
}

$client = static fn (mixed ...$settings): Client => new Client('key', 'test', 'https://shots.example/', ...$settings);
$news = 'https://news.ycombinator.com/';
$query = 'url=https%3A%2F%2Fnews.ycombinator.com%2F';
$hash = 'f37d5fb3ee4540a05bf4ffeed6dffa28';
$hmac = '9112f739086653d97648c32be10b62dbe6014b2d880eded51b49c79b0a9e9c59';
same("https://shots.example/key/{$hash}/image?{$query}", $client()->buildImageUrl($news), 'version 1');
same(
    "https://shots.example/v2/key/{$hmac}/image?{$query}",
    $client(signatureVersion: 2)->buildImageUrl($news),
    'version 2',
);
$expiring = $client()->buildPdfUrl('https://example.com/', expires: new \DateTimeImmutable('@4102444800'));
contains('https://shots.example/v2/key/', $expiring, 'an expiry needs version 2');
contains('&expires=4102444800', $expiring, 'the expiry');
foreach (['Image', 'Pdf', 'Content', 'Metadata', 'Animated'] as $name) {
    $url = $client()->{"build{$name}Url"}('https://example.com/', ['blockAds' => true, 'darkMode' => null, 'vw' => 1.0]);
    contains('/' . lcfirst($name) . '?url=https%3A%2F%2Fexample.com%2F&blockAds=true&vw=1', $url, $name);
}
$encoded = ['header' => '<b>Ä</b>', 'headers' => ['X-A' => 'b'], 'hide' => ['.a', '#b']];
contains(
    '&header=PGI-w4Q8L2I-&headers=eyJYLUEiOiJiIn0&hide=.a%2C%23b',
    $client()->buildPdfUrl('https://example.com/', $encoded),
    'values are encoded',
);
contains(
    'https://edge.example/key/',
    $client(edgeUrl: 'https://edge.example', useEdge: true)->buildImageUrl('https://example.com/'),
    'the edge host',
);
