import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { answering, play, sending, useLogin } from '../playing.test.kit.js';

/** Runs the function while each millisecond counts as half a second. */
const quickly = async <T>({ mock: { timers } }: TestContext, work: () => Promise<T>): Promise<T> => {
  timers.enable({ apis: ['setTimeout', 'Date'] });
  const ticking = setInterval(() => timers.tick(500), 1);
  try {
    return await work();
  } finally {
    clearInterval(ticking);
    timers.reset();
  }
};

describe('the commands of batches', () => {
  const folder = useLogin();

  const state = (more: object) => ({
    ...{ batchId: 'batch_1', status: 'processing', total: 2, succeeded: 0, failed: 0, cancelled: 0, waitingFor: null },
    ...{ itemsPerSecond: null, secondsLeft: null, items: [], nextCursor: null },
    ...more,
  });

  it('shows the progress on a terminal, and fails for items without a result', async (t) => {
    const items = [
      { number: 0, status: 'completed', url: 'a.example', location: 'https://bucket.example/a.png', error: null },
      { number: 1, status: 'failed', url: 'b.example', location: null, error: { code: 'page_failed', message: 'No.' } },
    ];
    const states = [state({}), state({ status: 'completed_with_errors', succeeded: 1, failed: 1, items })];
    const headers = { 'x-request-id': 'req_1' };
    t.mock.method(globalThis, 'fetch', async () => Response.json(states.shift(), { headers }));
    const { code, out, err } = await quickly(t, () => play('batch watch batch_1', { isTTY: true }));
    assert.equal(code, 5, err);
    const bar = (filled: number, text: string) => `\r\u001b[K[${'#'.repeat(filled)}${'.'.repeat(30 - filled)}] ${text}`;
    assert.equal(err, `${bar(0, '0 of 2')}${bar(30, '2 of 2, 1 failed')}\nError: 1 of 2 items have no result.\n`);
    assert.match(
      out,
      /^1 +completed +a\.example +https:\/\/bucket\.example\/a\.png\n2 +failed +b\.example +page_failed: No\.$/m,
    );
  });

  it('gives up the wait for the end after --timeout', async (t) => {
    const submit = `batch submit ${join(folder, 'one.txt')} --watch`;
    writeFileSync(join(folder, 'one.txt'), 'a.example\n');
    for (const args of ['batch watch batch_1', submit]) {
      const { code, err } = await answering(state({}), () => quickly(t, () => play(`--timeout 20 ${args}`)));
      assert.equal(code, 10, err);
      assert.match(err, /\nError: The batch batch_1 is still processing after 20 s\.\n$/);
    }
  });

  it('says how to watch on after a signal', async (t) => {
    const submit = `batch submit ${join(folder, 'two.txt')} --watch`;
    writeFileSync(join(folder, 'two.txt'), 'a.example\n');
    let calls = 0;
    t.mock.method(globalThis, 'fetch', async () => {
      calls += 1;
      // The test runner has listeners for Ctrl-C and `kill`, which end it.
      if (calls > 1 && process.listenerCount('SIGHUP') > 0) process.emit('SIGHUP', 'SIGHUP');
      const answer = calls > 2 ? state({ status: 'completed' }) : state({});
      return Response.json(answer, { headers: { 'x-request-id': 'req_1' } });
    });
    for (const args of ['batch watch batch_1', submit]) {
      calls = args === submit ? 0 : 1;
      const { code, err } = await quickly(t, () => play(args));
      assert.equal(code, 130, err);
      assert.match(err, /\nSIGHUP ended the command\. The batch continues: tintype batch watch batch_1\n$/);
    }
  });

  it('prints refused batches, and items without an address', async () => {
    const batch = {
      batchId: 'batch_1',
      type: 'image',
      total: 1,
      succeeded: 0,
      failed: 1,
      cancelled: 0,
      waitingFor: null,
    };
    const times = { createdAt: '2030-01-01T00:00:00Z', itemsPerSecond: null, secondsLeft: null };
    const error = { code: 'missing_url', message: 'There is no `url`.' };
    const items = [{ number: 0, status: 'failed', url: null, location: null, error }];
    const state = { ...batch, ...times, status: 'failed', error, items, nextCursor: null };
    const shown = await answering(state, () => play('batch status batch_1'));
    assert.equal(shown.code, 0, shown.err);
    assert.match(shown.out, /^failed\nmissing_url: .*\nitem .*\n1 +failed +– +missing_url: There is no `url`\.\n$/);
    const page = { batches: [state], nextCursor: 'batch_1' };
    const listed = await answering(page, () => play('batch list --limit 1'));
    assert.match(listed.out, /^id .*\nbatch_1 +image +failed +0 of 1 +2030-01-01T00:00:00Z\n$/);
    assert.match(listed.err, /--cursor batch_1/);
  });

  it('says what a cancel leaves', async () => {
    const running = { status: 'processing', total: 300, queued: 290, succeeded: 8, failed: 0, cancelled: 2 };
    const begun = await answering(running, () => play('batch cancel batch_1'));
    assert.equal(
      begun.out,
      'The cancel has begun: 290 of 300 items have not ended yet. Wait for the end: tintype batch watch batch_1\n',
    );
    const ended = { ...running, status: 'completed_with_errors', queued: 0, cancelled: 292 };
    const over = await answering(ended, () => play('batch cancel batch_1'));
    assert.equal(over.out, 'The batch has ended: 292 of 300 items are cancelled.\n');
  });

  it('sends options of a newer service with a batch, also those of its items', async () => {
    const file = join(folder, 'newer.txt');
    writeFileSync(file, '{"url":"a.example","options":{"glow":true}}\nb.example\n');
    const { sent, err } = await sending(
      { batchId: 'batch_1' },
      `batch submit ${file} --unknown-options -X shade=2 -X full=true`,
    );
    const data = [
      { url: 'a.example', options: { shade: '2', full: 'true', glow: true } },
      { url: 'b.example', options: { shade: '2', full: 'true' } },
    ];
    assert.deepEqual([err, sent], ['', [`POST /batch-image/key ${JSON.stringify({ data })}`]]);
  });
});
