import assert from 'node:assert/strict';
import { type MockTracker, test } from 'node:test';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { VirtualTime, whileTimeMoves } from './virtual-time.js';

interface Held {
  /** What happens during each grant. */
  during?: () => void;
  /** A request of the page is under way. */
  holdsTime?: boolean;
  /** A request that never ends begins after this part of a grant. */
  hangsAt?: number;
  /** That request ends just before the next call. */
  endsLate?: boolean;
}

/**
 * A page as Chromium times it: a budget counts from now; each budget reports its end, and pauses the time. Without a
 * budget, it passes freely.
 */
const pageOf = async ({ during = () => undefined, holdsTime = true, hangsAt, endsLate = false }: Held) => {
  const page = { now: 0, fence: 0 };
  let isHeld = false;
  let expired = () => {};
  const run = async (policy: string) => {
    during();
    const part = policy === 'pauseIfNetworkFetchesPending' ? hangsAt : undefined;
    if (page.now === page.fence) page.now = Number.POSITIVE_INFINITY;
    else page.now += (page.fence - page.now) * (part ?? 1);
    isHeld = part !== undefined;
    if (!isHeld) expired();
  };
  const session = {
    on: (_: string, listener: () => void) => {
      expired = listener;
      return () => {};
    },
    send: async (_: string, { policy, budget }: { policy: string; budget?: number }) => {
      if (isHeld && endsLate) await run('advance');
      if (budget) page.fence = page.now + budget;
      if (policy !== 'pause') void run(policy);
      return { virtualTimeTicksBase: 0 };
    },
  };
  return {
    page,
    time: await VirtualTime.begin({ session: session as unknown as CdpSession, activity: { holdsTime } }),
  };
};

/** Lets 200 ms pass. */
const playTime = (mock: MockTracker) => {
  let now = 0;
  mock.method(performance, 'now', () => now);
  mock.timers.enable({ apis: ['setInterval'] });
  return () => {
    for (const end = now + 200; now < end; ) {
      now += 10;
      mock.timers.tick(10);
    }
  };
};

test('counts how long requests hold each grant', async ({ mock }) => {
  const { time } = await pageOf({ during: playTime(mock) });
  await time.advance(16);
  await time.advance(16);
  assert.ok(time.waitedMs > 300 && time.waitedMs <= 400, `${time.waitedMs} ms`);
  assert.equal(time.lostPatience, false);
});

test('does not count busy scripts of a page without requests', async ({ mock }) => {
  const { time } = await pageOf({ during: playTime(mock), holdsTime: false });
  await time.advance(16);
  assert.equal(time.waitedMs, 0);
});

for (const endsLate of [false, true]) {
  test(`a grant that a request holds ${endsLate ? 'just' : 'for'} too long passes exactly`, async ({ mock }) => {
    const { page, time } = await pageOf({ hangsAt: 0.5, endsLate });
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const passing = time.advance(16);
    await new Promise(setImmediate);
    mock.timers.tick(2000);
    await passing;
    assert.equal(page.now, 16);
  });
}

test('a late frame is the fault of a script only if the page does not answer', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const paint = async (evaluate: () => Promise<unknown>, frameMs: number) => {
    const frame = Promise.withResolvers<string>();
    const end = setTimeout(() => frame.resolve('painted'), frameMs);
    const session = { send: evaluate } as unknown as CdpSession;
    const painted = whileTimeMoves(session, () => frame.promise).catch(({ message }: Error) => message);
    for (const ms of [3000, 1000, 20_000]) {
      mock.timers.tick(ms);
      await new Promise(setImmediate);
    }
    clearTimeout(end);
    return painted;
  };
  const answers = async () => ({});
  const hangs = () => new Promise(() => undefined);
  assert.deepEqual(await Promise.all([paint(answers, 2000), paint(answers, 9000)]), ['painted', 'painted']);
  assert.match(await paint(hangs, 9000), /a script of the page does not end/);
  assert.match(await paint(answers, 30_000), /too slow for this page/);
});
