import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actionOf } from '../../service/tables.js';
import { type PayloadTexts, readPayload } from './payload.js';

const payloadOf = (name: string, texts: PayloadTexts) => readPayload(actionOf(name), texts).payload;

describe('the payload of an action', () => {
  it('has what was entered, in the types of the table', () =>
    assert.deepEqual(payloadOf('click', { x: '10', y: '2.5', modifiers: '["Shift"]', screenshot: 'true' }), {
      ...{ x: 10, y: 2.5, modifiers: ['Shift'], screenshot: true },
    }));

  it('leaves out empty fields and defaults', () =>
    assert.deepEqual(payloadOf('goto', { url: 'https://a/', waitUntil: 'domcontentloaded', vw: '' }), {
      url: 'https://a/',
    }));

  it('keeps the blanks of a text', () => assert.deepEqual(payloadOf('type_text', { text: ' a ' }), { text: ' a ' }));

  it('lacks each field that cannot be read, with a sentence for it', () => {
    assert.deepEqual(readPayload(actionOf('click'), { x: 'left', y: '2', modifiers: '[' }), {
      payload: { y: 2 },
      faults: { x: 'This takes a number from 0 to 5,000.', modifiers: 'This takes JSON, such as ["Shift"].' },
    });
  });
});
