import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { listen } from '@tintype/runtime';
import { freePorts } from '@tintype/standalone/testing';
import { livingOf, spawnStandalone, startStack } from '../../kit/standalone/stack.js';

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'tintype-refused-'));

describe('a start that cannot work', { timeout: 600_000 }, () => {
  const dataDir = temporaryFolder();
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  const failWith = async (environment: Record<string, string>): Promise<string> => {
    const [port, privatePort] = await freePorts(2);
    const ports = { TINTYPE_PORT: String(port), TINTYPE_PRIVATE_PORT: String(privatePort) };
    const failed = spawnStandalone({ TINTYPE_DATA_DIR: dataDir, ...ports, ...environment });
    assert.equal(await failed.exited, 1, failed.output());
    assert.deepEqual(livingOf([failed.pid]), []);
    assert.doesNotMatch(failed.output(), /^\s+at /m, 'no stack trace');
    return failed.output();
  };

  it('names every variable that is wrong', async () => {
    const environment = {
      TINTYPE_PORT: 'x',
      TINTYPE_ACCOUNT: 'a:b',
      TINTYPE_EGRESS_ALLOW: '///',
      TINTYPE_HOST: 'x.invalid',
    };
    const said = await failWith({ ...environment, TINTYPE_RENDER_SLOTS: '0', TINTYPE_NATS_SERVER: '/nowhere' });
    const names = [...Object.keys(environment), 'TINTYPE_RENDER_SLOTS', 'TINTYPE_NATS_SERVER'];
    assert.deepEqual(said.match(/TINTYPE_\w+(?= takes)/g)?.sort(), names.sort());
  });

  for (const variable of ['TINTYPE_PORT', 'TINTYPE_PRIVATE_PORT']) {
    it(`says that ${variable} is in use`, async (t) => {
      const server = createServer();
      t.after(() => server.close());
      const port = await listen(server, { host: '127.0.0.1', port: 0 });
      const said = await failWith({ [variable]: String(port) });
      assert.match(said, new RegExp(`127\\.0\\.0\\.1:${port} is already in use.*${variable}`));
    });
  }

  it('says that the data folder cannot be written', async () => {
    assert.match(await failWith({ TINTYPE_DATA_DIR: '/dev/null/data' }), /cannot be written.*TINTYPE_DATA_DIR/);
  });

  it('says that a file is in the place of the log folder', async (t) => {
    const folder = temporaryFolder();
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'logs'), '');
    assert.match(await failWith({ TINTYPE_DATA_DIR: folder }), /logs cannot be written: it is not a folder/);
  });

  it('says what is wrong with the address', async () => {
    const said = await failWith({ TINTYPE_HOST: '192.0.2.1' });
    assert.match(said, /TINTYPE_HOST takes an address of this machine.*not "/);
  });

  it('names the file of a generated value, and the variable of another one', async (t) => {
    const folder = temporaryFolder();
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const stack = await startStack({ dataDir: folder });
    t.after(stack.stop);
    assert.equal(await stack.stop(), 0);
    const { id, apiKey, secret } = stack.account;
    const named = await failWith({ TINTYPE_DATA_DIR: folder, TINTYPE_ACCOUNT: `${id}:other:${secret}` });
    assert.match(named, new RegExp(`TINTYPE_ACCOUNT: the account ${id} exists with another api_key\\.\n`));
    assert.equal(named.match(/TINTYPE_ACCOUNT|exist/g)?.length, 2, 'once');
    for (const [name, content] of [
      ['account', 'demo:another:secret'],
      ['master-key', '11'.repeat(32)],
    ] as const) {
      writeFileSync(join(folder, name), content);
      const said = await failWith({ TINTYPE_DATA_DIR: folder });
      assert.match(said, new RegExp(`${name}.*demo[^]*Restore it, or delete ${folder} for a fresh start`));
      assert.doesNotMatch(said, /TINTYPE_/);
      rmSync(join(folder, 'account'));
      writeFileSync(join(folder, 'account'), `${id}:${apiKey}:${secret}`);
    }
  });

  it('says that there is no such browser, or NATS server', async () => {
    assert.match(
      await failWith({ TINTYPE_HEADLESS_SHELL: '/nowhere' }),
      /TINTYPE_HEADLESS_SHELL takes .* program .*, not "\/nowhere"/,
    );
    assert.match(await failWith({ TINTYPE_NATS_SERVER: '/bin/true' }), /\/bin\/true is not a nats-server/);
  });

  it('says that the browser does not start', async () => {
    assert.match(await failWith({ TINTYPE_HEADLESS_SHELL: '/bin/true' }), /browser-node exited.*\n.*\/bin\/true/s);
  });

  it('says that NATS does not answer', async () => {
    const [port] = await freePorts(1);
    assert.match(
      await failWith({ TINTYPE_NATS_URL: `nats://127.0.0.1:${port}` }),
      /NATS at 127\.0\.0\.1:\d+ does not answer/,
    );
  });
});
