import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { followWall } from './wall.js';

/** bubblewrap with its listener, played. */
const played = () => {
  const facts = new PassThrough();
  const stdio = [null, null, null, null, null, null, facts];
  const child = Object.assign(new EventEmitter(), { stdio, connected: true, disconnect: () => undefined });
  let closes = 0;
  const listener = { close: () => (closes += 1) };
  const send = () => child.emit('message', 'listening', listener);
  return { child: child as unknown as ChildProcess, facts, listener, send, closes: () => closes };
};

describe('the wait for a wall', () => {
  it('resolves with the first process and the listener', async () => {
    const { child, facts, listener, send, closes } = played();
    const standing = followWall(child, new AbortController().signal);
    facts.end('{"child-pid": 42}');
    send();
    assert.deepEqual(await standing, { init: 42, listener });
    assert.equal(closes(), 0);
  });

  for (const isLate of [false, true])
    it(`closes a listener that arrives ${isLate ? 'after' : 'before'} the end of the wait`, async () => {
      const { child, send, closes } = played();
      const limit = new AbortController();
      const standing = followWall(child, limit.signal);
      if (!isLate) send();
      limit.abort(new Error('too late'));
      await assert.rejects(standing);
      if (isLate) send();
      await turn();
      assert.equal(closes(), 1);
    });
});
