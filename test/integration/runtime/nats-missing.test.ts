import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterEach, describe, it } from 'node:test';
import type { Readiness } from '@tintype/runtime';
import { type Child, startChild } from '@tintype/standalone/testing';
import { type NatsServer, startNatsServer } from '../../kit/nats/server.js';
import { unusedPort } from '../../kit/process/unused-port.js';
import { tintype } from '../../kit/standalone/stack.js';
import { until } from '../../kit/until.js';

const key = randomBytes(32).toString('hex');

/** What each program needs besides NATS, to reach that point. */
const programs: Record<string, Record<string, string>> = {
  api: { TINTYPE_MASTER_KEY: key, TINTYPE_JOB_KEY: key },
  operator: { TINTYPE_OBJECTS: 'nats', TINTYPE_ROOT_KEY: key, TINTYPE_LEDGER_BIRTH: '/nonexistent' },
  'browser-node': { TINTYPE_JOB_KEY: key },
};

describe('programs that start without NATS', { timeout: 600_000 }, () => {
  let server: NatsServer | undefined;
  const children: Child[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill();
    await server?.stop();
    server = undefined;
  });

  const start = async (program: string, natsUrl: string) => {
    const file = new URL(import.meta.resolve(`@tintype/${program}`)).pathname.replace(/index\.js$/, 'main.js');
    const { PATH = '', HOME = '/', TINTYPE_HEADLESS_SHELL } = process.env;
    const ports = { TINTYPE_PORT: String(await unusedPort()), TINTYPE_PRIVATE_PORT: String(await unusedPort()) };
    const environment = {
      PATH,
      HOME,
      TINTYPE_HEADLESS_SHELL,
      ...ports,
      ...programs[program],
      TINTYPE_NATS_URL: natsUrl,
    };
    const log: string[] = [];
    const command = { file: process.execPath, args: [file], environment };
    const child = startChild(command, (line) => log.push(line));
    children.push(child);
    const ask = (path: string) => fetch(`http://127.0.0.1:${ports.TINTYPE_PRIVATE_PORT}${path}`);
    const readiness = async () => {
      const answer = await ask('/readyz').catch(() => undefined);
      return answer && { status: answer.status, ...((await answer.json()) as Readiness) };
    };
    const says = (what: string) =>
      until(`${program} says: ${what}`, async () => (await readiness())?.reason === what).catch((error) => {
        throw new Error(log.join('\n'), { cause: error });
      });
    const warned = () => log.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn');
    return { child, log, ask, readiness, says, warned: () => warned().map(({ msg }) => msg) };
  };

  for (const program of Object.keys(programs)) {
    it(`${program}: names what it waits for, is alive but not ready, and ends at once on a signal`, async () => {
      const host = `127.0.0.1:${await unusedPort()}`;
      const { child, ask, readiness, says, warned, log } = await start(program, `nats://${host}`);
      const what = `waiting for NATS at ${host}: it does not answer`;
      await says(what);
      assert.deepEqual([(await ask('/healthz')).status, (await readiness())?.status], [200, 503]);
      await child.stop(20_000);
      assert.deepEqual(await child.exited, { code: 0, signal: null }, log.join('\n'));
      assert.deepEqual(warned(), [what]);
    });

    it(`${program}: names the user of a refused login, without the password`, async () => {
      const guarded = await startNatsServer({ config: 'authorization { user: right, password: pass }' });
      server = guarded;
      const { host } = guarded.url;
      const { child, says, warned, log } = await start(program, `nats://wrong:secret-one@${host}`);
      const what = `waiting for NATS at ${host}: it refuses the login of the user "wrong"`;
      await says(what);
      await child.stop(20_000);
      assert.deepEqual(await child.exited, { code: 0, signal: null }, log.join('\n'));
      assert.deepEqual(warned(), [what]);
      assert.ok(!log.join('\n').includes('secret-one'));
    });
  }

  it('continues once NATS is there', async () => {
    server = await startNatsServer();
    const { host } = server.url;
    await server.kill();
    const { says, log } = await start('browser-node', `nats://${host}`);
    await says(`waiting for NATS at ${host}: it does not answer`);
    await server.restart();
    await until('it is ready', () => log.some((line) => line.includes('"ready for jobs"')));
  });

  it('a program without other work stays alive, and continues once NATS is there', async () => {
    server = await startNatsServer();
    const { url } = server;
    await server.kill();
    const runtime = JSON.stringify(import.meta.resolve('@tintype/runtime'));
    const script = `import { connectNats } from ${runtime};
      const log = { warn: (_, text) => console.log(text) };
      const nats = await connectNats({ url: new URL('${url}'), name: 'test', log });
      console.log('connected');
      await nats.close();`;
    const command = { file: process.execPath, args: ['--input-type=module', '-e', script], environment: {} };
    const log: string[] = [];
    const child = startChild(command, (line) => log.push(line));
    children.push(child);
    await until('it waits', () => log.length > 0);
    await server.restart();
    assert.deepEqual(await child.exited, { code: 0, signal: null }, log.join('\n'));
    assert.deepEqual(log, [`waiting for NATS at ${url.host}: it does not answer`, 'connected']);
  });

  it('tintype ledger verify reports it and exits with 2', async () => {
    const host = `127.0.0.1:${await unusedPort()}`;
    const { code, output, complaint } = await tintype(['ledger', 'verify'], { TINTYPE_NATS_URL: `nats://${host}` });
    assert.match(complaint, new RegExp(`NATS at ${host} does not answer, or refuses the login`));
    assert.deepEqual([code, output], [2, '']);
  });
});
