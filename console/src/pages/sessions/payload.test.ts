import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actions } from '../../service/tables.js';
import { payloadOf } from './payload.js';

const actionOf = (name: string) => {
  const action = actions.find((each) => each.name === name);
  assert.ok(action, name);
  return action;
};

describe('the payload of an action', () => {
  it('has what was entered, in the types of the table', () =>
    assert.deepEqual(payloadOf(actionOf('click'), { x: '10', y: '2.5', modifiers: '["Shift"]', screenshot: 'true' }), {
      ...{ x: 10, y: 2.5, modifiers: ['Shift'], screenshot: true },
    }));

  it('leaves out empty fields and defaults', () =>
    assert.deepEqual(payloadOf(actionOf('goto'), { url: 'https://a/', waitUntil: 'domcontentloaded', vw: '' }), {
      url: 'https://a/',
    }));

  it('keeps the blanks of a text', () =>
    assert.deepEqual(payloadOf(actionOf('type_text'), { text: ' a ' }), { text: ' a ' }));

  it('says which field is wrong', () => {
    assert.throws(() => payloadOf(actionOf('click'), { x: 'left' }), /^Error: x takes a number\.$/);
    assert.throws(() => payloadOf(actionOf('drag_mouse'), { path: '[' }), /path takes JSON/);
  });
});
