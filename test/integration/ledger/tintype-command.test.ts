import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePorts, type RunningState, signedImageUrl, takeLock } from '@tintype/standalone/testing';
import { type Stack, startStack, tintype } from '../../kit/standalone/stack.js';

describe('tintype ledger verify', () => {
  let folder: string;
  let stack: Stack;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tintype-ledger-'));
    stack = await startStack({ dataDir: folder });
  });
  after(async () => {
    await stack?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const ledger = (...args: string[]) => tintype(['ledger', 'verify', ...args], { TINTYPE_DATA_DIR: folder });

  it('reads the ledger beside a copy that runs, and without one', async () => {
    const { account, url, examplePage } = stack;
    const response = await fetch(signedImageUrl(url, account, examplePage));
    assert.deepEqual([response.status, response.headers.get('x-credits-charged')], [200, '1']);
    await response.arrayBuffer();
    const beside = await ledger();
    assert.match(beside.output, /charges +1 \(1 credit, 1 account\)/);
    assert.deepEqual([beside.code, beside.complaint], [0, '']);
    assert.equal(await stack.stop(), 0);
    const { opens, charges, faults } = JSON.parse((await ledger('--json')).output);
    assert.deepEqual({ opens, charges, faults }, { opens: 0, charges: 1, faults: [] });
  });

  for (const doing of ['starting', 'stopping', 'ledger'] as const)
    it(`waits for the program that has the folder, and says so: ${doing}`, async () => {
      const { promise: asked, resolve } = Promise.withResolvers<void>();
      const state: RunningState = {
        pid: 7,
        doing,
        url: '',
        privateUrl: '',
        examplePage: undefined,
        natsPort: 0,
        externalNats: undefined,
        parts: {},
      };
      const lock = await takeLock(folder, () => {
        resolve();
        return state;
      });
      const verified = ledger();
      await asked;
      await lock.release();
      const { code, output, complaint } = await verified;
      assert.equal(code, 0, complaint);
      assert.match(output, /Everything agrees/);
      assert.match(
        complaint,
        /^.* \(process 7\) (is (starting|stopping) on|reads) the data in .*: waiting for it\.\n$/,
      );
    });

  it('says what is wrong, and exits with 2', async () => {
    const none = await tintype(['ledger', 'verify'], { TINTYPE_DATA_DIR: join(folder, 'none') });
    assert.deepEqual([none.code, none.output], [2, '']);
    assert.match(none.complaint, /There is no ledger in .*none/);
    const [port = 0] = await freePorts(1);
    await mkdir(join(folder, 'away'));
    const away = { TINTYPE_DATA_DIR: join(folder, 'away'), TINTYPE_NATS_URL: `nats://127.0.0.1:${port}` };
    for (const { code, output, complaint } of await Promise.all(
      ['verify', 'adopt'].map((verb) => tintype(['ledger', verb], away)),
    )) {
      assert.deepEqual([code, output], [2, '']);
      assert.match(complaint, /^NATS at 127.* does not answer: waiting for it\.\nNATS at 127.* does not answer, or/);
    }
    const unknown = await tintype(['ledger', 'burn'], {});
    assert.equal(unknown.code, 2);
    assert.match(unknown.complaint, /Usage: tintype ledger/);
  });

  it('explains itself', async () => {
    const { output, code } = await tintype(['ledger', 'verify', '--help'], {});
    assert.equal(code, 0);
    assert.match(output, /Exits\s+with\s+0\s+without\s+faults/);
  });
});
