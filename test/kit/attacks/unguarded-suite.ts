import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startBrowser, type VisitedPage } from '../browser-node/guarded-browser.js';
import { type Origin, startOrigin } from '../pages/origin.js';
import { until } from '../until.js';
import type { Attack } from './cases.js';
import { attackSite, privateName, startTarget, type Target } from './target.js';

/** A page without a response reports it after this time. */
const settleMs = 2000;

/** Runs one attack in its own page and returns what arrived. */
export const runAttack = async (
  page: VisitedPage,
  { act }: Attack,
  { target, site }: { target: Target; site: Origin },
): Promise<string> => {
  await page.goto(`http://127.0.0.1:${site.port}/`);
  const seen = act(page, target.aim).catch((error: Error) => error.message);
  return Promise.race([seen, wait(settleMs, 'nothing heard', { ref: false })]);
};

/** Tests that these attacks arrive at a browser without the guard, unless Chromium itself stops them. */
export const unguardedSuite = (attacks: readonly Attack[]): void => {
  describe('control: without the guard the same attacks arrive', () => {
    let open: Awaited<ReturnType<typeof startBrowser>>;
    let site: Origin;
    before(async () => {
      site = await startOrigin('127.0.0.1', 0, attackSite);
      open = await startBrowser([`--host-resolver-rules=MAP ${privateName} 127.0.0.1`]);
    });
    after(async () => {
      await open?.close();
      await site?.close();
    });

    for (const attack of attacks.filter(({ arrivesUnguarded }) => arrivesUnguarded)) {
      test(`${attack.class}: ${attack.name}`, async (context) => {
        const target = await startTarget();
        context.after(target.close);
        const page = await open.newPage();
        const seen = await runAttack(page, attack, { target, site });
        await until(`it arrives (${seen})`, () => target.hits() > 0);
        await page.close();
      });
    }
  });
};
