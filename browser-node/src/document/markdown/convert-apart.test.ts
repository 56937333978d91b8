import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { MarkdownConverter } from './convert-apart.js';

const options = { pageMargins: false };
const never = new AbortController().signal;

/** The threads that `work` starts, and the most at once. */
const threadsDuring = async (work: () => Promise<unknown>) => {
  const threads: Worker[] = [];
  let running = 0;
  let most = 0;
  const onThread = (thread: Worker) => {
    threads.push(thread);
    running += 1;
    most = Math.max(most, running);
    thread.once('exit', () => {
      running -= 1;
    });
  };
  process.on('worker', onThread);
  await work().finally(() => process.off('worker', onThread));
  return { threads, most };
};

describe('MarkdownConverter', () => {
  it('refuses a page of more than 16 MiB', async () => {
    const text = `[a]: http://x/${'y'.repeat(100_000)}\n\n${'[a] '.repeat(180)}`;
    const refused = { code: 'result_too_large', message: /more than 16 MiB/ };
    await assert.rejects(new MarkdownConverter().convert('a', text, options, never), refused);
  });

  it('converts two documents at once, and leaves out those that nobody waits for', async () => {
    const converter = new MarkdownConverter();
    const left = new AbortController();
    const { threads, most } = await threadsDuring(async () => {
      const pages = [1, 2, 3].map((each) => converter.convert(`account-${each}`, `# ${each}`, options, never));
      const abandoned = converter.convert('account-4', '# 4', options, left.signal);
      left.abort(new Error('left'));
      await assert.rejects(abandoned, /left/);
      assert.match((await Promise.all(pages)).join(), /<h1 id="1">[\s\S]*<h1 id="2">[\s\S]*<h1 id="3">/);
    });
    assert.deepEqual([threads.length, most], [3, 2]);
  });

  it('converts two documents of one account at once if no other waits, which comes next otherwise', async () => {
    const converter = new MarkdownConverter();
    const order: string[] = [];
    const convert = (account: string, text: string) =>
      converter.convert(account, text, options, never).then(() => order.push(account));
    const alone = await threadsDuring(() => Promise.all([convert('busy', '# a'), convert('busy', '# b')]));
    assert.equal(alone.most, 2);
    order.length = 0;
    const { most } = await threadsDuring(() =>
      Promise.all([...[1, 2, 3, 4, 5].map(() => convert('busy', '# a')), convert('other', '# b')]),
    );
    assert.deepEqual([most, order.indexOf('other') <= 3], [2, true]);
  });

  it('keeps its places if a request leaves at the moment when it gets one', async () => {
    const converter = new MarkdownConverter();
    const convert = (account: string, signal = never) => converter.convert(account, '# a', options, signal);
    for (let ticks = 0; ticks < 10; ticks += 1) {
      const left = new AbortController();
      const leaveAfter = (thread: Worker) => {
        const { terminate } = thread;
        thread.terminate = async () => {
          const code = await terminate.call(thread);
          void (async () => {
            for (let tick = 0; tick < ticks; tick += 1) await undefined;
            left.abort(new Error('left'));
          })();
          return code;
        };
      };
      process.once('worker', leaveAfter);
      const waiting = [convert('a'), convert('b'), convert('c', left.signal)];
      await Promise.allSettled(waiting);
    }
    const { most } = await threadsDuring(() => Promise.all([convert('a'), convert('b'), convert('c')]));
    assert.equal(most, 2);
  });

  it('survives a thread that fails after its request has ended', async () => {
    const left = new AbortController();
    const { threads } = await threadsDuring(async () => {
      const begun = once(process, 'worker');
      const page = new MarkdownConverter().convert('a', '# a', options, left.signal);
      await begun;
      left.abort(new Error('left'));
      await assert.rejects(page, /left/);
    });
    assert.doesNotThrow(() => threads[0]?.emit('error', new Error('out of memory')));
    assert.equal(threads.length, 1);
  });
});
