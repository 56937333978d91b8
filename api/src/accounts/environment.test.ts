import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAccounts } from './environment.js';

describe('readAccounts', () => {
  it('splits entries at commas and parts at the first two colons', () => {
    assert.deepEqual(readAccounts('u:k:s'), [{ id: 'u', apiKey: 'k', secret: 's' }]);
    assert.deepEqual(readAccounts('u-1:k_1:s:e:c , v:l: spaced out '), [
      { id: 'u-1', apiKey: 'k_1', secret: 's:e:c' },
      { id: 'v', apiKey: 'l', secret: ' spaced out' },
    ]);
  });

  it('names the wrong entry and the format, and repeats no part of the entry', () => {
    const bad: [text: string, entry: RegExp][] = [
      ['hush', /entry 1 does not have these three parts/],
      ['user:hush', /entry 1 does not have these three parts/],
      ['user:key:', /entry 1 does not have these three parts/],
      ['u:k:hush,', /entry 2 does not have these three parts/],
      ['u:k:hush,v:hush', /entry 2 does not have these three parts/],
      ['hu sh:k:s', /user_id of entry 1/],
      [':k:hush', /user_id of entry 1/],
      ['u:hush!:s', /api_key of entry 1/],
      ['u::hush', /api_key of entry 1/],
      ['u:batch:hush', /api_key of entry 1/],
      [`u:${'h'.repeat(65)}:hush`, /api_key of entry 1/],
      ['u:k:hush,u:l:hush', /entries 1 and 2 have the same user_id/],
      ['u:k:hush,v:l:hush,w:k:hush', /entries 1 and 3 have the same api_key/],
    ];
    for (const [text, entry] of bad) {
      assert.throws(
        () => readAccounts(text),
        ({ message }: Error) => {
          assert.match(message, entry);
          assert.match(message, /^`user_id:api_key:api_secret`, several separated by commas; /);
          return !message.includes('hush') && !message.includes('hu sh');
        },
        text,
      );
    }
  });
});
