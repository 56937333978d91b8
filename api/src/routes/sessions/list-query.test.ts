import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readListQuery } from './list-query.js';

describe('the query of a list of sessions', () => {
  it('has defaults, also where a value is empty', () => {
    const usual = { status: undefined, limit: 20, cursor: undefined };
    assert.deepEqual(readListQuery({}), usual);
    assert.deepEqual(readListQuery({ status: '', limit: '', cursor: '' }), usual);
  });

  it('is read', () => {
    assert.deepEqual(readListQuery({ status: 'expired', limit: '100', cursor: 'x' }), {
      status: 'expired',
      limit: 100,
      cursor: 'x',
    });
  });

  it('is refused with an unknown parameter, and names the known ones', () => {
    for (const value of ['x', ''])
      assert.throws(() => readListQuery({ limit: '1', stauts: value }), {
        code: 'invalid_request',
        message: 'The parameter `stauts` is unknown. Did you mean `status`? The parameters are status, limit, cursor.',
      });
  });

  it('is refused with the name of the wrong parameter', () => {
    for (const [name, value] of [
      ['status', 'open'],
      ['limit', '0'],
      ['limit', '101'],
      ['limit', '-1'],
      ['limit', '1e1'],
    ] as const)
      assert.throws(() => readListQuery({ [name]: value }), new RegExp(`\`${name}\` takes`));
  });

  it('may repeat a value, but not with another one', () => {
    assert.equal(readListQuery({ cursor: ['a', 'a'] }).cursor, 'a');
    assert.equal(readListQuery({ cursor: ['', 'a'] }).cursor, 'a', 'an empty value is none');
    assert.throws(() => readListQuery({ cursor: ['a', 'b', 'a'] }), {
      code: 'invalid_request',
      message: 'The parameter `cursor` has 2 values. Give one.',
    });
  });
});
