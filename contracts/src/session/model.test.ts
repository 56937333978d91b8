import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actionBody } from './model.js';

describe('the body of an action', () => {
  for (const body of [{}, { type: 1 }, { type: '' }, { type: 'go to' }])
    it(`names one of the types: ${JSON.stringify(body)}`, () => {
      const [issue] = actionBody.safeParse(body).error?.issues ?? [];
      assert.deepEqual(issue?.path, ['type']);
      assert.match(issue?.message ?? '', /^one of goto, back, .*, batch$/);
    });

  it('has an object for a payload', () => {
    const [issue] = actionBody.safeParse({ type: 'goto', payload: 'x' }).error?.issues ?? [];
    assert.deepEqual(
      [issue?.path, issue?.message],
      [['payload'], 'an object, such as {"url": "https://example.com/"}'],
    );
  });
});
