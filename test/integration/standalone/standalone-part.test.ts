import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { isBundled } from '@tintype/runtime/bundle';
import { Part, PartLog, type PartOptions, StartFailure } from '@tintype/standalone/testing';
import { livingOf, noneLeft } from '../../kit/standalone/stack.js';
import { until } from '../../kit/until.js';

const environment = { PATH: process.env.PATH ?? '' };

describe('the programs of a machine', () => {
  for (const name of ['api', 'browser-node', 'operator', 'standalone'])
    it(`${name} runs from its bundle, as where it is installed`, () => {
      const main = new URL(`../../../../${name}/dist/main.js`, import.meta.url).href;
      assert.ok(isBundled(main), `compiled code is newer than the bundle of ${name}: run \`make build\``);
    });
});

describe('a part', { timeout: 600_000 }, () => {
  let folder: string;
  let part: Part | undefined;
  let said: string[];

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-part-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(() => {
    said = [];
    rmSync(join(folder, 'up'), { force: true });
  });
  afterEach(() => part?.stop());

  const file = (name: string) => join(folder, name);

  /** A part that runs `script`; it is ready while the file `up` exists. */
  const makePart = (script: string, options: Partial<PartOptions> = {}) => {
    writeFileSync(file('program.mjs'), script);
    part = new Part({
      name: 'fake',
      command: () => ({ file: process.execPath, args: [file('program.mjs'), folder], environment }),
      probe: async () => existsSync(file('up')),
      log: new PartLog({ file: file('fake.log'), onNotable: () => undefined }),
      report: (text) => said.push(text),
      stopMs: 5000,
      backoff: { firstMs: 20, maxMs: 40 },
      ...options,
    });
    return part;
  };

  const prelude =
    "import fs from 'node:fs'; const at = (name) => process.argv[2] + '/' + name; setInterval(() => {}, 1000);";
  const good = `${prelude} fs.writeFileSync(at('up'), '');`;

  it('is ready when its probe says so, and ends on SIGTERM', async () => {
    const running = makePart(
      `${prelude}
        process.on('SIGTERM', () => { fs.writeFileSync(at('drained'), ''); process.exit(0) });
        fs.writeFileSync(at('up'), '');`,
    );
    assert.equal(await running.ready(), false);
    await running.start();
    assert.equal(await running.ready(), true);
    const pid = running.pid ?? 0;
    await running.stop();
    await noneLeft([pid]);
    assert.ok(existsSync(file('drained')));
    assert.equal(await running.ready(), false);
    assert.deepEqual(said, []);
  });

  it('is killed with all that it started if it does not end in time', async () => {
    const script = `${good} process.on('SIGTERM', () => {});
      const { spawn } = await import('node:child_process');
      fs.writeFileSync(at('draft'), String(spawn('sleep', ['600']).pid));
      fs.renameSync(at('draft'), at('grandchild'));`;
    const running = makePart(script, { stopMs: 200, probe: async () => existsSync(file('grandchild')) });
    await running.start();
    const pids = [running.pid ?? 0, Number(readFileSync(file('grandchild'), 'utf8'))];
    assert.deepEqual(livingOf(pids), pids);
    await running.stop();
    await noneLeft(pids);
  });

  it('comes back after kill -9, and is not ready meanwhile', async () => {
    const running = makePart(good);
    await running.start();
    rmSync(file('up'));
    const first = running.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await until('it is ready again', () => running.ready());
    assert.notEqual(running.pid, first);
    assert.equal(running.restarts, 1);
    await until('both lines are printed', () => said.length === 2);
    assert.match(said[0] ?? '', /^fake was killed by SIGKILL; restarting it in 0\.\d s$/);
    assert.equal(said[1], 'fake is ready again');
  });

  it('is killed and restarted when it hangs, and left alone while it is only not ready', async () => {
    const running = makePart(good, {
      hangWatch: { alive: async () => !existsSync(file('hung')), everyMs: 10, patience: 5 },
    });
    await running.start();
    rmSync(file('up'));
    const { pid } = running;
    writeFileSync(file('hung'), '');
    await until('it is killed', () => said.some((text) => text.includes('does not answer any more')));
    rmSync(file('hung'));
    await until('it is there again', async () => running.pid !== pid && (await running.ready()));
    assert.equal(running.restarts, 1);
  });

  it('takes longer from one failure to the next', async () => {
    const running = makePart(good, { backoff: { firstMs: 20, maxMs: 10_000 } });
    await running.start();
    for (let restarts = 1; restarts <= 5; restarts += 1) {
      process.kill(running.pid ?? 0, 'SIGKILL');
      await until(`restart ${restarts}`, () => running.restarts === restarts && running.pid !== undefined);
    }
    const delays = said.flatMap((text) => /restarting it in ([\d.]+) s/.exec(text)?.[1] ?? []).map(Number);
    assert.equal(delays.length, 5);
    // The backoff is random between half and all of 20 ms × 2^4.
    assert.ok((delays[4] ?? 0) >= 0.1, String(delays));
  });

  it('fails for good with its message when its configuration is wrong', async () => {
    const running = makePart(
      `console.log(JSON.stringify({ level: 'fatal', msg: 'TINTYPE_PORT takes a port' })); process.exit(78)`,
    );
    await assert.rejects(running.start(), (error) => {
      assert.ok(error instanceof StartFailure);
      assert.match(error.message, /^fake exited with code 78\. Its last output:\n {2}TINTYPE_PORT takes a port\n/);
      return true;
    });
    assert.equal(running.pid, undefined);
    assert.equal(running.restarts, 0);
  });

  it('fails after three false starts, with its last lines', async () => {
    const running = makePart(`console.error('out of paper'); process.exit(3)`);
    await assert.rejects(
      running.start(),
      /^StartFailure: fake exited with code 3\. Its last output:\n {2}out of paper/,
    );
    assert.equal(running.restarts, 2);
  });

  it('says when it is not ready in time', async () => {
    const running = makePart(prelude, { startMs: 300 });
    await assert.rejects(running.start(), /fake is not ready after 0\.3 s/);
  });

  it('can be stopped before it is ready', async () => {
    const running = makePart(prelude);
    const start = assert.rejects(running.start(), /stopped before it was ready/);
    await until('its process runs', () => running.pid !== undefined);
    const pid = running.pid ?? 0;
    await running.stop();
    await start;
    await noneLeft([pid]);
  });

  it('inherits no variable', async () => {
    const running = makePart(
      `${prelude} fs.writeFileSync(at('seen'), JSON.stringify(Object.keys(process.env))); fs.writeFileSync(at('up'), '')`,
    );
    await running.start();
    const seen = JSON.parse(readFileSync(file('seen'), 'utf8')) as string[];
    // Shells add variables such as PWD; the part may get no other.
    assert.deepEqual(
      seen.filter((name) => !['PATH', 'PWD', 'OLDPWD', 'SHLVL', '_', '__CF_USER_TEXT_ENCODING'].includes(name)),
      [],
    );
  });

  it('ends when its supervisor is killed, even if it ignores SIGTERM', async () => {
    const supervisor = `
      import { startChild } from '@tintype/standalone/testing';
      const up = [];
      const start = (script) => {
        const command = { file: process.execPath, args: ['-e', script], environment: { PATH: process.env.PATH } };
        const child = startChild(command, () => up.push(child.pid) === 2 && console.log(JSON.stringify(up)));
      };
      start("process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)");
      start("console.log('up'); setInterval(() => {}, 1000)");`;
    const args = ['--input-type=module', '-e', supervisor];
    const process_ = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(process_.stdout, 'data')) as [Buffer];
    const pids = JSON.parse(line.toString()) as number[];
    assert.deepEqual(livingOf(pids), pids);
    process_.kill('SIGKILL');
    await noneLeft(pids);
  });
});
