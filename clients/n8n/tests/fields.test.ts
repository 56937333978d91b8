import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numberIn, valuesOf } from '../nodes/Tintype/fields.js';
import { optionFields, topFields } from '../nodes/Tintype/page-form.js';
import { payloadOf } from '../nodes/Tintype/session-form.js';

const imageOf = (form: Record<string, unknown>) =>
  valuesOf(topFields('image'), optionFields('image'), (name) => form[name]);
const actionOf = (action: string, form: Record<string, unknown>) => payloadOf(action, (name) => form[name]);

describe('what the service gets of a form', () => {
  it('leaves out fields with their default, and options that were not added', () => {
    assert.deepEqual(imageOf({ full: false, type: 'png' }), {});
    assert.deepEqual(imageOf({ full: true, type: 'webp', options: {} }), { full: true, type: 'webp' });
  });

  it('has each added option, also one with its default', () => {
    const options = { darkMode: false, vw: 1440, waitFor: '', hide: ['.ad', ''], click: [], timeout: 30 };
    assert.deepEqual(imageOf({ options }), { darkMode: false, vw: 1440, hide: ['.ad'], timeout: 30 });
  });

  it('makes an object of headers, and reads JSON', () => {
    const headers = {
      pairs: [
        { name: 'A', value: '1' },
        { name: 'B', value: '2' },
      ],
    };
    const cookies = '[{"name": "a", "value": "b"}]';
    assert.deepEqual(imageOf({ options: { headers, cookies } }), {
      headers: { A: '1', B: '2' },
      cookies: [{ name: 'a', value: 'b' }],
    });
    assert.deepEqual(imageOf({ options: { cookies: [{ name: 'a', value: 'b' }] } }), {
      cookies: [{ name: 'a', value: 'b' }],
    });
    assert.throws(() => imageOf({ options: { cookies: '{' } }), {
      message: '"Cookies" is no JSON',
      description: /Write it as JSON, such as \[\{"name": "session", "value": "…"\}\]\.$/,
    });
  });

  it('has required fields of an action always, and its groups as objects and lists', () => {
    assert.deepEqual(actionOf('move_mouse', { x: 0, y: 0, options: {} }), { x: 0, y: 0 });
    assert.deepEqual(
      actionOf('goto', { url: 'https://example.com', options: { viewport: { value: { width: 800, height: 600 } } } }),
      {
        url: 'https://example.com',
        viewport: { width: 800, height: 600 },
      },
    );
    const path = [
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ];
    assert.deepEqual(actionOf('drag_mouse', { from: {}, to: {}, options: { path: { values: path } } }), { path });
    assert.deepEqual(actionOf('click', { selector: '', options: { x: 5, y: 0 } }), { x: 5, y: 0 });
    assert.deepEqual(actionOf('type_text', { text: '' }), { text: '' });
    assert.deepEqual(actionOf('batch', { actions: '[{"type": "title"}]' }), { actions: [{ type: 'title' }] });
  });

  it('clears a field with an empty value, unless the alias has one', () => {
    assert.deepEqual(actionOf('fill', { selector: '#name', value: '' }), { selector: '#name', value: '' });
    assert.deepEqual(actionOf('fill', { selector: '#name', value: '', options: { text: 'Ada' } }), {
      selector: '#name',
      text: 'Ada',
    });
  });
});

describe('a number that an expression may give', () => {
  const whole = { min: 1, whole: true };
  for (const [value, bounds, number] of [
    [0.3, { min: 0 }, 0.3],
    [0, { min: 0 }, 0],
    [' 10 ', whole, 10],
    ['2.5', { min: 1 }, 2.5],
  ] as const)
    it(`is taken: ${JSON.stringify(value)}`, () => {
      assert.equal(numberIn('Limit', value, bounds), number);
    });

  for (const value of ['10 min', '', ' ', 'Infinity', -5, 0, 1.5, Number.NaN, true, null, undefined, [5]])
    it(`is refused: ${JSON.stringify(value)}`, () => {
      assert.throws(() => numberIn('Limit', value, whole), {
        message: /^"Limit" is .*, and takes a whole number from 1$/,
        description: /^Correct the number, or the expression/,
      });
    });

  it('has to be a whole one only where the field says so', () => {
    assert.throws(() => numberIn('Limit', -0.5, { min: 0 }), { message: '"Limit" is -0.5, and takes a number from 0' });
    const atOnce = { min: 1, max: 16, whole: true };
    assert.equal(numberIn('Limit', 16, atOnce), 16);
    assert.throws(() => numberIn('Limit', 17, atOnce), {
      message: '"Limit" is 17, and takes a whole number from 1 to 16',
    });
  });
});
