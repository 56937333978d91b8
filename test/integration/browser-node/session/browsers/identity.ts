import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { egressSwitches, type SessionBrowser } from '@tintype/browser-node/testing';
import { race } from '@tintype/runtime';
import { startSessionBrowser } from '../../../../kit/browser-node/guarded-browser.js';
import { startStage } from '../../../../kit/egress/egress-stage.js';
import { type Origin, startOrigin } from '../../../../kit/pages/origin.js';
import { html, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { leftoversOf } from '../../../../kit/process/leftovers.js';
import { procText } from '../../../../kit/process/sockets.js';
import { patienceMs, until } from '../../../../kit/until.js';

const onLinux = { skip: process.platform !== 'linux' && 'Linux only' };

const pixel =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1';

const hintNames = [
  'architecture',
  'bitness',
  'formFactors',
  'fullVersionList',
  'model',
  'platformVersion',
  'uaFullVersion',
  'wow64',
];

/** What a document or worker reports about its browser. */
const says = `(async () => JSON.stringify({
  userAgent: navigator.userAgent,
  appVersion: navigator.appVersion,
  platform: navigator.platform,
  languages: navigator.languages,
  brands: navigator.userAgentData?.brands,
  mobile: navigator.userAgentData?.mobile,
  data: navigator.userAgentData,
  hints: await navigator.userAgentData?.getHighEntropyValues(${JSON.stringify(hintNames)}),
}))()`;

const worker = `
  const answer = ${says};
  const tell = async (port) => port.postMessage(await answer);
  if (self.registration) onmessage = ({ source }) => tell(source);
  else if (self.postMessage) tell(self), (onmessage = async () => postMessage(await ${says}));
  else onconnect = ({ ports: [port] }) => tell(port);`;

const frames: Record<string, string> = {
  '/frame': `<script>${says}.then((values) => parent.postMessage(values, '*'))</script>`,
  '/frame-with-worker': `<script>new Worker('/worker.js').onmessage = ({ data }) => parent.postMessage(data, '*')</script>`,
};

/** All documents and workers, by name. */
const askAll = `(async () => {
  const heard = (target) => new Promise((resolve) => target.addEventListener('message', ({ data }) => resolve(data)));
  const frame = async (src) => {
    const answer = heard(window);
    document.body.append(Object.assign(document.createElement('iframe'), { src }));
    return answer;
  };
  const { port } = new SharedWorker('/worker.js');
  const shared = heard(port);
  port.start();
  const service = heard(navigator.serviceWorker);
  navigator.serviceWorker.startMessages();
  await navigator.serviceWorker.register('/worker.js');
  (await navigator.serviceWorker.ready).active.postMessage('?');
  return {
    page: await ${says},
    worker: await heard((globalThis.first = new Worker('/worker.js'))),
    shared: await shared,
    service: await service,
    frame: await frame('/frame'),
    other: await frame('http://localhost:' + location.port + '/frame'),
    otherWorker: await frame('http://localhost:' + location.port + '/frame-with-worker'),
  };
})()`;

export const identityCases = (): void => {
  describe('the browser of a session', () => {
    let site: PageServer;
    let hints: Origin;
    const headers: Record<string, string | undefined>[] = [];

    before(async () => {
      site = await startPages({ '/': html('<h1>a page</h1>') });
      hints = await startOrigin('127.0.0.1', 0, ({ url = '', headers: sent }, response) => {
        headers.push({ url, ...(sent as Record<string, string>) });
        if (url === '/worker.js') return response.setHeader('content-type', 'text/javascript').end(worker);
        response.setHeader('accept-ch', 'sec-ch-ua-full-version-list, sec-ch-ua-arch, sec-ch-ua-bitness');
        const tell = frames[url] ?? '';
        return response.setHeader('content-type', 'text/html').end(`<!doctype html><body>${tell}`);
      });
    });

    after(async () => {
      await site.close();
      await hints.close();
    });

    it('shares no memory in /dev/shm, where containers have hardly any', onLinux, async () => {
      await using browser = await startSessionBrowser();
      const page = await browser.current.get();
      await page.goto(site.url('/'));
      await page.setContent('<canvas width=3000 height=3000></canvas><p style="height: 9000px">tall</p>');
      await page.screenshot({ fullPage: true });
      const processes = leftoversOf([process.pid]).filter((name) => /^\d+$/.test(name));
      const maps = processes.map((pid) => procText(`/proc/${pid}/maps`)).join('');
      assert.match(maps, /chromium/);
      assert.doesNotMatch(maps, /\/dev\/shm/);
    });

    it('takes no downloads', async () => {
      await using browser = await startSessionBrowser();
      const states: string[] = [];
      browser.process.connection.browser.on('Browser.downloadProgress', ({ state }) => states.push(state));
      const page = await browser.current.get();
      await page.goto(site.url('/'));
      await page.evaluate(
        `document.body.append(Object.assign(document.createElement('a'), { href: 'data:application/x,1', download: 'x' }))`,
      );
      await page.evaluate(`document.querySelector('[download]').click()`);
      await until('it is refused', () => states.includes('canceled'));
      assert.ok(!states.includes('completed'));
    });

    it('calls nobody by itself', async () => {
      await using ofShell = await startStage({ allow: `127.0.0.1:${site.port}` });
      await using ofFull = await startStage({ allow: `127.0.0.1:${site.port}` });
      await using shell = await startSessionBrowser(egressSwitches(ofShell.proxy.port), false);
      await using full = await startSessionBrowser(egressSwitches(ofFull.proxy.port), true);
      for (const { current } of [shell, full]) await (await current.get()).goto(site.url('/'));
      // Full Chromium does ask within seconds of its start, but at addresses that lead nowhere. A shell never asks.
      const isBlocked = (outcome: string) => outcome.endsWith('blocked');
      await until('it has looked around', () => ofFull.outcomes.filter(isBlocked).length > 1);
      assert.deepEqual(
        ofFull.outcomes.filter((each) => each.endsWith('dns')),
        [],
      );
      assert.deepEqual([...new Set(ofShell.outcomes)], ['forward open']);
    });

    const visit = async (browser: SessionBrowser) => {
      const page = await browser.current.get();
      const url = `http://127.0.0.1:${hints.port}`;
      await page.goto(url);
      headers.splice(0);
      await page.goto(`${url}/again`);
      const answers = (await race(page.evaluate(askAll), AbortSignal.timeout(patienceMs))) as Record<string, string>;
      const automated = await Promise.all(page.frames().map((frame) => frame.evaluate('navigator.webdriver')));
      const [sent = {}] = headers.filter((each) => each.url === '/again');
      const scripts = headers.filter((each) => each.url === '/worker.js').map((each) => each['user-agent']);
      return { answers, automated, sent, scripts };
    };

    const agrees = (told: string, sent: Record<string, string | undefined>) => {
      const { userAgent, brands } = JSON.parse(told);
      assert.equal(sent['user-agent'], userAgent);
      assert.equal(sent['accept-language'], 'en-US,en;q=0.9');
      const listed = brands.map(({ brand, version }: Record<string, string>) => `"${brand}";v="${version}"`);
      assert.equal(sent['sec-ch-ua'], listed.join(', '));
      assert.match(sent['sec-ch-ua-full-version-list'] ?? '', /"Chromium";v="\d+\.\d+\.\d+\.\d+"/);
    };

    it('says nothing of automation where it is to hide it, wherever it is asked', async () => {
      await using browser = await startSessionBrowser();
      await browser.hideAutomation();
      const { answers, automated, sent } = await visit(browser);
      assert.deepEqual([...new Set(Object.values(answers))], [answers.page]);
      assert.deepEqual([...new Set(automated)], [false]);
      agrees(answers.page!, sent);
      assert.deepEqual(
        [...headers, answers].filter((each) => JSON.stringify(each).includes('Headless')),
        [],
      );
    });

    for (const bypass of [false, true])
      for (const [name, device, platform] of [
        ['a Pixel', pixel, 'Linux armv81'],
        ['an iPhone', iphone, 'iPhone'],
      ] as const)
        it(`says as ${name} the same wherever it is asked${bypass ? ', hiding automation' : ''}`, async () => {
          await using browser = await startSessionBrowser();
          if (bypass) await browser.hideAutomation();
          await browser.targets.change({ deviceUserAgent: device });
          const { answers, sent, scripts } = await visit(browser);
          const told = JSON.parse(answers.page!);
          assert.deepEqual([told.userAgent, told.platform], [device, platform]);
          const others = Object.entries(answers).map(([who, said]) => [who, JSON.parse(said)]);
          for (const [who, said] of others) assert.deepEqual(said, told, who);
          assert.deepEqual([...new Set([sent['user-agent'], ...scripts])], [device]);
        });

    it('applies a new device in a running worker', async () => {
      await using browser = await startSessionBrowser();
      const { answers } = await visit(browser);
      const page = await browser.current.get();
      const ask = `(async () => {
      const answer = new Promise((resolve) => (first.onmessage = ({ data }) => resolve(data)));
      first.postMessage('?');
      return answer;
    })()`;
      for (const device of [iphone, pixel]) {
        await browser.targets.change({ deviceUserAgent: device });
        assert.equal(await page.evaluate(ask), await page.evaluate(says));
        assert.equal(JSON.parse(await page.evaluate(ask)).userAgent, device);
      }
      await browser.targets.change({ deviceUserAgent: undefined });
      assert.equal(await page.evaluate(ask), answers.worker);
    });

    it('reports the values of the device it emulates', async () => {
      await using browser = await startSessionBrowser();
      await browser.hideAutomation();
      await browser.targets.change({ deviceUserAgent: pixel });
      const { answers, sent } = await visit(browser);
      const { page: first = '' } = answers;
      agrees(first, sent);
      const told = JSON.parse(first);
      assert.deepEqual([told.userAgent, told.platform, told.languages], [pixel, 'Linux armv81', ['en-US', 'en']]);
      assert.deepEqual([sent['sec-ch-ua-platform'], sent['sec-ch-ua-mobile']], ['"Android"', '?1']);
      await browser.targets.change({ deviceUserAgent: iphone });
      const page = await browser.current.get();
      await page.reload();
      // Each host is another site and has another process.
      for (const host of ['127.0.0.1', 'localhost', '127.0.0.1']) {
        await page.goto(`http://${host}:${hints.port}`);
        const { userAgent, platform, languages } = JSON.parse(await page.evaluate(says));
        assert.deepEqual([userAgent, platform, languages], [iphone, 'iPhone', ['en-US', 'en']], host);
      }
      await browser.targets.change({ deviceUserAgent: undefined });
      await page.goto(`http://localhost:${hints.port}`);
      const { userAgent, platform } = JSON.parse(await page.evaluate(says));
      assert.deepEqual([userAgent, platform], [browser.targets.settings.identity.userAgent.userAgent, 'Linux x86_64']);
    });

    it('says that it is automated where it is not', async () => {
      await using browser = await startSessionBrowser();
      const { answers, automated, sent } = await visit(browser);
      const { shared, service, ...others } = answers;
      assert.match(answers.page!, /HeadlessChrome/);
      assert.deepEqual([...new Set(Object.values(others))], [answers.page]);
      // These two keep the user agent of the browser's start.
      for (const answer of [shared, service])
        assert.equal(answer, answers.page!.replaceAll('HeadlessChrome', 'Chrome'));
      assert.deepEqual([...new Set(automated)], [true]);
      agrees(answers.page!, sent);
    });

    it('has the brands of a browser without overrides', async () => {
      await using browser = await startSessionBrowser();
      const page = await browser.current.get();
      await page.goto(`http://127.0.0.1:${hints.port}`);
      const ask = `navigator.userAgentData.getHighEntropyValues(['uaFullVersion', 'fullVersionList', 'architecture', 'bitness', 'formFactors'])`;
      const told = await page.evaluate(ask);
      const [full] = (told as { fullVersionList: { brand: string; version: string }[] }).fullVersionList.filter(
        ({ brand }) => brand === 'Chromium',
      );
      assert.equal((told as { uaFullVersion: string }).uaFullVersion, full?.version);
      // In a new CDP session, an empty user agent resets ours.
      const { targetId } = (await (await page.context().newCDPSession(page)).send('Target.getTargetInfo')).targetInfo;
      await browser.targets.page(targetId).send('Emulation.setUserAgentOverride', { userAgent: '' });
      await page.reload();
      const own = await page.evaluate(ask);
      // A shell adds this one. Ours are those of a full Chromium in both.
      const brands = (own as { brands: { brand: string }[] }).brands.filter(({ brand }) => brand !== 'HeadlessChrome');
      assert.deepEqual((told as { brands: unknown }).brands, brands);
    });
  });
};
