import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startActing } from '../../../kit/browser-node/acting-session.js';
import { html } from '../../../kit/pages/pages.js';

/** Reloads itself after `milliseconds`. */
const leavesAfter = (milliseconds: number) =>
  html(`<h1>restless</h1><button id="b">b</button><script>
    setTimeout(() => { location.href = location.pathname + '?' + Math.random(); }, ${milliseconds});</script>`);

/** A snapshot's remark if no document stayed long enough. */
const remark = /^# (The page keeps navigating\.|Refs are left out: )/m;

describe('pages that keep navigating', { timeout: 600_000 }, () => {
  const { act, done, goto } = startActing({
    '/at-once': leavesAfter(30),
    '/often': leavesAfter(300),
    '/rests': html('<p>at rest</p>'),
  });

  for (const path of ['/at-once', '/often'])
    it(`are answered with one of them, or with what is lacking: ${path}`, async () => {
      await goto(path, { waitUntil: 'commit' });
      for (let time = 0; time < 3; time += 1) {
        const { snapshot, truncated } = await done('snapshot');
        const isWhole = /^- button "b" \[ref=e\d+\]$/m.test(snapshot);
        assert.equal(isWhole, !remark.test(snapshot), snapshot);
        assert.equal(truncated, !isWhole);
      }
      await goto('/rests');
    });

  it('cause no internal error in actions', async () => {
    await goto('/often', { waitUntil: 'commit' });
    for (let time = 0; time < 40; time += 1) {
      const { status, body } = await act(time % 2 ? 'click' : 'hover', { selector: '#b' });
      assert.ok([200, 422, 504].includes(status), JSON.stringify(body));
    }
    await goto('/rests');
  });
});
