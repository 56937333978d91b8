import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CdpSession } from '../../browser/cdp/connection.js';
import { PageActivity } from '../../browser/page/page-activity.js';
import { standsStill, waitForImages } from '../../in-page/loading.js';
import type { Run } from '../run.js';
import { waitUntilPainted, waitUntilQuiet, waitUntilStill } from './wait-until-still.js';

/** A loaded page in which `late` pictures never come, which may move; budgets are half of 40 ms. */
const start = (late: number, isStill = false) => {
  const session = new CdpSession(() => Promise.reject(new Error('nothing is sent')));
  const activity = new PageActivity(session, 'main');
  session.emit('Page.lifecycleEvent', { name: 'init', loaderId: 'page', frameId: 'main' });
  session.emit('Page.lifecycleEvent', { name: 'load', loaderId: 'page', frameId: 'main' });
  const warnings: string[] = [];
  const allowed: number[] = [];
  const call = async (script: unknown, ms: number) => {
    if (script === standsStill) return isStill;
    allowed.push(ms);
    return script === waitForImages ? late : { late, fontMs: 0 };
  };
  const page = { activity, call };
  const run = { page, warnings, options: {}, deadline: { remaining: 40, sleep: async () => undefined } };
  const request = (requestId: string, type = 'Image') =>
    session.emit('Network.requestWillBeSent', { requestId, frameId: 'main', type, request: { url: '' } });
  const finish = (requestId: string) => session.emit('Network.loadingFinished', { requestId });
  return { run: run as unknown as Run, activity, warnings, allowed, request, finish };
};

/** The pauses after a request of this type has ended. */
const pausesAfter = async (type: string, isStill: boolean) => {
  const { run, request, finish } = start(0, isStill);
  const slept: number[] = [];
  const deadline = { remaining: 60_000, sleep: async (ms: number) => void slept.push(ms) };
  request('last', type);
  const waiting = waitUntilQuiet({ ...run, deadline } as unknown as Run);
  finish('last');
  await waiting;
  return slept.length;
};

describe('the wait for a page', () => {
  it('waits for a request that hangs once', async () => {
    const { run, activity, request } = start(0);
    request('hanging');
    await waitUntilQuiet(run);
    assert.equal(activity.quiet, true);
  });

  it('pauses after requests that may lead to others, and while the page moves', async () => {
    const pauses = [
      ['Image', true],
      ['Font', true],
      ['Image', false],
      ['XHR', true],
      ['Stylesheet', true],
    ] as const;
    const found = await Promise.all(pauses.map(([type, isStill]) => pausesAfter(type, isStill)));
    assert.deepEqual(found, [0, 0, 1, 1, 1]);
  });

  it('warns once of what is late, with its number', async () => {
    const { run, warnings, allowed } = start(3);
    const ample = { ...run, deadline: { remaining: 60_000 } } as unknown as Run;
    await waitUntilPainted(ample);
    await waitUntilPainted(ample);
    assert.equal(warnings.length, 1);
    assert.match(warnings.join(), /did not load in time, 5 s at most: 3\. A `delay` gives/);
    // The rest of 5 s is for the answer with the number. Later waits have 1 s.
    assert.deepEqual(allowed, [4800, 800]);
  });

  it('names the queue, not the page alone, where it left little time', async () => {
    const { run, warnings } = start(3);
    const queued = { ...run, deadline: { remaining: 6000, sleep: async () => undefined }, queueMs: 54_000 };
    await waitUntilPainted(queued as unknown as Run);
    await waitUntilStill({ ...queued, options: { delay: 20 } } as unknown as Run);
    assert.match(
      warnings[0] ?? '',
      /load within 3\.0 s, the share of .* for it after 54\.0 s in the queue: 3\. A `delay`/,
    );
    assert.match(warnings[1] ?? '', /cut to 4\.0 s: the request has no more time after 54\.0 s in the queue\.$/);
  });

  it('waits for late fonts only in a page whose scripts run', async () => {
    for (const javascript of [true, false]) {
      const { run } = start(0);
      const called: unknown[] = [];
      const call = async (script: unknown) => {
        called.push(script);
        return { late: 0, fontMs: 0 };
      };
      const page = { ...run.page, call };
      await waitUntilStill({ ...run, page, endpoint: 'image', options: { javascript } } as unknown as Run);
      assert.deepEqual([called.length, called.includes(waitForImages)], [1, !javascript]);
    }
  });

  it('takes the whole delay, and warns of one that the deadline cuts', async () => {
    const slept: number[] = [];
    const { run, warnings } = start(0);
    const sleep = async (ms: number) => void slept.push(ms);
    for (const [remaining, delay] of [
      [60_000, 50],
      [60_000, 60],
    ])
      await waitUntilStill({ ...run, options: { delay }, deadline: { remaining, sleep } } as unknown as Run);
    assert.deepEqual(slept, [50_000, 58_000]);
    assert.deepEqual(warnings, ['The `delay` of 60 s was cut to 58.0 s: the request has no more time.']);
  });
});
