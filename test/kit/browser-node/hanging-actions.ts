import assert from 'node:assert/strict';
import { it } from 'node:test';
import { html } from '../pages/pages.js';
import { until } from '../until.js';
import type { startActing } from './acting-session.js';

/** Hangs in a script as soon as it is loaded. */
export const hangingPage = {
  '/hangs': html('<p><script>addEventListener("load", () => setTimeout(() => { for (;;); }))</script>'),
};

const element = { selector: 'body' };
const payloads = {
  title: {},
  content: {},
  screenshot: {},
  snapshot: {},
  query: element,
  scroll: { direction: 'down' },
  hover: { x: 1, y: 1 },
  click: { x: 1, y: 1 },
  wait_for_selector: element,
};

export type HangingAction = keyof typeof payloads;

export const hangingActions = Object.keys(payloads) as HangingAction[];

const timeMs = 1500;

/** Tests that an action which the page does not answer stops its script, and works at the second time. */
export const stopHangingScripts = (
  { act, done, goto }: ReturnType<typeof startActing>,
  types: readonly HangingAction[],
): void => {
  for (const type of types)
    it(`stop the script that a page hangs in: ${type}`, async () => {
      await goto('/hangs');
      await until('the page hangs', async () => (await act(type, payloads[type], timeMs)).status === 504);
      assert.equal((await done('title')).title, 'test');
      await done(type, payloads[type]);
      assert.equal((await goto('/')).status, 200);
    });
};
