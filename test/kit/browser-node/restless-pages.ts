import assert from 'node:assert/strict';
import { it } from 'node:test';
import { html } from '../pages/pages.js';
import type { ActingSession } from './acting-session.js';

/** Reloads itself after `milliseconds`. */
const leavesAfter = (milliseconds: number) =>
  html(`<h1>restless</h1><button id="b">b</button><script>
    setTimeout(() => { location.href = location.pathname + '?' + Math.random(); }, ${milliseconds});</script>`);

export const restlessPages = {
  '/at-once': leavesAfter(30),
  '/often': leavesAfter(300),
  '/rests': html('<p>at rest</p>'),
};

/** A snapshot's remark if no document stayed long enough. */
const remark = /^# (The page keeps navigating\.|Refs are left out: )/m;

/** Tests snapshots and actions on pages that keep navigating. Chance decides when they meet a navigation, so more of them find more. */
export const readRestless = (
  { act, done, goto }: ActingSession,
  counts: { snapshots: number; actions: number },
): void => {
  for (const path of ['/at-once', '/often'])
    it(`are answered with one of them, or with what is lacking: ${path}`, async () => {
      await goto(path, { waitUntil: 'commit' });
      for (let time = 0; time < counts.snapshots; time += 1) {
        const { snapshot, truncated } = await done('snapshot');
        const isWhole = /^- button "b" \[ref=e\d+\]$/m.test(snapshot);
        assert.equal(isWhole, !remark.test(snapshot), snapshot);
        assert.equal(truncated, !isWhole);
      }
      await goto('/rests');
    });

  it('cause no internal error in actions', async () => {
    await goto('/often', { waitUntil: 'commit' });
    for (let time = 0; time < counts.actions; time += 1) {
      const { status, body } = await act(time % 2 ? 'click' : 'hover', { selector: '#b' }, 2000);
      assert.ok([200, 422, 504].includes(status), JSON.stringify(body));
    }
    await goto('/rests');
  });
};
