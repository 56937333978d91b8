import type { SessionActionType } from '@tintype/contracts';

/** A payload, and text of its error. */
type Wrong = readonly [payload: unknown, sentence: RegExp];

const text = /takes text$/;
const choice = /takes one of /;
const flag = /takes true or false$/;
const whole = /takes a whole number from \d+$/;
const where = /takes a number from 0 to 5000, in CSS pixels of the window$/;
const element = /^payload: takes one of selector and ref$/;
const place = /^payload: takes one of selector, ref, and x with y$/;
const points = /^payload.path: takes 2 to 100 points$/;
const css = /^payload.selector: takes a CSS selector$/;
const noPayload: Wrong = [7, /^Send an action as \{/];

const waiting: Wrong[] = [
  [{ waitUntil: 'networkidle' }, /^payload.waitUntil: takes one of load, domcontentloaded, commit$/],
  [{ waitUntil: null }, choice],
];

const logs: Wrong[] = [
  [{ level: 'fatal' }, /^payload.level: takes one of debug, info, warning, error$/],
  [{ limit: 0 }, whole],
  [{ limit: '10' }, whole],
  [{ clear: 'yes' }, flag],
];

const nothing: Wrong[] = [
  noPayload,
  ['x', /^Send an action as/],
  [{ screenshot: 1 }, /^payload.screenshot: takes true or false$/],
];

const point = { x: 1, y: 1 };

/** Wrong payloads by type: none may have an effect. */
export const wrongPayloads: { readonly [T in SessionActionType]: readonly Wrong[] } = {
  goto: [
    [{}, text],
    [{ url: {} }, text],
    [{ url: '' }, /^payload.url: takes an absolute http or https URL without credentials$/],
    [{ url: 'javascript:alert(1)' }, /takes an absolute http/],
    [{ url: 'http://a:b@example.com/' }, /takes an absolute http/],
    [
      { url: 'example.com:25' },
      /^payload.url: Browsers refuse port 25 \(https:[^ ]*\)\. Serve the page on another port\.$/,
    ],
    [{ url: `http://example.com/${'x'.repeat(9000)}` }, /^payload.url: takes up to 8192 characters$/],
    [{ url: 'http://example.com/', vw: 100 }, /^payload: vw and vh need each other$/],
    [{ url: 'http://example.com/', emulateDevice: 'none' }, /takes a key from GET \/screenshot\/devices$/],
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
    [{ selector: 'a[[' }, /^payload.selector: a\[\[ is not valid CSS\.$/],
    [{ selector: 'x'.repeat(1001) }, /^payload.selector: takes up to 1000 characters$/],
    [{ ref: '12' }, /^payload.ref: takes a ref of a snapshot, such as e12$/],
    [{ selector: 'a', button: 'fourth' }, /^payload.button: takes one of left, right, middle$/],
    [{ selector: 'a', clickCount: 0 }, whole],
    [{ selector: 'a', modifiers: 'Shift' }, /^payload.modifiers: takes a list of keys$/],
    [{ selector: 'a', modifiers: ['Super'] }, choice],
    [{ selector: 'a', modifiers: Array(6).fill('Alt') }, /^payload.modifiers: takes up to 5 keys$/],
  ],
  hover: [
    [{}, place],
    [{ y: 1 }, place],
    [{ x: null, y: 1 }, where],
  ],
  scroll: [
    [{ direction: 'away' }, /^payload.direction: takes one of up, down, left, right$/],
    [{ amount: 0 }, /^payload.amount: takes a number of CSS pixels above 0$/],
    [{ deltaY: '10' }, /^payload.deltaY: takes a number of CSS pixels$/],
    [
      { selector: '#a', deltaY: 1 },
      /^payload: takes one of direction with amount, selector, ref, and deltaX with deltaY$/,
    ],
  ],
  move_mouse: [
    [{}, where],
    [{ x: 1 }, where],
    [{ ...point, steps: 0 }, whole],
    [{ ...point, steps: 1.5 }, whole],
  ],
  drag_mouse: [
    [{}, /^payload: takes either path, or from and to$/],
    [{ from: point }, /takes either path/],
    [{ path: [point] }, points],
    [{ path: 'left' }, points],
    [{ path: Array(101).fill(point) }, points],
    [{ from: point, to: 7 }, /^payload.to: takes \{"x": …, "y": …\}$/],
    [{ path: [point, { x: 1 }] }, where],
  ],
  cursor_position: nothing,
  type: [
    [{ text: 'x' }, element],
    [{ selector: '#a' }, text],
    [{ selector: '#a', text: [] }, text],
    [{ selector: '#a', text: 'x', delayMs: -1 }, whole],
    [{ selector: '#a', text: 'x', clear: 1 }, flag],
    [{ selector: '#a', text: 'x'.repeat(200_001) }, /^payload.text: takes up to 200000 characters$/],
  ],
  type_text: [
    [{}, text],
    [{ text: null }, text],
    [{ text: 'x', delayMs: 'slow' }, whole],
  ],
  fill: [
    [{ value: 'x' }, element],
    [{ selector: '#a' }, /^payload.value is missing: takes text$/],
    [{ selector: '#a', value: {} }, text],
  ],
  select: [
    [{ value: 'x' }, element],
    [{ selector: '#a' }, /^payload: takes one of value, values and label$/],
    [{ selector: '#a', value: 'x', label: 'y' }, /takes one of value, values and label$/],
    [{ selector: '#a', values: 'x' }, /^payload.values: takes a list of values$/],
    [{ selector: '#a', values: Array(101).fill('x') }, /^payload.values: takes up to 100 values$/],
    [{ selector: '#a', values: [{}] }, text],
  ],
  check: [
    [{}, element],
    [{ selector: '#a', checked: 'on' }, flag],
  ],
  press: [
    [{}, text],
    [{ key: '' }, /^payload.key: takes a key, such as Enter or Control\+A$/],
    [{ key: 'x'.repeat(51) }, /^payload.key: takes up to 50 characters$/],
    [{ key: 'Entre' }, /^payload.key: the key "Entre" does not exist/],
    [{ key: 'Entre', selector: '#a' }, /^payload.key: the key "Entre" does not exist/],
    [{ key: 'Control+', selector: '#a' }, /^payload.key: the key "" does not exist/],
    [{ key: 'a', count: 0 }, whole],
    [{ key: 'a', selector: '#a', ref: 'e1' }, /^payload: takes only one of selector and ref$/],
  ],
  snapshot: [
    [{ mode: 'tiny' }, /^payload.mode: takes one of compact, full$/],
    [{ maxTokens: 99 }, whole],
    [{ interactiveOnly: 'yes' }, flag],
    [{ selector: '#a', ref: 'e1' }, /takes only one of selector and ref$/],
  ],
  content: [
    [{ format: 'pdf' }, /^payload.format: takes one of text, markdown, html$/],
    [{ format: ['text'] }, choice],
  ],
  query: [
    [{}, text],
    [{ selector: '' }, css],
    [{ selector: ':nothing' }, /^payload.selector: :nothing is not valid CSS\.$/],
    [{ selector: 'a', fields: 'text' }, /^payload.fields: takes a list of text, html, /],
    [{ selector: 'a', fields: ['colour'] }, choice],
    [{ selector: 'a', fields: Array(16).fill('text') }, /^payload.fields: takes up to 15 fields$/],
    [{ selector: 'a', attributes: ['a b'] }, /takes names of attributes$/],
    [{ selector: 'a', attributes: Array(51).fill('a') }, /^payload.attributes: takes up to 50 attributes$/],
    [{ selector: 'a', limit: 0 }, whole],
  ],
  title: nothing,
  url: nothing,
  console: logs,
  errors: logs,
  wait_for_selector: [
    [{}, text],
    [{ selector: 'a[[' }, /is not valid CSS\.$/],
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
    [{ selector: 'a[[', vw: 400, vh: 400 }, /^payload.selector: a\[\[ is not valid CSS\.$/],
    [{ vw: 0, vh: 1 }, /^payload.vw: takes a whole number from 1 to 5000$/],
    [{ viewport: { width: 1, height: 1e9 } }, /^payload.viewport.height: takes a whole number from 1 to 5000$/],
    [{ viewport: 'large' }, /^payload.viewport: takes \{/],
    [{ scaleFactor: 4 }, /^payload.scaleFactor: takes a number above 0, up to 3$/],
  ],
  batch: [
    [{}, /^payload.actions is missing: takes a list of 1 to 25 actions$/],
    [{ actions: [] }, /takes a list of 1 to 25 actions$/],
    [{ actions: Array(26).fill({ type: 'title' }) }, /takes a list of 1 to 25 actions$/],
    [{ actions: [{ type: 'title' }], stopOnError: 'no' }, flag],
    [
      { actions: [{ type: 'title' }, { type: 'batch', payload: {} }] },
      /^payload.actions.1: a batch cannot hold another batch$/,
    ],
    [{ actions: [{ type: 'title' }, { type: 'fly' }] }, /^payload.actions.1: This type of action does not exist/],
    [
      { actions: [{ type: 'title' }, { type: 'goto', payload: { url: 'x y' } }] },
      /^payload.actions.1: payload.url: takes /,
    ],
    [{ actions: [7] }, /^payload.actions.0: Send an action as/],
  ],
};
