import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { TintypeError } from '../errors.js';
import { sessionActionExamples } from './examples.js';
import { readSessionAction } from './read.js';
import { sessionActions, sessionActionTypes } from './table.js';

const read = (type: string, payload?: unknown) => readSessionAction({ type, payload });

describe('an action', () => {
  it('reads no payload and PHP’s empty list as an empty payload', () => {
    for (const payload of [undefined, {}, []]) assert.deepEqual(read('title', payload).payload, {});
    assert.deepEqual(readSessionAction({ type: 'url' }).type, 'url');
  });

  it('names fields that have no effect, with what they may mean', () => {
    for (const [type, payload, note] of [
      ['screenshot', { full: true, vw: 300, vh: 200 }, /^The field `full` is unknown and .*Did you mean `fullPage`\?$/],
      [
        'screenshot',
        { type: 'jpeg' },
        /^The field `type` is unknown .* The fields of screenshot are fullPage, selector\.$/,
      ],
      ['title', { foo: 1 }, /^The field `foo` .* The action title has no fields\.$/],
      ['click', { ref: 'e1', vw: 300 }, /^The field `vw` is unknown/],
    ] as const) {
      const { notes } = read(type, payload);
      assert.equal(notes.length, 1, type);
      assert.match(notes[0] ?? '', note);
    }
    assert.deepEqual(read('click', { ref: 'e1', screenshot: true, vw: 300, vh: 200 }).notes, []);
  });

  it('has its defaults', () => {
    assert.deepEqual(read('goto', { url: 'example.com' }), {
      type: 'goto',
      payload: { url: 'https://example.com/', waitUntil: 'domcontentloaded', httpsAssumed: true },
      screenshot: false,
      viewport: undefined,
      notes: [],
    });
    assert.deepEqual(read('content').payload, { format: 'text' });
    assert.deepEqual(read('screenshot').payload, { fullPage: false });
  });

  for (const [type, field, bound, rest] of [
    ['query', 'limit', 500, { selector: 'a' }],
    ['console', 'limit', 500],
    ['errors', 'limit', 500],
    ['wait_for_selector', 'timeoutMs', 25_000, { selector: 'a' }],
    ['wait_for_timeout', 'timeoutMs', 2500],
    ['snapshot', 'maxTokens', 50_000],
    ['click', 'clickCount', 3, { selector: 'a' }],
    ['press', 'count', 100, { key: 'a' }],
    ['move_mouse', 'steps', 100, { x: 1, y: 1 }],
    ['drag_mouse', 'steps', 100, { from: { x: 1, y: 1 }, to: { x: 2, y: 2 } }],
    ['type', 'delayMs', 1000, { selector: 'a', text: 'x' }],
    ['type_text', 'delayMs', 1000, { text: 'x' }],
  ] as const)
    it(`lowers a larger value to the limit: ${field} of ${type}`, () => {
      const taken = (value: number) =>
        (read(type, { ...rest, [field]: value }).payload as Record<string, unknown>)[field];
      assert.deepEqual([bound - 1, bound, bound + 1, 1e9].map(taken), [bound - 1, bound, bound, bound]);
    });

  it('takes numbers and booleans as text, and drops unknown fields', () => {
    assert.deepEqual(read('screenshot', { selector: 7, colour: 'red' }).payload, { fullPage: false, selector: '7' });
    assert.deepEqual(read('goto', { url: 'about:blank', waitUntil: 'commit' }).payload, {
      url: 'about:blank',
      waitUntil: 'commit',
    });
  });

  it('is refused if it is nested too deeply to be written again', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    assert.throws(() => read('title', { x: deep }), /The payload is nested more than 16 levels deep/);
    assert.throws(
      () => read('batch', { actions: [{ type: 'title', payload: { deep } }] }),
      /nested more than 16 levels deep/,
    );
    const drag = { type: 'drag_mouse', payload: { from: { x: 1, y: 1 }, to: { x: 2, y: 2 } } };
    assert.equal(read('batch', { actions: [drag] }).type, 'batch');
  });

  it('has a valid example of each type, with a valid answer', () => {
    for (const type of sessionActionTypes) {
      const { payload, answer } = sessionActionExamples[type];
      assert.equal(read(type, payload).type, type);
      assert.deepEqual(sessionActions[type].answer.parse(answer), answer);
    }
  });

  for (const type of sessionActionTypes) {
    const { required = [] } = z.toJSONSchema(sessionActions[type].payload, { io: 'input', unrepresentable: 'any' });
    for (const field of required)
      it(`says that ${field} of ${type} is missing, and what it takes`, () => {
        const { [field]: _, ...rest } = sessionActionExamples[type].payload as Record<string, unknown>;
        const message = new RegExp(`^The property .payload\\.${field}. is missing\\. It takes `);
        assert.throws(() => read(type, rest), { message });
      });
  }

  it('is read or refused, for any body', () => {
    const property = fc.property(
      fc.anything({ withNullPrototype: true }),
      fc.constantFrom(...sessionActionTypes),
      (payload, type) => {
        try {
          return read(type, payload).type === type;
        } catch (error) {
          return error instanceof TintypeError && error.code === 'invalid_request';
        }
      },
    );
    fc.assert(property, { numRuns: 2000 });
  });

  for (const [body, message] of [
    [undefined, /Send an action as/],
    [[], /Send an action as/],
    [{}, /Send an action as/],
    [{ type: 7 }, /Send an action as/],
    [{ type: 'title', payload: 'x' }, /Send an action as/],
    [{ type: 'title', payload: null }, /Send an action as/],
    [{ type: 'title', payload: [1] }, /Send an action as/],
    [{ type: 'fly' }, /The action `fly` does not exist\. The types are goto/],
    [{ type: 'clik' }, /The action `clik` does not exist\. Did you mean `click`\?/],
    [{ type: 'constructor' }, /The action `constructor` does not exist/],
    [{ type: 'goto' }, /^The property `payload.url` is missing. It takes text\.$/],
    [{ type: 'goto', payload: { url: null } }, /^The property `payload.url` takes text\.$/],
    [{ type: 'fill', payload: { selector: 'a' } }, /^The property `payload.value` is missing. It takes text\.$/],
    [
      { type: 'drag_mouse', payload: { path: [{ x: 1, y: 1 }, { x: 1 }] } },
      /^The property `payload.path.1.y` is missing. It takes a /,
    ],
    [{ type: 'goto', payload: { url: {} } }, /The property `payload.url` takes text/],
    [{ type: 'goto', payload: { url: 'file:///etc/passwd' } }, /The property `payload.url` takes an http or https URL/],
    [{ type: 'goto', payload: { url: 'http://a:b@example.com' } }, /payload.url/],
    [{ type: 'goto', payload: { url: 'http://example.com:6667/' } }, /^Browsers refuse port 6667 /],
    [{ type: 'goto', payload: { url: 'javascript:alert(1)' } }, /payload.url/],
    [{ type: 'back', payload: { waitUntil: 'networkidle' } }, /payload.waitUntil/],
    [{ type: 'content', payload: { format: 'pdf' } }, /payload.format/],
    [{ type: 'press', payload: { key: 'é' } }, /The key "é" does not exist.*`type_text` types any other character\.$/],
    [{ type: 'screenshot', payload: { fullPage: 'yes' } }, /payload.fullPage/],
    [{ type: 'screenshot', payload: { selector: '' } }, /payload.selector/],
    [{ type: 'title', payload: { screenshot: 1 } }, /payload.screenshot/],
  ] as const) {
    it(`is not ${JSON.stringify(body)}`, () => {
      assert.throws(
        () => readSessionAction(body),
        (error: Error) => {
          assert.match(error.message, message);
          return 'code' in error && error.code === 'invalid_request';
        },
      );
    });
  }

  it('has a type that fits in the counts of a pod record', () => {
    assert.ok(sessionActionTypes.every((type) => type.length <= 32));
  });
});

const viewport = (payload: object, type = 'screenshot') => read(type, payload).viewport;

describe('the viewport of an action', () => {
  it('is a size, a scale, or both', () => {
    const size = { width: 800, height: 600 };
    assert.deepEqual(viewport({ viewport: size }), { size, deviceScaleFactor: undefined });
    assert.deepEqual(viewport({ viewport: { ...size, deviceScaleFactor: 2 } }), { size, deviceScaleFactor: 2 });
    assert.deepEqual(viewport({ viewport: size, scaleFactor: 3 }), { size, deviceScaleFactor: 3 });
    assert.deepEqual(viewport({ vw: 800, vh: 600, deviceScaleFactor: 1.5 }), { size, deviceScaleFactor: 1.5 });
    assert.deepEqual(viewport({ scaleFactor: 0.5 }), { size: undefined, deviceScaleFactor: 0.5 });
    assert.equal(viewport({}), undefined);
  });

  it('prefers the device', () => {
    const found = viewport({ emulateDevice: 'iphone_x', vw: 800, vh: 600 });
    assert.equal(found && 'device' in found && found.device.key, 'iphone_x');
  });

  it('is read only for actions that show the page', () => {
    assert.equal(viewport({ vw: 800, vh: 600 }, 'title'), undefined);
    assert.ok(viewport({ vw: 800, vh: 600, screenshot: true }, 'title'));
    assert.ok(viewport({ vw: 800, vh: 600, url: 'example.com' }, 'goto'));
  });

  const side = 'takes a whole number from 1 to 5000';
  const scale = 'takes a number above 0, up to 3';
  for (const [payload, message] of [
    [{ vw: 800 }, 'Give `vw` and `vh` together, or neither.'],
    [{ vh: 600 }, 'Give `vw` and `vh` together, or neither.'],
    [{ viewport: { width: 800 } }, 'Give `viewport.width` and `viewport.height` together, or neither.'],
    [{ viewport: 'large' }, 'The property `payload.viewport` takes {"width": …, "height": …, "deviceScaleFactor": …}.'],
    [{ viewport: { width: 5001, height: 1 } }, `The property \`payload.viewport.width\` ${side}.`],
    [{ vw: 0, vh: 600 }, `The property \`payload.vw\` ${side}.`],
    [{ vw: 5001, vh: 600 }, `The property \`payload.vw\` ${side}.`],
    [{ vw: 800.5, vh: 600 }, `The property \`payload.vw\` ${side}.`],
    [{ vw: '800', vh: 600 }, `The property \`payload.vw\` ${side}.`],
    [{ scaleFactor: 0 }, `The property \`payload.scaleFactor\` ${scale}.`],
    [{ scaleFactor: 3.1 }, `The property \`payload.scaleFactor\` ${scale}.`],
    [{ vw: 800, vh: 600, deviceScaleFactor: 4 }, `The property \`payload.deviceScaleFactor\` ${scale}.`],
    [
      { emulateDevice: 'nokia_3310' },
      'The property `payload.emulateDevice` takes the key of a device, such as iphone_15. GET /screenshot/devices lists the keys.',
    ],
    [
      { emulateDevice: 'iPhone 155' },
      'The property `payload.emulateDevice` takes the key of a device, such as iphone_15. Did you mean `iphone_15` or `iphone_5` or `iphone_11`? GET /screenshot/devices lists the keys.',
    ],
    [{ emulateDevice: 7 }, 'The property `payload.emulateDevice` takes the key of a device, such as iphone_15.'],
  ] as const) {
    it(`is not ${JSON.stringify(payload)}`, () => {
      assert.throws(() => viewport(payload), { code: 'invalid_request', message });
    });
  }

  it('reaches 5000 and 3', () => {
    assert.ok(viewport({ vw: 5000, vh: 5000, scaleFactor: 3 }));
  });
});
