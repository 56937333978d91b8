import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { egressSwitches } from '@tintype/browser-node/testing';
import { type Attack, attackOfEachClass, attacks, defences } from '../../../kit/attacks/cases.js';
import { attackSite, privateName, startTarget, type Target } from '../../../kit/attacks/target.js';
import { runAttack, unguardedSuite } from '../../../kit/attacks/unguarded-suite.js';
import { startBrowser, type VisitedPage } from '../../../kit/browser-node/guarded-browser.js';
import { startStage } from '../../../kit/egress/egress-stage.js';
import { type Origin, startOrigin } from '../../../kit/pages/origin.js';
import { until } from '../../../kit/until.js';

let example: Origin;

before(async () => {
  example = await startOrigin('127.0.0.1', 0, attackSite);
});

after(() => example.close());

const startGuarded = async () => {
  const stage = await startStage({ internal: [{ host: '127.0.0.1', port: example.port }], ownPorts: [example.port] });
  stage.dns.set(privateName, { a: ['127.0.0.1'] });
  const browser = await startBrowser(egressSwitches(stage.proxy.port));
  return { stage, browser, close: () => browser.close().then(stage.close) };
};

/** One line per case: class, attack, defence. */
const title = (attack: Attack) => `${attack.class}: ${attack.name}: ${defences[attack.stoppedBy]}`;

describe('a browser behind the guard', () => {
  let guarded: Awaited<ReturnType<typeof startGuarded>>;
  const targets: Target[] = [];

  before(async () => {
    guarded = await startGuarded();
  });

  after(async () => {
    await guarded.close();
    await Promise.all(targets.map((target) => target.close()));
  });

  const isRefused = ({ port }: Target) => guarded.stage.refused.includes(port);

  /** The page did not leave its document. */
  const stayed = async (page: VisitedPage) =>
    assert.equal(await page.evaluate('location.href'), `http://127.0.0.1:${example.port}/`);

  for (const attack of attacks) {
    test(title(attack), async () => {
      const target = await startTarget();
      targets.push(target);
      // Open to the end, with everything that it may still send.
      const page = await guarded.browser.newPage();
      const seen = await runAttack(page, attack, { target, site: example });
      if (attack.stoppedBy === 'proxy') await until(`the proxy refuses it (${seen})`, () => isRefused(target));
      else assert.equal(isRefused(target), false, 'the proxy is not asked');
      if (attack.stoppedBy === 'chromium') await stayed(page);
      assert.equal(target.hits(), 0);
    });
  }

  test('nothing arrived late', () => {
    assert.equal(targets.length, attacks.length);
    for (const target of targets) assert.equal(target.hits(), 0);
  });

  test('the page behind the exception is shown', async () => {
    const page = await guarded.browser.newPage();
    await page.goto(`http://127.0.0.1:${example.port}/`);
    assert.equal(await page.evaluate('document.title'), 'example');
    assert.ok(guarded.stage.outcomes.includes('tunnel blocked'));
    assert.ok(guarded.stage.outcomes.includes('forward blocked'));
  });
});

// The guarded browser meets all attacks. `test/long/` proves each of them without the guard.
unguardedSuite(attackOfEachClass);
