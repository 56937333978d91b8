import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { describe, it } from 'node:test';
import { readConfig } from './config.js';
import { ownIdentity } from './own-identity.js';

describe('the identity of an operator', () => {
  it('is its own, whatever all of them are given', () => {
    for (const given of ['operator', undefined]) {
      const [one, another] = [ownIdentity(given), ownIdentity(given)];
      assert.notEqual(one, another);
      for (const each of [one, another]) assert.ok(each.startsWith(`${given ?? hostname().slice(0, 63)}-`), each);
    }
  });

  it('fits into an event, however long the name is that it is given', () => {
    const withName = (name: string) => () => readConfig({ TINTYPE_OPERATOR_IDENTITY: name });
    assert.doesNotMatch(messageOf(withName('x'.repeat(90))), /TINTYPE_OPERATOR_IDENTITY/);
    assert.match(messageOf(withName('x'.repeat(91))), /TINTYPE_OPERATOR_IDENTITY/);
    // The API server takes a `reportingInstance` of so many.
    assert.ok(ownIdentity('x'.repeat(90)).length <= 128);
  });
});

/** Of what is wrong; the rest of the environment is. */
const messageOf = (read: () => unknown): string => {
  try {
    read();
    return '';
  } catch (error) {
    return String(error);
  }
};
