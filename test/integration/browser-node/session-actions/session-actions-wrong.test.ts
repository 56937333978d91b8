import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sessionActionTypes } from '@tintype/contracts';
import { startActing } from '../../../kit/browser-node/acting-session.js';
import { wrongPayloads } from '../../../kit/browser-node/wrong-payloads.js';
import { html } from '../../../kit/pages/pages.js';

/** Events of the window since it opened. */
const page = `<input id="a"><p>as it was</p><script>
  const tell = () => { document.body.dataset.window = [innerWidth, innerHeight, resized].join(' '); };
  let resized = 0;
  addEventListener('resize', () => { resized += 1; tell(); });
  tell();
</script>`;

describe('actions with wrong payloads', { timeout: 600_000 }, () => {
  const { refused, done, goto, url } = startActing({ '/': html(page) });

  const windowNow = async (): Promise<string> =>
    (await done('query', { selector: 'body', attributes: ['data-window'] })).elements[0].attributes['data-window'];

  for (const type of sessionActionTypes) {
    it(`are refused with the field and what it takes, and nothing is done: ${type}`, async () => {
      await goto('/');
      const windowBefore = await windowNow();
      for (const [payload, sentence] of wrongPayloads[type]) {
        const [status, code, said] = await refused(type, payload);
        assert.deepEqual([status, code], [400, 'invalid_request'], `${JSON.stringify(payload).slice(0, 200)}: ${said}`);
        assert.match(said, sentence);
      }
      assert.equal((await done('url')).url, url('/'));
      assert.deepEqual((await done('query', { selector: '#a', fields: ['value'] })).elements[0].value, '');
      assert.equal((await done('query', { selector: '#a:focus' })).count, 0);
      assert.deepEqual(await windowNow(), windowBefore);
    });
  }
});
