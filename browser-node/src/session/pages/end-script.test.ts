import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { endLongScript } from './end-script.js';

const neverMs = Infinity;

interface Busy {
  /** How long its script runs if nothing ends it. */
  busyMs: number;
  /** Whether its script can be ended. */
  ends?: boolean;
  waitsForPerson?: boolean;
}

/** Ends a long script of a played page. Returns the outcome, its time and the number of attempts. */
const play = async ({ mock }: TestContext, { busyMs, ends = true, waitsForPerson = false }: Busy) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  let freeAt = busyMs;
  let attempts = 0;
  const answers: (() => void)[] = [];
  const send = async (method: string) => {
    if (method === 'Runtime.terminateExecution') {
      attempts += 1;
      if (ends) freeAt = now;
    } else if (now < freeAt) await new Promise<void>((resolve) => answers.push(resolve));
  };
  const ending = endLongScript({ send } as unknown as CdpSession, () => waitsForPerson);
  let end: string | undefined;
  void ending.then((outcome) => {
    end = outcome;
  });
  for (; end === undefined; now += 100) {
    if (now >= freeAt) for (const answer of answers.splice(0)) answer();
    await turn();
    mock.timers.tick(100);
    await turn();
  }
  return { end, now, attempts };
};

describe('a page that does not answer', () => {
  it('keeps a script that takes less than 5 s', async (context) => {
    const { end, attempts } = await play(context, { busyMs: 4500 });
    assert.deepEqual({ end, attempts }, { end: 'idle', attempts: 0 });
  });

  it('loses a script that runs after 5 s', async (context) => {
    const { end, now, attempts } = await play(context, { busyMs: neverMs });
    assert.deepEqual({ end, attempts }, { end: 'ended', attempts: 1 });
    assert.ok(now >= 5000 && now < 6000, `${now} ms`);
  });

  it('is given up after three attempts', async (context) => {
    const { end, attempts } = await play(context, { busyMs: neverMs, ends: false });
    assert.deepEqual({ end, attempts }, { end: 'hangs', attempts: 3 });
  });

  it('keeps its script while a dialog waits for a client', async (context) => {
    const { end, attempts } = await play(context, { busyMs: neverMs, waitsForPerson: true });
    assert.deepEqual({ end, attempts }, { end: 'idle', attempts: 0 });
  });
});
