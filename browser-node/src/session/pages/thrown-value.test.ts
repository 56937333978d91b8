import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Protocol } from 'devtools-protocol';
import { withThrownValue } from './thrown-value.js';

type Thrown = Protocol.Runtime.RemoteObject;

const told = (exception: Thrown | undefined) => {
  const exceptionDetails = { exceptionId: 1, text: 'Uncaught', lineNumber: 0, columnNumber: 0, exception };
  const params = { timestamp: 1, exceptionDetails };
  const message = { method: 'Runtime.exceptionThrown', sessionId: 'page', params };
  const { params: after, ...rest } = withThrownValue(message);
  assert.deepEqual(rest, { method: message.method, sessionId: 'page' });
  return (after as typeof params).exceptionDetails.exception;
};

const textOf = (exception: Thrown) => told(exception)?.description;

const property = (name: string, type: string, value: string, subtype?: string) =>
  ({ name, type, value, ...(subtype === undefined ? {} : { subtype }) }) as Protocol.Runtime.PropertyPreview;

const object = (description: string, properties: Protocol.Runtime.PropertyPreview[], more: object = {}): Thrown => ({
  type: 'object',
  description,
  preview: { type: 'object', description, overflow: false, properties, ...more },
});

describe('a thrown value', () => {
  it('is shown as it is if it is no object', () => {
    assert.equal(textOf({ type: 'string', value: 'http://x: y' }), ': http://x: y');
    assert.equal(textOf({ type: 'number', value: 5, description: '5' }), ': 5');
    assert.equal(textOf({ type: 'object', subtype: 'null', value: null }), ': null');
    assert.equal(textOf({ type: 'undefined' }), ': undefined');
    assert.equal(textOf({ type: 'symbol', description: 'Symbol(s)' }), ': Symbol(s)');
  });

  it('is shown with its properties, one level deep', () => {
    const inside = [property('code', 'number', '7'), property('message', 'string', 'mm')];
    assert.equal(textOf(object('Object', inside)), ': {code: 7, message: "mm"}');
    const deeper = [property('a', 'object', 'Object'), property('b', 'object', 'Array(2)', 'array')];
    assert.equal(textOf(object('Own', deeper, { overflow: true })), ': Own {a: {…}, b: […], …}');
    const list = [property('0', 'number', '1'), property('1', 'object', 'null', 'null'), property('2', 'function', '')];
    assert.equal(textOf(object('Array(3)', list, { subtype: 'array' })), ': [1, null, ƒ]');
    assert.equal(textOf({ type: 'object', subtype: 'node', description: 'body' }), ': body');
  });

  it('is left to Playwright if it is an Error or unknown', () => {
    const error: Thrown = { type: 'object', subtype: 'error', description: 'TypeError: x\n    at a' };
    assert.deepEqual([told(error), told(undefined)], [error, undefined]);
    const other = { method: 'Page.loadEventFired', params: {} };
    assert.equal(withThrownValue(other), other);
  });
});
