<?php

// Loads the library without Composer.

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Tintype\\')) {
        $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen('Tintype\\'))) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
