import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { extensionId } from '@tintype/browser-node/testing';
import type { RawDevTools } from '../../../../kit/browser-node/raw-devtools.js';
import { SessionNode } from '../../../../kit/browser-node/session-node.js';
import { html, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { until } from '../../../../kit/until.js';

const session = 'sess_00000000-0000-4000-8000-000000000015';

const ownAddresses = [
  'chrome://version/',
  'chrome-untrusted://print/',
  `chrome-extension://${extensionId}/manifest.json`,
  'devtools://devtools/bundled/inspector.html',
  'file:///etc/passwd',
];
const ways = [
  '(address) => { location = address; }',
  '(address) => { other.location = address; }',
  `(address) => { document.body.append(Object.assign(document.createElement('iframe'), { src: address })); }`,
];

/** A refusal by Chromium or the session: in the log, by no navigation, or by another page. */
const isRefusal = ({ method, params }: RawDevTools['events'][number], address: string): boolean => {
  const said = JSON.stringify(params);
  if (method === 'Log.entryAdded') return said.includes(`Not allowed to load local resource: ${address}`);
  if (method === 'Page.frameNavigated') return /chrome-error:|#blocked/.test(said);
  return method === 'Page.frameClearedScheduledNavigation';
};

/** A headless shell does not know all of these addresses, and reports only that nothing loads. */
const loadedNothing = (events: RawDevTools['events'], address: string): boolean => {
  const facts = events.map(({ method, params }) => ({ method, ...(params as { url?: string; frameId?: string }) }));
  const start = facts.findIndex(({ method, url }) => method === 'Page.frameStartedNavigating' && url === address);
  const after = facts.slice(start + 1).filter(({ frameId }) => frameId === facts[start]?.frameId);
  return start >= 0 && after[1]?.method === 'Page.frameStoppedLoading';
};

export const ownPageCases = (): void => {
  describe('a DevTools client and the browser’s own pages', { timeout: 600_000 }, () => {
    let site: PageServer;
    let node: SessionNode;
    let client: RawDevTools;

    before(async () => {
      site = await startPages({ '/': html('<h1>a page</h1>') });
      node = await SessionNode.start({ allow: `127.0.0.1:${site.port}` });
      await node.activate(session, { cdp: true });
    });
    beforeEach(async () => {
      client = await node.connect(session);
    });
    afterEach(() => client.close());
    after(async () => {
      await node?.stop();
      await site?.close();
    });

    const toSite = async (page: string) => {
      await client.send('Page.navigate', { url: site.url('/') }, page);
      await until('the page is there', async () => (await client.evaluate(page, 'document.title')) === 'test');
    };

    const onSite = async () => {
      const page = await client.attach();
      await client.send('Page.enable', {}, page);
      await toSite(page);
      return page;
    };

    /** Addresses of all attached targets. */
    const addressesSeen = async (): Promise<string[]> => {
      const attached = client.events.filter(({ method }) => method === 'Target.attachedToTarget');
      const sessions = attached.map(({ params }) => (params as { sessionId: string }).sessionId);
      const asked = sessions.map((each) => client.evaluate(each, 'location.href').catch(() => undefined));
      return (await Promise.all(asked)).filter((href): href is string => typeof href === 'string');
    };

    /** Another page, opened by this one, that the client knows. */
    const openOther = async (page: string) => {
      const before = client.events.length;
      await client.evaluate(page, `globalThis.other = open('about:blank'); 1`);
      const attached = () =>
        client.events
          .slice(before)
          .filter(({ method }) => method === 'Target.attachedToTarget')
          .map(({ params }) => params as { sessionId: string; targetInfo: { type: string } })
          .find(({ targetInfo }) => targetInfo.type === 'page');
      await until('it has opened another page', () => attached() !== undefined);
      for (const domain of ['Page', 'Log']) await client.send(`${domain}.enable`, {}, attached()?.sessionId);
    };

    it('leaves a page that navigates to one of the browser’s own', async () => {
      const attach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
      await client.send('Target.setAutoAttach', attach);
      const page = await onSite();
      await client.send('Log.enable', {}, page);
      await client.send('Target.setAutoAttach', attach, page);
      const { targetInfo } = await client.send('Target.getTargetInfo', {}, page);
      for (const address of ownAddresses) {
        for (const way of ways) {
          await openOther(page);
          const before = client.events.length;
          await client.evaluate(page, `(${way})('${address}'); 1`).catch(String);
          await until(`${address} is refused by ${way}`, () => {
            const since = client.events.slice(before);
            return since.some((event) => isRefusal(event, address)) || loadedNothing(since, address);
          });
          const places = await addressesSeen();
          assert.ok(places.length > 0);
          for (const place of places) assert.match(place, /^(https?|about|chrome-error):/, `${address} by ${way}`);
          // Chromium's page about a block is an ordinary page.
          const { targetInfos } = await client.send('Target.getTargets');
          assert.ok(targetInfos.some(({ targetId }: { targetId: string }) => targetId === targetInfo.targetId));
          await toSite(page);
        }
      }
    });

    it('is shown no page of the browser’s own, not even by the keys that open one', async () => {
      const page = await onSite();
      await client.send('Target.setDiscoverTargets', { discover: true, filter: [{}] });
      for (const [key, code] of [
        ['h', 72],
        ['j', 74],
        ['u', 85],
        ['o', 79],
      ] as const) {
        const event = { modifiers: 2, key, code: `Key${key.toUpperCase()}`, windowsVirtualKeyCode: code };
        await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', nativeVirtualKeyCode: code, ...event }, page);
        await client.send('Input.dispatchKeyEvent', { type: 'keyUp', nativeVirtualKeyCode: code, ...event }, page);
      }
      await client.evaluate(page, `window.open('chrome://version')`);
      const { targetInfos } = await client.send('Target.getTargets', { filter: [{}] });
      const addresses = [
        ...targetInfos,
        ...client.events.map(({ params }) => (params as { targetInfo?: object }).targetInfo),
      ];
      assert.doesNotMatch(JSON.stringify(addresses), /chrome:|devtools:|view-source:/);
    });
  });
};
