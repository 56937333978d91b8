import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Aim, Attack } from '../attacks/cases.js';
import { attackSite, privateName, startTarget, type Target } from '../attacks/target.js';
import { type Origin, startOrigin } from '../pages/origin.js';
import { until } from '../until.js';
import type { VisitedPage } from './guarded-browser.js';
import type { RawDevTools } from './raw-devtools.js';
import { SessionNode } from './session-node.js';

const session = 'sess_00000000-0000-4000-8000-000000000017';
/** A page that never gets its request reports that after this time. */
const settleMs = 2000;
/** Limit for a page that does get it. */
const answerMs = 60_000;

/** A client's page, in its own context that should bypass the guard. */
const startPage = async (client: RawDevTools): Promise<VisitedPage & { session: string }> => {
  const wanted = { proxyServer: 'direct://', proxyBypassList: '*' };
  const { browserContextId } = await client.send('Target.createBrowserContext', wanted);
  const page = await client.attach(undefined, browserContextId);
  const evaluate = async (expression: string) => String(await client.evaluate(page, expression));
  let home = '';
  return {
    session: page,
    evaluate,
    goto: async (url) => {
      home = url;
      const { errorText } = await client.send('Page.navigate', { url }, page);
      if (errorText) throw new Error(errorText);
      await until('the page is there', async () => (await evaluate('document.readyState')) === 'complete');
    },
    get home() {
      return home;
    },
    open: (url) => client.open(url, browserContextId),
    fetchAsClient: (url) => client.send('Network.loadNetworkResource', { url, options: {} }, page),
    close: () => client.send('Target.disposeBrowserContext', { browserContextId }),
  };
};

type StartedPage = Awaited<ReturnType<typeof startPage>>;

/** Something a page cannot do alone: gives the next request, to an allowed server, another address. */
const bent = (how: (client: RawDevTools, page: string, requestId: string, url: string) => Promise<unknown>) => {
  return async (client: RawDevTools, { session: page, evaluate }: StartedPage, { url }: Aim): Promise<unknown> => {
    // Skips the icon, which the browser may request now.
    await client.send('Fetch.enable', { patterns: [{ urlPattern: '*/bent' }] }, page);
    const fetched = evaluate(`fetch('/bent', { mode: 'no-cors' }).then(() => 'answered', () => 'failed')`);
    const { params } = await client.heard('Fetch.requestPaused', page);
    await how(client, page, (params as { requestId: string }).requestId, url);
    return fetched;
  };
};

const bending = {
  'a request continued to another address': bent((client, page, requestId, url) =>
    client.send('Fetch.continueRequest', { requestId, url }, page),
  ),
  'a request that is answered with a redirect': bent(async (client, page, requestId, url) => {
    const responseHeaders = [{ name: 'Location', value: url }];
    await client.send('Fetch.fulfillRequest', { requestId, responseCode: 302, responseHeaders }, page);
    // Otherwise the request pauses once more.
    await client.send('Fetch.disable', {}, page);
  }),
};

/** Tests that a DevTools client reaches nothing forbidden by these attacks, in its own context without a proxy. */
export const waysOutSuite = (attacks: readonly Attack[]): void => {
  describe('pages of a DevTools client', { timeout: 600_000, concurrency: 4 }, () => {
    let site: Origin;
    let node: SessionNode;
    let client: RawDevTools;
    const targets: Target[] = [];

    before(async () => {
      site = await startOrigin('127.0.0.1', 0, attackSite);
      node = await SessionNode.start({ allow: `127.0.0.1:${site.port}` });
      await node.activate(session, { cdp: true });
      client = await node.connect(session);
    });
    after(async () => {
      await client?.close();
      await node?.stop();
      await site?.close();
      const late = targets.reduce((sum, target) => sum + target.hits(), 0);
      for (const target of targets) await target.close();
      assert.equal(late, 0, 'nothing arrived late');
    });

    const aimed = async () => {
      const target = await startTarget();
      targets.push(target);
      return target;
    };

    /** Runs one attack in its own page. Returns what it saw, after at most `patienceMs`. */
    const run = async (act: (page: StartedPage) => Promise<unknown>, patienceMs = settleMs): Promise<string> => {
      const page = await startPage(client);
      await page.goto(`http://127.0.0.1:${site.port}/`);
      const tried = act(page).then(String, (error: Error) => error.message);
      const seen = await Promise.race([tried, wait(patienceMs, 'nothing heard', { ref: false })]);
      await page.close();
      return seen;
    };

    for (const { class: kind, name, act } of attacks)
      it(`reach nothing forbidden: ${kind}: ${name}`, async () => {
        const target = await aimed();
        const seen = await run((page) => act(page, target.aim));
        assert.equal(target.hits(), 0, seen);
      });

    for (const [name, act] of Object.entries(bending))
      it(`reach nothing forbidden: ${name}`, async () => {
        const target = await aimed();
        const seen = await run((page) => act(client, page, target.aim), answerMs);
        assert.equal(target.hits(), 0, 'nothing arrived');
        assert.equal(seen, 'failed');
      });

    /** The same attack on an allowed server proves that it works. This pod cannot look up names. */
    const arriving = ({ class: kind, stoppedBy, name }: Attack) =>
      ['subresources', 'service workers', 'workers', 'WebSocket', 'prefetch'].includes(kind) &&
      stoppedBy === 'proxy' &&
      !/https|wss/.test(name);
    for (const { class: kind, name, act } of attacks.filter(arriving))
      it(`reach what is allowed: ${kind}: ${name}`, async () => {
        const path = `/${encodeURIComponent(`${kind} ${name}`)}`;
        const aim = { url: `http://127.0.0.1:${site.port}${path}`, named: `http://${privateName}/`, udp: 9 };
        const page = await startPage(client);
        await page.goto(`http://127.0.0.1:${site.port}/`);
        act(page, aim).catch(() => undefined);
        await until('it arrives', () => site.requests.some((request) => request.endsWith(path)));
        await page.close();
      });
  });
};
