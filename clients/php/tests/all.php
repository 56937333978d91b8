<?php

// php tests/all.php

declare(strict_types=1);

namespace Tintype\Tests;

error_reporting(E_ALL);
set_error_handler(static fn (int $level, string $text, string $file, int $line) => throw new \ErrorException($text, 0, $level, $file, $line));
array_map(putenv(...), ['TINTYPE_KEY', 'TINTYPE_SECRET', 'TINTYPE_URL', 'TINTYPE_EDGE_URL']);
// Settings of some systems that change numbers and queries.
ini_set('serialize_precision', '17');
ini_set('arg_separator.output', '&amp;');
require __DIR__ . '/../autoload.php';
require __DIR__ . '/check.php';
foreach (['vectors', 'client', 'capture', 'webhooks'] as $name) {
    require __DIR__ . "/{$name}.php";
}
foreach (Checks::$failures as $failure) {
    echo "failed: {$failure}\n";
}
echo Checks::$count . ' checks, ' . count(Checks::$failures) . " failures\n";
exit(Checks::$failures === [] ? 0 : 1);
