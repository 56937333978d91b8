import type { SessionActionType } from '@tintype/contracts';

/** A payload, and text of its error. */
type Wrong = readonly [payload: unknown, sentence: RegExp];

const text = /takes text\.$/;
const choice = /takes one of /;
const flag = /takes true or false\.$/;
const whole = /takes a whole number, \d+ or more\.$/;
const where = /takes a number from 0 to 5000, in CSS pixels of the window\.$/;
const element = /^The payload takes one target: `selector` or `ref`\.$/;
const place = /^The payload takes one target: `selector`, `ref`, or `x` and `y`\.$/;
const points = /^The property `payload.path` takes 2 to 100 points\.$/;
const css = /^The property `payload.selector` takes a CSS selector\.$/;
const noPayload: Wrong = [7, /^Send an action as \{/];

const waiting: Wrong[] = [
  [{ waitUntil: 'networkidle' }, /^The property `payload.waitUntil` takes one of load, domcontentloaded, commit\.$/],
  [{ waitUntil: null }, choice],
];

const logs: Wrong[] = [
  [{ level: 'fatal' }, /^The property `payload.level` takes one of debug, info, warning, error\.$/],
  [{ limit: 0 }, whole],
  [{ limit: '10' }, whole],
  [{ clear: 'yes' }, flag],
];

const nothing: Wrong[] = [
  noPayload,
  ['x', /^Send an action as/],
  [{ screenshot: 1 }, /^The property `payload.screenshot` takes true or false\.$/],
];

const point = { x: 1, y: 1 };

/** Wrong payloads by type: none may have an effect. */
export const wrongPayloads: { readonly [T in SessionActionType]: readonly Wrong[] } = {
  goto: [
    [{}, text],
    [{ url: {} }, text],
    [{ url: '' }, /^The property `payload.url` takes an http or https URL without credentials\.$/],
    [{ url: 'javascript:alert(1)' }, /takes an http or https URL/],
    [{ url: 'http://a:b@example.com/' }, /takes an http or https URL/],
    [{ url: 'example.com:25' }, /^Browsers refuse port 25 \(https:[^ ]*\)\. Serve the page on another port\.$/],
    [{ url: `http://example.com/${'x'.repeat(9000)}` }, /^The property `payload.url` takes up to 8192 characters\.$/],
    [{ url: 'http://example.com/', vw: 100 }, /^Give `vw` and `vh` together, or neither.$/],
    [
      { url: 'http://example.com/', emulateDevice: 'none' },
      /takes the key of a device, such as iphone_15\. GET \/screenshot\/devices lists the keys\.$/,
    ],
    ...waiting.map(([payload, sentence]): Wrong => [{ url: 'http://example.com/', ...(payload as object) }, sentence]),
  ],
  back: waiting,
  forward: waiting,
  reload: waiting,
  click: [
    [{}, place],
    [{ x: 1 }, place],
    [{ selector: '#a', ref: 'e1' }, place],
    [{ selector: '#a', x: 1, y: 1 }, place],
    [{ x: -1, y: 1 }, where],
    [{ x: 1, y: 5001 }, where],
    [{ x: '1', y: 1 }, where],
    [{ selector: ' ' }, css],
    [{ selector: 'a[[' }, /^The selector `a\[\[` is not valid CSS\. Use one that `document\.querySelector` takes\.$/],
    [{ selector: 'x'.repeat(1001) }, /^The property `payload.selector` takes up to 1000 characters\.$/],
    [{ ref: '12' }, /^The property `payload.ref` takes a ref of a snapshot, such as e12\.$/],
    [{ selector: 'a', button: 'fourth' }, /^The property `payload.button` takes one of left, right, middle\.$/],
    [{ selector: 'a', clickCount: 0 }, whole],
    [{ selector: 'a', modifiers: 'Shift' }, /^The property `payload.modifiers` takes a list of keys\.$/],
    [{ selector: 'a', modifiers: ['Super'] }, choice],
    [{ selector: 'a', modifiers: Array(6).fill('Alt') }, /^The property `payload.modifiers` takes up to 5 keys\.$/],
  ],
  hover: [
    [{}, place],
    [{ y: 1 }, place],
    [{ x: null, y: 1 }, where],
  ],
  scroll: [
    [{ direction: 'away' }, /^The property `payload.direction` takes one of up, down, left, right\.$/],
    [{ amount: 0 }, /^The property `payload.amount` takes a number of CSS pixels above 0\.$/],
    [{ deltaY: '10' }, /^The property `payload.deltaY` takes a number of CSS pixels\.$/],
    [
      { selector: '#a', deltaY: 1 },
      /^The payload takes one of: `direction` and `amount`; `selector`; `ref`; `deltaX` and `deltaY`\.$/,
    ],
  ],
  move_mouse: [
    [{}, where],
    [{ x: 1 }, where],
    [{ ...point, steps: 0 }, whole],
    [{ ...point, steps: 1.5 }, whole],
  ],
  drag_mouse: [
    [{}, /^The payload takes either `path`, or `from` and `to`\.$/],
    [{ from: point }, /takes either `path`/],
    [{ path: [point] }, points],
    [{ path: 'left' }, points],
    [{ path: Array(101).fill(point) }, points],
    [{ from: point, to: 7 }, /^The property `payload.to` takes \{"x": …, "y": …\}\.$/],
    [{ path: [point, { x: 1 }] }, where],
  ],
  cursor_position: nothing,
  type: [
    [{ text: 'x' }, element],
    [{ selector: '#a' }, text],
    [{ selector: '#a', text: [] }, text],
    [{ selector: '#a', text: 'x', delayMs: -1 }, whole],
    [{ selector: '#a', text: 'x', clear: 1 }, flag],
    [{ selector: '#a', text: 'x'.repeat(200_001) }, /^The property `payload.text` takes up to 200000 characters\.$/],
  ],
  type_text: [
    [{}, text],
    [{ text: null }, text],
    [{ text: 'x', delayMs: 'slow' }, whole],
  ],
  fill: [
    [{ value: 'x' }, element],
    [{ selector: '#a' }, /^The property `payload.value` is missing. It takes text\.$/],
    [{ selector: '#a', value: {} }, text],
  ],
  select: [
    [{ value: 'x' }, element],
    [{ selector: '#a' }, /^The payload takes one of `value`, `values` and `label`\.$/],
    [{ selector: '#a', value: 'x', label: 'y' }, /takes one of `value`, `values` and `label`\.$/],
    [{ selector: '#a', values: 'x' }, /^The property `payload.values` takes a list of values\.$/],
    [{ selector: '#a', values: Array(101).fill('x') }, /^The property `payload.values` takes up to 100 values\.$/],
    [{ selector: '#a', values: [{}] }, text],
  ],
  check: [
    [{}, element],
    [{ selector: '#a', checked: 'on' }, flag],
  ],
  press: [
    [{}, text],
    [{ key: '' }, /^The property `payload.key` takes a key, such as Enter or Control\+A\.$/],
    [{ key: 'x'.repeat(51) }, /^The property `payload.key` takes up to 50 characters\.$/],
    [{ key: 'Entre' }, /^The key "Entre" does not exist/],
    [{ key: 'Entre', selector: '#a' }, /^The key "Entre" does not exist/],
    [{ key: 'Control+', selector: '#a' }, /^The key "" does not exist/],
    [{ key: 'a', count: 0 }, whole],
    [{ key: 'a', selector: '#a', ref: 'e1' }, /^The payload takes at most one target: `selector` or `ref`\.$/],
  ],
  snapshot: [
    [{ mode: 'tiny' }, /^The property `payload.mode` takes one of compact, full\.$/],
    [{ maxTokens: 99 }, whole],
    [{ interactiveOnly: 'yes' }, flag],
    [{ selector: '#a', ref: 'e1' }, /takes at most one target: `selector` or `ref`\.$/],
  ],
  content: [
    [{ format: 'pdf' }, /^The property `payload.format` takes one of text, markdown, html\.$/],
    [{ format: ['text'] }, choice],
  ],
  query: [
    [{}, text],
    [{ selector: '' }, css],
    [
      { selector: ':nothing' },
      /^The selector `:nothing` is not valid CSS\. Use one that `document\.querySelector` takes\.$/,
    ],
    [{ selector: 'a', fields: 'text' }, /^The property `payload.fields` takes a list of text, html, /],
    [{ selector: 'a', fields: ['colour'] }, choice],
    [{ selector: 'a', fields: Array(16).fill('text') }, /^The property `payload.fields` takes up to 15 fields\.$/],
    [{ selector: 'a', attributes: ['a b'] }, /takes names of attributes\.$/],
    [
      { selector: 'a', attributes: Array(51).fill('a') },
      /^The property `payload.attributes` takes up to 50 attributes\.$/,
    ],
    [{ selector: 'a', limit: 0 }, whole],
  ],
  title: nothing,
  url: nothing,
  console: logs,
  errors: logs,
  wait_for_selector: [
    [{}, text],
    [{ selector: 'a[[' }, /is not valid CSS\. Use one that `document\.querySelector` takes\.$/],
    [{ selector: 'a', visible: 'yes' }, flag],
    [{ selector: 'a', timeoutMs: -1 }, whole],
  ],
  wait_for_timeout: [
    [{ timeoutMs: -1 }, whole],
    [{ timeoutMs: 'long' }, whole],
  ],
  screenshot: [
    [{ fullPage: 'yes' }, flag],
    [{ selector: ' ' }, css],
    [
      { selector: 'a[[', vw: 400, vh: 400 },
      /^The selector `a\[\[` is not valid CSS\. Use one that `document\.querySelector` takes\.$/,
    ],
    [{ vw: 0, vh: 1 }, /^The property `payload.vw` takes a whole number from 1 to 5000\.$/],
    [
      { viewport: { width: 1, height: 1e9 } },
      /^The property `payload.viewport.height` takes a whole number from 1 to 5000\.$/,
    ],
    [{ viewport: 'large' }, /^The property `payload.viewport` takes \{/],
    [{ scaleFactor: 4 }, /^The property `payload.scaleFactor` takes a number above 0, up to 3\.$/],
  ],
  save_profile: [
    [{}, /^The property `payload.name` is missing. It takes 1 to 64 letters, digits, hyphens and underscores\.$/],
    [{ name: 'my shop' }, /^The property `payload.name` takes 1 to 64 letters/],
    [{ name: 7 }, /takes 1 to 64 letters/],
  ],
  batch: [
    [{}, /^The property `payload.actions` is missing. It takes a list of 1 to 25 actions\.$/],
    [{ actions: [] }, /takes a list of 1 to 25 actions\.$/],
    [{ actions: Array(26).fill({ type: 'title' }) }, /takes a list of 1 to 25 actions\.$/],
    [{ actions: [{ type: 'title' }], stopOnError: 'no' }, flag],
    [
      { actions: [{ type: 'title' }, { type: 'batch', payload: {} }] },
      /^In `payload.actions.1`: A batch cannot hold another batch\. Put its actions into this one\.$/,
    ],
    [
      { actions: [{ type: 'save_profile', payload: { name: 'a' } }] },
      /^In `payload.actions.0`: A batch cannot save a profile\. Send `save_profile` as an action of its own\.$/,
    ],
    [{ actions: [{ type: 'title' }, { type: 'fly' }] }, /^In `payload.actions.1`: The action `fly` does not exist/],
    [
      { actions: [{ type: 'title' }, { type: 'goto', payload: { url: 'x y' } }] },
      /^In `payload.actions.1`: The property `payload.url` takes /,
    ],
    [{ actions: [7] }, /^In `payload.actions.0`: Send an action as/],
  ],
};
