import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { FiltersEngine } from '@ghostery/adblocker';
import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/cdp/connection.js';
import type { FilterAnswer, PausedRequests } from '../../browser/page/paused-requests.js';
import { engineOptions } from '../../filters/engine-options.js';
import type { Run } from '../run.js';
import { AdBlocking } from './ad-blocking.js';

const engine = FiltersEngine.parse('||ads.test^\nshop.test##.own', engineOptions);
const features = { url: 'https://news.test/', classes: ['own'], ids: [], hrefs: [] };

interface Sent {
  method: string;
  parameters: unknown[];
  maxBytes: number | undefined;
}

/** A page that answers, unless `isBusy`, or after its `task`. Its request has this many milliseconds left. */
const start = (remaining = 60_000, more: Partial<Run> = {}) => {
  const sent: Sent[] = [];
  const state: { isBusy: boolean; fails?: true; task?: Promise<void> } = { isBusy: false };
  const send = async (method: string, params: Partial<Protocol.Runtime.CallFunctionOnRequest>, maxBytes?: number) => {
    const parameters = (params?.arguments ?? []).map(({ value }) => value);
    sent.push({ method, parameters, maxBytes });
    if (state.isBusy) return new Promise(() => undefined);
    if (state.fails && method === 'Runtime.callFunctionOn') throw new Error('A function of the page throws.');
    if (method === 'Page.getFrameTree') return { frameTree: { frame: { id: 'main' } } };
    if (method === 'Page.createIsolatedWorld') return { executionContextId: 1 };
    await state.task;
    return { result: { value: features } };
  };
  const session = { send } as unknown as CdpSession;
  const activity = { requestedUrl: features.url, givenUp: false };
  const frameSessions = new Set<CdpSession>();
  const page = { session, mainFrame: 'main', frameSessions, activity };
  const run = { page, options: { url: features.url }, deadline: { remaining }, ...more } as unknown as Run;
  const ads = new AdBlocking(run, engine);
  /** Warnings of an output that is made now. */
  const warnings = () => {
    const output = { warnings: [] } as Partial<Run>;
    ads.report(output as Run);
    return output.warnings;
  };
  return { ads, activity, frameSessions, session, sent, state, warnings };
};

/** Judges pictures at these addresses, then hides them. Resolves to the commands sent to the page. */
const hideAfter = async (urls: readonly string[]): Promise<Sent[]> => {
  const { ads, session, sent } = start();
  let judge: ((event: Protocol.Fetch.RequestPausedEvent) => FilterAnswer) | undefined;
  const requests = {
    filter: async (filter: typeof judge) => {
      judge = filter;
    },
  };
  await Promise.all(ads.prepareFrame(session, requests as unknown as PausedRequests));
  for (const url of urls)
    assert.equal(judge?.({ request: { url }, resourceType: 'Image' } as Protocol.Fetch.RequestPausedEvent), 'block');
  await ads.hide();
  return sent;
};

const addressOf = (length: number, name = '') => `https://ads.test/${name}`.padEnd(length, 'x');
const blockedIn = (sent: readonly Sent[]) =>
  (sent.at(-1) as Sent & { parameters: [{ blocked: string[] }] }).parameters[0].blocked;

describe('what blockAds keeps and reads of a page', () => {
  it('has no address of more than 2,000 letters', async () => {
    const sent = await hideAfter([addressOf(2001), addressOf(2000), addressOf(2000)]);
    assert.deepEqual(blockedIn(sent), [addressOf(2000)]);
  });

  it('has at most 500,000 letters of addresses', async () => {
    const sent = await hideAfter(Array.from({ length: 300 }, (_, index) => addressOf(2000, `${index}/`)));
    assert.equal(blockedIn(sent).length, 250);
  });

  it('hides nothing where no rule names anything, in two round trips', async () => {
    const sent = await hideAfter([]);
    assert.deepEqual(
      sent.map(({ method }) => method),
      ['Page.getFrameTree', 'Page.createIsolatedWorld', 'Runtime.callFunctionOn'],
    );
  });

  it("counts the base of a client's document as its site", async () => {
    const options = { url: 'https://www.shop.test/a' } as Run['options'];
    const { ads, sent } = start(60_000, { document: '<p class="own">', options });
    await ads.hide();
    const [plan] = (sent.at(-1) as Sent & { parameters: [{ site: string; specific: string[] }] }).parameters;
    assert.deepEqual([plan.site, plan.specific], ['shop.test', ['.own']]);
  });

  it('is at most 256 KiB for each document', async () => {
    const calls = (await hideAfter([addressOf(100)])).filter(({ method }) => method === 'Runtime.callFunctionOn');
    assert.deepEqual(
      calls.map(({ maxBytes }) => maxBytes),
      [262_144, 262_144],
    );
  });
});

describe('a page that does not answer blockAds', () => {
  /** Hides while the page is in a task. Returns whether that has ended after this time on a played clock. */
  const hasEnded = async ({ mock }: TestContext, { ads, sent }: ReturnType<typeof start>, afterMs: number) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    let hasEnded = false;
    void ads.hide().then(() => {
      hasEnded = true;
    });
    while (sent.at(-1)?.method !== 'Runtime.callFunctionOn') await setImmediate();
    mock.timers.tick(afterMs);
    await setImmediate();
    return hasEnded;
  };

  it('has three seconds for a task', async (context) => {
    const played = start();
    const { promise, resolve } = Promise.withResolvers<void>();
    played.state.task = promise;
    assert.equal(await hasEnded(context, played, 2999), false);
    resolve();
    await setImmediate();
    assert.deepEqual(played.warnings(), []);
  });

  it('has only a second if it did not load in time', async (context) => {
    const played = start();
    played.activity.givenUp = true;
    played.state.task = new Promise(() => undefined);
    assert.equal(await hasEnded(context, played, 1000), true);
    assert.equal(played.warnings()?.length, 1);
  });

  it('does not delay the other documents by a frame that does not answer', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { ads, frameSessions, sent, warnings } = start();
    frameSessions.add({ send: () => new Promise(() => undefined) } as unknown as CdpSession);
    const hiding = ads.hide();
    await setImmediate();
    mock.timers.tick(500);
    await hiding;
    assert.deepEqual([sent.at(-1)?.method, warnings()], ['Runtime.callFunctionOn', []]);
  });

  it('is not blamed for a failure', async () => {
    const { ads, state, warnings } = start();
    state.fails = true;
    await ads.hide();
    assert.deepEqual(warnings(), ['Advertisements may remain: `blockAds` failed on this page.']);
  });

  it('gets a warning, unless a later sweep gets its answer', async () => {
    const { ads, state, warnings } = start(200);
    state.isBusy = true;
    for (let sweep = 0; sweep < 2; sweep += 1) {
      await ads.hide();
      assert.deepEqual(warnings(), ['Advertisements may remain: the page did not answer `blockAds` in time.']);
    }
    state.isBusy = false;
    await ads.hide();
    assert.deepEqual(warnings(), []);
  });
});
