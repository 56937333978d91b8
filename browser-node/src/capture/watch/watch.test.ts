import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { CdpSession } from '../../browser/cdp/connection.js';
import type { Run } from '../run.js';
import { watch } from './watch.js';

/** A page that answers unless busy; the test advances each second. */
const start = ({ mock }: TestContext) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const sent: string[] = [];
  const questions: (() => void)[] = [];
  const page = {
    busy: false,
    hasScript: true,
    session: undefined as unknown,
    activity: { until: () => new Promise(() => undefined) },
  };
  page.session = new CdpSession((method) => {
    sent.push(method);
    const { promise, resolve } = Promise.withResolvers<never>();
    const isAnswered = method === 'Performance.getMetrics' ? page.hasScript : !page.busy;
    if (!isAnswered) questions.push(() => resolve({} as never));
    else resolve({} as never);
    return promise;
  });
  const warnings: string[] = [];
  const over = new AbortController();
  const watched = watch({ page, warnings } as unknown as Run, over.signal);
  const pass = async (seconds: number) => {
    for (let i = 0; i < seconds; i += 1) {
      mock.timers.tick(1000);
      await new Promise(setImmediate);
    }
  };
  const answer = async () => {
    page.busy = false;
    for (const each of questions) each();
    await new Promise(setImmediate);
  };
  const terminated = () => sent.filter((method) => method === 'Runtime.terminateExecution').length;
  return { page, watched, warnings, over, pass, answer, terminated };
};

describe('watch', () => {
  it('terminates the scripts of a page that does not answer, then gives the page up', async (context) => {
    const { page, watched, warnings, pass, terminated } = start(context);
    const lost = assert.rejects(watched.lost, /did not respond for 15 s/);
    await pass(10);
    assert.deepEqual([terminated(), warnings.length], [0, 0]);
    page.busy = true;
    await pass(5);
    assert.equal(terminated(), 0);
    await pass(1);
    assert.deepEqual([terminated(), warnings.length], [1, 1]);
    await pass(10);
    await lost;
  });

  it('blames no scripts while layout or the machine delays the answer', async (context) => {
    const { page, watched, warnings, pass, answer, terminated } = start(context);
    const lost = assert.rejects(watched.lost, /did not respond for 15 s: it is too large, or this server/);
    page.hasScript = false;
    page.busy = true;
    await pass(12);
    await answer();
    page.busy = true;
    await pass(12);
    assert.deepEqual([terminated(), warnings], [0, []]);
    await pass(8);
    await lost;
  });

  it('does not blame a page for our own work', async (context) => {
    const { page, watched, warnings, pass, terminated } = start(context);
    let lost = false;
    watched.lost.catch(() => {
      lost = true;
    });
    await watched.rest();
    page.busy = true;
    await pass(60);
    assert.deepEqual([terminated(), warnings, lost], [0, [], false]);
  });

  it('rests only after the page has answered', async (context) => {
    const { page, watched, pass, answer } = start(context);
    page.busy = true;
    await pass(2);
    let resting = false;
    const rest = watched.rest().then(() => {
      resting = true;
    });
    await pass(1);
    assert.equal(resting, false);
    await answer();
    await rest;
  });

  it('keeps terminating scripts of a page after the first time', async (context) => {
    const { page, watched, warnings, pass, answer, terminated } = start(context);
    page.busy = true;
    await pass(6);
    await answer();
    await watched.rest();
    page.busy = true;
    await pass(30);
    assert.ok(terminated() > 20);
    assert.equal(warnings.length, 1);
  });

  it('terminates each later script within two seconds, also if the page answers between', async (context) => {
    const { page, pass, answer, terminated } = start(context);
    page.busy = true;
    await pass(6);
    for (let already = 1; already < 4; already += 1) {
      await answer();
      await pass(2);
      assert.equal(terminated(), already);
      page.busy = true;
      await pass(2);
      assert.equal(terminated(), already + 1);
    }
  });

  it('terminates nothing more while layout delays the answer', async (context) => {
    const { page, pass, answer, terminated } = start(context);
    page.busy = true;
    await pass(6);
    await answer();
    page.busy = true;
    await pass(1);
    page.hasScript = false;
    await pass(10);
    assert.equal(terminated(), 1);
  });
});
