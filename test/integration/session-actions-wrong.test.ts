import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sessionActionTypes } from '@tintype/contracts';
import { startActing } from '../kit/acting-session.js';
import { html } from '../kit/pages.js';
import { wrongPayloads } from '../kit/wrong-payloads.js';

describe('actions with wrong payloads', { timeout: 120_000 }, () => {
  const { refused, done, goto, url } = startActing({ '/': html('<input id="a"><p>as it was</p>') });

  for (const type of sessionActionTypes) {
    it(`are refused with the field and what it takes, and nothing is done: ${type}`, async () => {
      await goto('/');
      for (const [payload, sentence] of wrongPayloads[type]) {
        const [status, code, said] = await refused(type, payload);
        assert.deepEqual([status, code], [400, 'invalid_request'], `${JSON.stringify(payload).slice(0, 200)}: ${said}`);
        assert.match(said, sentence);
      }
      assert.equal((await done('url')).url, url('/'));
      assert.deepEqual((await done('query', { selector: '#a', fields: ['value'] })).elements[0].value, '');
    });
  }
});
