import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { egressSwitches } from '@tintype/browser-node';
import { attacks } from '../kit/attack-cases.js';
import { type Origin, startOrigin, startStage } from '../kit/egress-stage.js';
import { startBrowser, type VisitedPage } from '../kit/guarded-browser.js';
import { until } from '../kit/until.js';

/** A page that never hears of its request says so after this time. */
const settleMs = 2000;

let example: Origin;
let forbidden: Origin;
let packets = 0;
const udp = createSocket('udp4');

const serviceWorker = `
  const to = new URL(location).searchParams.get('to');
  oninstall = (event) => event.waitUntil(fetch(to, { mode: 'no-cors' }).catch(() => undefined));
`;

before(async () => {
  example = await startOrigin('127.0.0.1', 0, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://example');
    const to = searchParams.get('to') ?? '';
    if (pathname === '/redirect') response.writeHead(302, { location: to }).end();
    else if (pathname === '/service-worker.js')
      response.setHeader('content-type', 'text/javascript').end(serviceWorker);
    else response.setHeader('content-type', 'text/html').end('<!doctype html><title>example</title>');
  });
  forbidden = await startOrigin('::', 0, (_request, response) => response.end('forbidden'));
  udp.on('message', () => {
    packets += 1;
  });
  udp.bind(0, '0.0.0.0');
  await once(udp, 'listening');
});

after(async () => {
  await Promise.all([example.close(), forbidden.close()]);
  udp.close();
});

const refusals = (outcomes: readonly string[]) => outcomes.filter((each) => each.endsWith('blocked')).length;

const hits = () => forbidden.connections + packets;

/** Runs one attack in a page of its own; answers what the page saw. */
const attack = async (page: VisitedPage, script: string): Promise<string> => {
  await page.goto(`http://127.0.0.1:${example.port}/`);
  const seen = page.evaluate(`Promise.resolve().then(() => ${script})`).then(String, (error: Error) => error.message);
  return Promise.race([seen, wait(settleMs, 'nothing heard', { ref: false })]);
};

const startGuarded = async () => {
  const stage = await startStage({ internal: [{ host: '127.0.0.1', port: example.port }], ownPorts: [example.port] });
  const browser = await startBrowser(egressSwitches(stage.proxy.port));
  return { stage, browser, close: () => browser.close().then(stage.close) };
};

const target = (name: string) => `http://127.0.0.1:${forbidden.port}/${encodeURIComponent(name)}`;

describe('a browser behind the guard', () => {
  let guarded: Awaited<ReturnType<typeof startGuarded>>;
  before(async () => {
    guarded = await startGuarded();
  });
  after(() => guarded.close());

  // Pages stay open to the end: what one of them sends late shows in a later test.
  for (const { name, script, reaches } of attacks) {
    test(name, async (context) => {
      const { outcomes } = guarded.stage;
      const earlier = refusals(outcomes);
      const seen = await attack(await guarded.browser.newPage(), script(target(name), udp.address().port));
      if (reaches === 'tcp') await until('the guard refuses it', () => refusals(outcomes) > earlier);
      context.diagnostic(`${name}: ${seen.split('\n')[0]}, ${refusals(outcomes) - earlier} refused, ${hits()} hits`);
      assert.equal(hits(), 0);
    });
  }

  for (const scheme of ['', 'view-source:']) {
    test(`page made by the protocol ${scheme}`, async () => {
      const page = await guarded.browser.newPage();
      await assert.rejects(page.goto(`${scheme}${target('made')}`), /ERR_/);
      assert.equal(guarded.stage.guard.explain('127.0.0.1', forbidden.port), 'blocked');
      assert.equal(hits(), 0);
    });
  }

  test('the page behind the exception is shown, and still nothing arrived elsewhere', async () => {
    const page = await guarded.browser.newPage();
    await page.goto(`http://127.0.0.1:${example.port}/`);
    assert.equal(await page.evaluate('document.title'), 'example');
    assert.ok(guarded.stage.outcomes.includes('tunnel blocked'));
    assert.ok(guarded.stage.outcomes.includes('forward blocked'));
    assert.equal(hits(), 0);
  });
});

describe('control: without the guard the same attacks arrive', () => {
  let open: Awaited<ReturnType<typeof startBrowser>>;
  before(async () => {
    open = await startBrowser([]);
  });
  after(() => open.close());

  for (const { name, script } of attacks.filter(({ reaches }) => reaches !== 'not')) {
    test(name, async () => {
      const earlier = hits();
      const page = await open.newPage();
      await attack(page, script(target(name), udp.address().port));
      await until(`${name} arrives`, () => hits() > earlier);
      await page.close();
    });
  }
});
