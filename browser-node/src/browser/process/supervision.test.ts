import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createLog } from '@tintype/runtime';
import { CdpConnection } from '../cdp/connection.js';
import { createSupervision, type Trouble } from './supervision.js';

describe('supervision of a browser', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  /** A browser of which only the pipe exists, and which answers nothing. */
  const stage = () => {
    const fromBrowser = new PassThrough();
    const connection = new CdpConnection(new PassThrough(), fromBrowser);
    const troubles: Trouble[] = [];
    const over = new AbortController();
    const supervise = createSupervision({
      ...{ browserBytes: 1, rendererBytes: 1, isUsed: () => false },
      log: createLog('test', 'silent'),
    });
    const ignored = { memory: () => undefined, pageKilled: () => undefined };
    const browser = { connection, pid: process.pid, profile: '', close: async () => undefined, kill: () => undefined };
    supervise(browser, { trouble: (trouble) => troubles.push(trouble), ...ignored }, over.signal);
    const wait = async (seconds: number, say?: string) => {
      for (let second = 0; second < seconds && troubles.length === 0; second += 1) {
        if (say) fromBrowser.write(say);
        await setImmediate();
        mock.timers.tick(1000);
      }
      await setImmediate();
    };
    return { troubles, wait, stop: () => over.abort() };
  };

  it('calls one hung that sends nothing for 10 s', async () => {
    const { troubles, wait, stop } = stage();
    await wait(10);
    assert.deepEqual(troubles, []);
    await wait(2);
    assert.deepEqual(troubles, ['hung']);
    stop();
  });

  it('waits for an answer behind a flood of other messages', async () => {
    const { troubles, wait, stop } = stage();
    await wait(60, '{"method":"Runtime.consoleAPICalled","params":{}}\0');
    assert.deepEqual(troubles, []);
    await wait(21);
    assert.deepEqual(troubles, ['hung']);
    stop();
  });
});
