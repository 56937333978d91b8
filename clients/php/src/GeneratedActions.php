<?php

declare(strict_types=1);

namespace Tintype;

/** The actions of a session. `make generate` writes this file (scripts/clients/php.mjs). */
trait GeneratedActions
{
    /**
     * Runs any action by its type and payload.
     *
     * @param array<string, mixed> $payload
     *
     * @return array<string, mixed>
     */
    abstract public function act(string $type, array $payload = []): array;

    /**
     * Opens a page.
     *
     * @param string $url
     * @param 'load'|'domcontentloaded'|'commit'|null $waitUntil
     * @param bool|null $screenshot
     * @param array{width?: int, height?: int, deviceScaleFactor?: int|float}|null $viewport
     * @param int|float|null $scaleFactor
     * @param int|null $vw
     * @param int|null $vh
     * @param int|float|null $deviceScaleFactor
     * @param string|null $emulateDevice
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, url: string, status: int|null}
     */
    public function goto(
        string $url,
        ?string $waitUntil = null,
        ?bool $screenshot = null,
        ?array $viewport = null,
        int|float|null $scaleFactor = null,
        ?int $vw = null,
        ?int $vh = null,
        int|float|null $deviceScaleFactor = null,
        ?string $emulateDevice = null,
    ): array {
        $payload = [
            'url' => $url,
            'waitUntil' => $waitUntil,
            'screenshot' => $screenshot,
            'viewport' => $viewport,
            'scaleFactor' => $scaleFactor,
            'vw' => $vw,
            'vh' => $vh,
            'deviceScaleFactor' => $deviceScaleFactor,
            'emulateDevice' => $emulateDevice,
        ];

        return $this->act('goto', self::given($payload));
    }

    /**
     * Opens the previous page of the history, if any.
     *
     * @param 'load'|'domcontentloaded'|'commit'|null $waitUntil
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, url: string}
     */
    public function back(
        ?string $waitUntil = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'waitUntil' => $waitUntil,
            'screenshot' => $screenshot,
        ];

        return $this->act('back', self::given($payload));
    }

    /**
     * Opens the next page of the history, if any.
     *
     * @param 'load'|'domcontentloaded'|'commit'|null $waitUntil
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, url: string}
     */
    public function forward(
        ?string $waitUntil = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'waitUntil' => $waitUntil,
            'screenshot' => $screenshot,
        ];

        return $this->act('forward', self::given($payload));
    }

    /**
     * Reloads the page.
     *
     * @param 'load'|'domcontentloaded'|'commit'|null $waitUntil
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, url: string}
     */
    public function reload(
        ?string $waitUntil = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'waitUntil' => $waitUntil,
            'screenshot' => $screenshot,
        ];

        return $this->act('reload', self::given($payload));
    }

    /**
     * Clicks an element or a point of the window.
     *
     * @param string|null $selector
     * @param string|null $ref
     * @param int|float|null $x
     * @param int|float|null $y
     * @param 'left'|'right'|'middle'|null $button
     * @param int|null $clickCount
     * @param list<'Alt'|'Control'|'ControlOrMeta'|'Meta'|'Shift'>|null $modifiers
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, url: string, matched: bool, visible: bool, elementText: string, tagName: string, attributes: array<string, string>, boundingBox: array{x: int|float, y: int|float, width: int|float, height: int|float}|null, clickedPoint: array{x: int|float, y: int|float}}
     */
    public function click(
        ?string $selector = null,
        ?string $ref = null,
        int|float|null $x = null,
        int|float|null $y = null,
        ?string $button = null,
        ?int $clickCount = null,
        ?array $modifiers = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'selector' => $selector,
            'ref' => $ref,
            'x' => $x,
            'y' => $y,
            'button' => $button,
            'clickCount' => $clickCount,
            'modifiers' => $modifiers,
            'screenshot' => $screenshot,
        ];

        return $this->act('click', self::given($payload));
    }

    /**
     * Moves the mouse over an element, or to a point.
     *
     * @param string|null $selector
     * @param string|null $ref
     * @param int|float|null $x
     * @param int|float|null $y
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, url: string, matched: bool, visible: bool, elementText: string, tagName: string, attributes: array<string, string>, boundingBox: array{x: int|float, y: int|float, width: int|float, height: int|float}|null, hoveredPoint: array{x: int|float, y: int|float}}
     */
    public function hover(
        ?string $selector = null,
        ?string $ref = null,
        int|float|null $x = null,
        int|float|null $y = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'selector' => $selector,
            'ref' => $ref,
            'x' => $x,
            'y' => $y,
            'screenshot' => $screenshot,
        ];

        return $this->act('hover', self::given($payload));
    }

    /**
     * Scrolls as a wheel does at the mouse or in the middle of the window, or scrolls to an element.
     *
     * @param string|null $selector
     * @param 'up'|'down'|'left'|'right'|null $direction
     * @param int|float|null $amount
     * @param string|null $ref
     * @param int|float|null $deltaX
     * @param int|float|null $deltaY
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, scrollX: int|float, scrollY: int|float, atEnd: bool}
     */
    public function scroll(
        ?string $selector = null,
        ?string $direction = null,
        int|float|null $amount = null,
        ?string $ref = null,
        int|float|null $deltaX = null,
        int|float|null $deltaY = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'selector' => $selector,
            'direction' => $direction,
            'amount' => $amount,
            'ref' => $ref,
            'deltaX' => $deltaX,
            'deltaY' => $deltaY,
            'screenshot' => $screenshot,
        ];

        return $this->act('scroll', self::given($payload));
    }

    /**
     * Moves the mouse.
     *
     * @param int|float $x
     * @param int|float $y
     * @param int|null $steps
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, x: int|float, y: int|float}
     */
    public function moveMouse(
        int|float $x,
        int|float $y,
        ?int $steps = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'x' => $x,
            'y' => $y,
            'steps' => $steps,
            'screenshot' => $screenshot,
        ];

        return $this->act('move_mouse', self::given($payload));
    }

    /**
     * Drags with the left button.
     *
     * @param list<array{x: int|float, y: int|float}>|null $path
     * @param array{x: int|float, y: int|float}|null $from
     * @param array{x: int|float, y: int|float}|null $to
     * @param int|null $steps
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, x: int|float, y: int|float}
     */
    public function dragMouse(
        ?array $path = null,
        ?array $from = null,
        ?array $to = null,
        ?int $steps = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'path' => $path,
            'from' => $from,
            'to' => $to,
            'steps' => $steps,
            'screenshot' => $screenshot,
        ];

        return $this->act('drag_mouse', self::given($payload));
    }

    /**
     * Returns the position of the mouse.
     *
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, x: int|float, y: int|float}
     */
    public function cursorPosition(
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'screenshot' => $screenshot,
        ];

        return $this->act('cursor_position', self::given($payload));
    }

    /**
     * Types into an element, key by key.
     *
     * @param string|null $selector
     * @param string|null $text
     * @param string|null $ref
     * @param int|null $delayMs
     * @param bool|null $clear
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, matched: bool, visible: bool, value: string}
     */
    public function type(
        ?string $selector = null,
        ?string $text = null,
        ?string $ref = null,
        ?int $delayMs = null,
        ?bool $clear = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'selector' => $selector,
            'text' => $text,
            'ref' => $ref,
            'delayMs' => $delayMs,
            'clear' => $clear,
            'screenshot' => $screenshot,
        ];

        return $this->act('type', self::given($payload));
    }

    /**
     * Types into the focused element.
     *
     * @param string $text
     * @param int|null $delayMs
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}}
     */
    public function typeText(
        string $text,
        ?int $delayMs = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'text' => $text,
            'delayMs' => $delayMs,
            'screenshot' => $screenshot,
        ];

        return $this->act('type_text', self::given($payload));
    }

    /**
     * Sets the value of a field at once.
     *
     * @param string|null $selector
     * @param string|null $value
     * @param string|null $ref
     * @param string|null $text
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, matched: bool, value: string}
     */
    public function fill(
        ?string $selector = null,
        ?string $value = null,
        ?string $ref = null,
        ?string $text = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'selector' => $selector,
            'value' => $value,
            'ref' => $ref,
            'text' => $text,
            'screenshot' => $screenshot,
        ];

        return $this->act('fill', self::given($payload));
    }

    /**
     * Selects options of a select element.
     *
     * @param string|null $selector
     * @param string|null $value
     * @param string|null $ref
     * @param list<string>|null $values
     * @param string|null $label
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, selected: list<string>}
     */
    public function select(
        ?string $selector = null,
        ?string $value = null,
        ?string $ref = null,
        ?array $values = null,
        ?string $label = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'selector' => $selector,
            'value' => $value,
            'ref' => $ref,
            'values' => $values,
            'label' => $label,
            'screenshot' => $screenshot,
        ];

        return $this->act('select', self::given($payload));
    }

    /**
     * Checks a checkbox or a radio button, or unchecks a checkbox.
     *
     * @param string|null $selector
     * @param string|null $ref
     * @param bool|null $checked
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, checked: bool}
     */
    public function check(
        ?string $selector = null,
        ?string $ref = null,
        ?bool $checked = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'selector' => $selector,
            'ref' => $ref,
            'checked' => $checked,
            'screenshot' => $screenshot,
        ];

        return $this->act('check', self::given($payload));
    }

    /**
     * Presses a key, or several at once.
     *
     * @param string|null $selector
     * @param string|null $key
     * @param string|null $ref
     * @param int|null $count
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}}
     */
    public function press(
        ?string $selector = null,
        ?string $key = null,
        ?string $ref = null,
        ?int $count = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'selector' => $selector,
            'key' => $key,
            'ref' => $ref,
            'count' => $count,
            'screenshot' => $screenshot,
        ];

        return $this->act('press', self::given($payload));
    }

    /**
     * Returns the page as an accessibility tree, with a ref for each element that actions can use.
     *
     * @param string|null $selector
     * @param string|null $ref
     * @param 'compact'|'full'|null $mode
     * @param bool|null $interactiveOnly
     * @param int|null $maxTokens
     * @param bool|null $changesOnly
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, url: string, title: string, snapshot: string, tokenEstimate: int, truncated: bool, changesOnly?: bool}
     */
    public function snapshot(
        ?string $selector = null,
        ?string $ref = null,
        ?string $mode = null,
        ?bool $interactiveOnly = null,
        ?int $maxTokens = null,
        ?bool $changesOnly = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'selector' => $selector,
            'ref' => $ref,
            'mode' => $mode,
            'interactiveOnly' => $interactiveOnly,
            'maxTokens' => $maxTokens,
            'changesOnly' => $changesOnly,
            'screenshot' => $screenshot,
        ];

        return $this->act('snapshot', self::given($payload));
    }

    /**
     * Returns the page as clean text, Markdown or HTML.
     *
     * @param 'text'|'markdown'|'html'|null $format
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, format: 'text'|'markdown'|'html', content: string}
     */
    public function content(
        ?string $format = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'format' => $format,
            'screenshot' => $screenshot,
        ];

        return $this->act('content', self::given($payload));
    }

    /**
     * Returns properties of the elements that match a selector.
     *
     * @param string $selector
     * @param list<'text'|'html'|'href'|'src'|'alt'|'title'|'value'|'name'|'id'|'className'|'tag'|'role'|'ariaLabel'|'visible'|'bbox'>|null $fields
     * @param list<string>|null $attributes
     * @param int|null $limit
     * @param bool|null $visibleOnly
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, selector: string, fields: list<'text'|'html'|'href'|'src'|'alt'|'title'|'value'|'name'|'id'|'className'|'tag'|'role'|'ariaLabel'|'visible'|'bbox'>, attributes: list<string>, limit: int, count: int, elements: list<array{attributes: array<string, string|null>, text?: mixed|null, html?: mixed|null, href?: mixed|null, src?: mixed|null, alt?: mixed|null, title?: mixed|null, value?: mixed|null, name?: mixed|null, id?: mixed|null, className?: mixed|null, tag?: mixed|null, role?: mixed|null, ariaLabel?: mixed|null, visible?: mixed|null, bbox?: mixed|null}>}
     */
    public function query(
        string $selector,
        ?array $fields = null,
        ?array $attributes = null,
        ?int $limit = null,
        ?bool $visibleOnly = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'selector' => $selector,
            'fields' => $fields,
            'attributes' => $attributes,
            'limit' => $limit,
            'visibleOnly' => $visibleOnly,
            'screenshot' => $screenshot,
        ];

        return $this->act('query', self::given($payload));
    }

    /**
     * Returns the title of the page, at most 1000 characters.
     *
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, title: string}
     */
    public function title(
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'screenshot' => $screenshot,
        ];

        return $this->act('title', self::given($payload));
    }

    /**
     * Returns the address of the page, at most 8192 characters.
     *
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, url: string}
     */
    public function url(
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'screenshot' => $screenshot,
        ];

        return $this->act('url', self::given($payload));
    }

    /**
     * Returns console entries of scripts and browser, newest last.
     *
     * @param 'debug'|'info'|'warning'|'error'|null $level
     * @param int|null $limit
     * @param bool|null $clear
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, entries: list<array{timestamp: string, level: 'debug'|'info'|'warning'|'error', text: string, source: string}>}
     */
    public function console(
        ?string $level = null,
        ?int $limit = null,
        ?bool $clear = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'level' => $level,
            'limit' => $limit,
            'clear' => $clear,
            'screenshot' => $screenshot,
        ];

        return $this->act('console', self::given($payload));
    }

    /**
     * Returns uncaught errors and failed requests, newest last.
     *
     * @param 'debug'|'info'|'warning'|'error'|null $level
     * @param int|null $limit
     * @param bool|null $clear
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, entries: list<array{timestamp: string, level: 'debug'|'info'|'warning'|'error', text: string, source: string}>}
     */
    public function errors(
        ?string $level = null,
        ?int $limit = null,
        ?bool $clear = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'level' => $level,
            'limit' => $limit,
            'clear' => $clear,
            'screenshot' => $screenshot,
        ];

        return $this->act('errors', self::given($payload));
    }

    /**
     * Waits until an element matches. If none does in time, the answer is `matched: false`, not an error.
     *
     * @param string $selector
     * @param bool|null $visible
     * @param int|null $timeoutMs
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, matched: bool}
     */
    public function waitForSelector(
        string $selector,
        ?bool $visible = null,
        ?int $timeoutMs = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'selector' => $selector,
            'visible' => $visible,
            'timeoutMs' => $timeoutMs,
            'screenshot' => $screenshot,
        ];

        return $this->act('wait_for_selector', self::given($payload));
    }

    /**
     * Waits at most 2500 ms; longer waits are cut.
     *
     * @param int|null $timeoutMs
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, waitedMs: int}
     */
    public function waitForTimeout(
        ?int $timeoutMs = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'timeoutMs' => $timeoutMs,
            'screenshot' => $screenshot,
        ];

        return $this->act('wait_for_timeout', self::given($payload));
    }

    /**
     * Takes a picture of the window, the whole page or an element.
     *
     * @param string|null $selector
     * @param bool|null $fullPage
     * @param bool|null $screenshot
     * @param array{width?: int, height?: int, deviceScaleFactor?: int|float}|null $viewport
     * @param int|float|null $scaleFactor
     * @param int|null $vw
     * @param int|null $vh
     * @param int|float|null $deviceScaleFactor
     * @param string|null $emulateDevice
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, contentType: string, bodyBase64: string}
     */
    public function screenshot(
        ?string $selector = null,
        ?bool $fullPage = null,
        ?bool $screenshot = null,
        ?array $viewport = null,
        int|float|null $scaleFactor = null,
        ?int $vw = null,
        ?int $vh = null,
        int|float|null $deviceScaleFactor = null,
        ?string $emulateDevice = null,
    ): array {
        $payload = [
            'selector' => $selector,
            'fullPage' => $fullPage,
            'screenshot' => $screenshot,
            'viewport' => $viewport,
            'scaleFactor' => $scaleFactor,
            'vw' => $vw,
            'vh' => $vh,
            'deviceScaleFactor' => $deviceScaleFactor,
            'emulateDevice' => $emulateDevice,
        ];

        return $this->act('screenshot', self::given($payload));
    }

    /**
     * Saves cookies, local storage and databases as a profile, which later sessions can load.
     *
     * @param string $name
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, name: string, bytes: int, cookies: int, origins: list<string>, savedAt: string}
     */
    public function saveProfile(
        string $name,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'name' => $name,
            'screenshot' => $screenshot,
        ];

        return $this->act('save_profile', self::given($payload));
    }

    /**
     * Runs several actions, one after another.
     *
     * @param list<array<string, mixed>> $actions
     * @param bool|null $stopOnError
     * @param bool|null $screenshot
     *
     * @return array{success: bool, expiresInSeconds: int, notes?: list<string>, screenshot?: array{contentType: string, bodyBase64: string}, results: list<array{type: string, success: bool}>, completed: int, failedIndex: int|null}
     */
    public function batch(
        array $actions,
        ?bool $stopOnError = null,
        ?bool $screenshot = null,
    ): array {
        $payload = [
            'actions' => $actions,
            'stopOnError' => $stopOnError,
            'screenshot' => $screenshot,
        ];

        return $this->act('batch', self::given($payload));
    }

    /**
     * @param array<string, mixed> $payload
     *
     * @return array<string, mixed>
     */
    private static function given(array $payload): array
    {
        return array_filter($payload, static fn (mixed $value): bool => $value !== null);
    }
}
