import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CdpMessage } from '../../browser/cdp/connection.js';
import { ConsoleFlood } from './console-flood.js';
import { PageState } from './page-state.js';

const stage = () => {
  let now = 0;
  const said: CdpMessage[] = [];
  const state = new PageState();
  const flood = new ConsoleFlood({ send: (message) => said.push(message), state, now: () => now });
  const line = (sessionId: string, executionContextId = 1): CdpMessage => ({
    sessionId,
    method: 'Runtime.consoleAPICalled',
    params: { executionContextId },
  });
  return {
    flood,
    state,
    /** Counts the lines that pass. */
    writes: (sessionId: string, count: number, context?: number) =>
      Array.from({ length: count }, () => flood.passes(line(sessionId, context))).filter(Boolean).length,
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    /** Commands since the last call. */
    said: () => said.splice(0).map(({ sessionId, method }) => `${method} in ${sessionId}`),
    answer: () => {
      for (const { id, sessionId } of said) assert.ok(!flood.passes({ id: id!, sessionId, result: {} }));
    },
  };
};

const silence = 'Runtime.evaluate in page';
const halt = 'Runtime.terminateExecution in page';
const release = 'Runtime.releaseObjectGroup in page';
const close = 'Target.closeTarget in undefined';

describe('the console of a page', () => {
  it('passes 2,000 lines in 2 s for each page, and all other messages', () => {
    const { flood, writes, wait, said, state } = stage();
    assert.equal(writes('page', 2000) + writes('other', 2000), 4000);
    wait(2000);
    assert.equal(writes('page', 2000), 2000);
    assert.deepEqual([said(), state.journal.take()], [[], []]);
    assert.equal(writes('page', 500), 0);
    for (const message of [
      { sessionId: 'page', method: 'Page.loadEventFired' },
      { id: 7, sessionId: 'page' },
    ])
      assert.ok(flood.passes(message));
  });

  it('is silenced for 10 s after more lines', () => {
    const { writes, wait, said, answer, state } = stage();
    for (let time = 0; time < 5; time += 1) {
      assert.equal(writes('page', 3000), 2000);
      answer();
      const released = time === 0 ? [] : [release];
      assert.deepEqual(said(), [...released, silence]);
      wait(10_000);
    }
    assert.match(state.journal.take()[0] ?? '', /2000 console lines in 2 s.* \(5 times\)$/);
    assert.equal(state.crash, undefined);
  });

  it('is silenced for each writer', () => {
    const { writes, wait, said, answer } = stage();
    writes('page', 3000, 1);
    answer();
    wait(2000);
    writes('page', 3000, 2);
    assert.deepEqual(said(), [silence, release, silence]);
  });

  it('terminates a script that does not end', () => {
    const { writes, wait, said } = stage();
    writes('page', 3000);
    wait(2100);
    writes('page', 3000);
    assert.deepEqual(said(), [silence, release, halt]);
    wait(2100);
    writes('page', 3000);
    assert.deepEqual(said(), [release]);
    wait(2100);
    writes('page', 3000);
    assert.deepEqual(said(), [release, close]);
  });

  it('closes its page if the flood continues', () => {
    const { flood, writes, wait, said, answer, state } = stage();
    writes('page', 3000);
    answer();
    said();
    wait(2100);
    writes('page', 3000);
    assert.deepEqual(said(), [release, close]);
    wait(2100);
    writes('page', 3000);
    assert.deepEqual(said(), [release]);
    assert.equal(state.crash, undefined);
    flood.passes({ method: 'Target.detachedFromTarget', params: { sessionId: 'page' } });
    assert.match(state.crash ?? '', /kept flooding/);
    assert.equal(state.journal.take().at(-1), state.crash);
  });

  it('closes the page of a worker that continues', () => {
    const { flood, writes, wait, said } = stage();
    const params = { sessionId: 'worker', targetInfo: { targetId: 'target' } };
    flood.passes({ sessionId: 'page', method: 'Target.attachedToTarget', params });
    for (let time = 0; time < 5; time += 1) {
      writes('worker', 3000, time);
      wait(2000);
    }
    assert.deepEqual(said().at(-1), close);
  });

  it('counts across documents of a page: silences each that floods, and closes the page at last', () => {
    const { flood, writes, wait, said, state } = stage();
    const reload = () => flood.passes({ sessionId: 'page', method: 'Runtime.executionContextsCleared' });
    assert.equal(writes('page', 1900, 1), 1900);
    reload();
    assert.equal(writes('page', 1900, 2), 100);
    reload();
    assert.equal(writes('page', 1900, 3), 0);
    assert.deepEqual(said(), [silence, silence]);
    for (let time = 0; time < 4; time += 1) {
      wait(2000);
      reload();
      writes('page', 1900, 4);
      reload();
      writes('page', 1900, 5);
    }
    assert.deepEqual(said().at(-1), close);
    flood.passes({ method: 'Target.detachedFromTarget', params: { sessionId: 'page' } });
    assert.match(state.crash ?? '', /kept flooding/);
  });

  it('is silenced again in a new document', () => {
    const { flood, writes, wait, said, answer } = stage();
    writes('page', 3000);
    answer();
    wait(2100);
    flood.passes({ sessionId: 'page', method: 'Runtime.executionContextsCleared' });
    writes('page', 3000);
    assert.deepEqual(said(), [silence, release, silence]);
  });

  it('counts what frames and workers of the page write', () => {
    const { flood, writes, wait, said } = stage();
    for (const child of ['frame', 'worker']) {
      const params = { sessionId: child, targetInfo: { targetId: child } };
      flood.passes({ sessionId: 'page', method: 'Target.attachedToTarget', params });
    }
    assert.equal(writes('page', 900) + writes('frame', 900) + writes('worker', 900), 2000);
    assert.equal(writes('other', 900), 900);
    assert.deepEqual(said(), ['Runtime.evaluate in worker']);
    writes('frame', 1);
    assert.deepEqual(said(), ['Runtime.evaluate in frame']);
    wait(2000);
    assert.equal(writes('page', 1), 1);
    assert.deepEqual(said(), [release, release.replace('page', 'frame'), release.replace('page', 'worker')]);
  });
});
