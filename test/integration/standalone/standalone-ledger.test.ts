import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { streams } from '@tintype/contracts';
import type { Readiness } from '@tintype/runtime';
import { freePorts, signedImageUrl } from '@tintype/standalone/testing';
import { startNatsServer } from '../../kit/nats/server.js';
import { type Stack, spawnStandalone, startStack, tintype } from '../../kit/standalone/stack.js';
import { connectStackNats } from '../../kit/standalone/stack-nats.js';
import { until } from '../../kit/until.js';

describe('a data folder whose ledger is lost', { timeout: 600_000 }, () => {
  let folder: string;
  let stack: Stack | undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tintype-lost-'));
  });
  after(async () => {
    await stack?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const ledger = (...args: string[]) => tintype(['ledger', ...args], { TINTYPE_DATA_DIR: folder });
  const birth = () => readFileSync(join(folder, 'ledger-birth'), 'utf8');

  const start = async () => {
    stack = await startStack({ dataDir: folder });
    return stack;
  };
  const stop = async () => assert.equal(await stack?.stop(), 0);

  /** Renders the bundled page with `fresh`; returns the account's total credits. */
  const charge = async ({ account, url, examplePage }: Stack) => {
    const response = await fetch(signedImageUrl(url, account, `${examplePage}?${Math.random()}`));
    assert.deepEqual([response.status, response.headers.get('x-credits-charged')], [200, '1']);
    await response.arrayBuffer();
  };

  const refusal = async () => {
    const [port, privatePort] = await freePorts(2);
    const ports = { TINTYPE_PORT: String(port), TINTYPE_PRIVATE_PORT: String(privatePort) };
    const refused = spawnStandalone({ TINTYPE_DATA_DIR: folder, ...ports });
    assert.equal(await refused.exited, 1, refused.output());
    assert.doesNotMatch(refused.output(), /^\s+at /m, 'no stack trace');
    return refused.output();
  };

  const loseStream = async (stream: string) => {
    const admin = await connectStackNats(folder);
    await admin.manager.streams.delete(stream);
    await admin.close();
  };

  it('is created at the first start, and kept at the next', async () => {
    await charge(await start());
    await stop();
    const made = birth();
    assert.match(made, /^[0-9a-f-]{36}\n$/);
    await start();
    assert.equal(birth(), made);
    const again = await ledger('adopt');
    assert.deepEqual([again.code, again.complaint], [0, '']);
    assert.match(again.output, /nothing to adopt/);
    assert.equal(birth(), made);
  });

  it('is not adopted from another NATS beside a copy that has its own', async (t) => {
    const other = await startNatsServer();
    t.after(() => other.stop());
    const made = birth();
    const url = { TINTYPE_DATA_DIR: folder, TINTYPE_NATS_URL: other.url.href };
    const { code, output, complaint } = await tintype(['ledger', 'adopt', '--empty'], url);
    assert.deepEqual([code, output], [2, '']);
    assert.match(complaint, /uses its own NATS, .* Leave TINTYPE_NATS_URL out.* Nothing was changed/);
    assert.equal(birth(), made);
  });

  it('is not ready without its charges, and says why', async () => {
    await loseStream(streams.charges);
    const readyz = `${stack?.privateUrl}/readyz`;
    let said: Readiness | undefined;
    await until('it is not ready', async () => {
      said = (await (await fetch(readyz)).json()) as Readiness;
      return !said.ready;
    });
    assert.match(
      said?.reason ?? '',
      /CHARGES is missing\. No session is charged until this is repaired.*npx --no tintype ledger adopt/,
    );
  });

  it('does not start without its charges, and says what to do', async () => {
    await stop();
    assert.match(
      await refusal(),
      /CHARGES is missing\. No session is charged until this is repaired.*npx --no tintype ledger adopt/,
    );
    assert.match(await refusal(), /CHARGES is missing/, 'the first refusal has made nothing');
    const verified = await ledger('verify');
    assert.deepEqual([verified.code, verified.output], [2, '']);
    assert.match(verified.complaint, /CHARGES is missing/);
  });

  it('starts again after `tintype ledger adopt`, and charges continue', async () => {
    const adopted = await ledger('adopt');
    assert.deepEqual([adopted.code, adopted.complaint], [0, '']);
    assert.match(adopted.output, /Created: CHARGES\./);
    await charge(await start());
    const report = JSON.parse((await ledger('verify', '--json')).output);
    // The index still has earlier results, without their charges.
    assert.equal(report.charges, 1);
    assert.equal(report.faults.length, 1);
    assert.match(report.faults[0], /is marked as charged, but there is no charge/);
    await stop();
  });

  it('does not start without the whole store of NATS either', async () => {
    await rm(join(folder, 'jetstream'), { recursive: true });
    assert.match(await refusal(), /The NATS of .*: .*CHARGES, OPENS, SLOTS are missing/);
    assert.match((await ledger('verify')).complaint, /^The NATS of .*: .*CHARGES, OPENS, SLOTS are missing/);
    const adopted = await ledger('adopt');
    assert.deepEqual([adopted.code, adopted.complaint], [0, '']);
    assert.match(adopted.output, /^The NATS of .*Created: CHARGES, OPENS, SLOTS\.\n +CHARGES: Closed sessions/s);
    assert.match(adopted.output, /every account starts at 0/);
    const empty = await ledger('verify');
    assert.deepEqual([empty.code, empty.complaint], [0, '']);
    assert.match(empty.output, /^opens +0\ncharges +0 .*\nEverything agrees\.\n$/);
    await charge(await start());
    await stop();
    const verified = await ledger('verify');
    assert.equal(verified.code, 0, verified.output);
  });

  it('is verified with a note if its record is gone; the next start writes it', async () => {
    const right = birth();
    await rm(join(folder, 'ledger-birth'));
    const verified = await ledger('verify');
    assert.equal(verified.code, 0);
    assert.match(verified.output, /Everything agrees\. Notes:\n +Nothing records which ledger is the right one/);
    await start();
    await stop();
    assert.equal(birth(), right);
  });

  it('does not adopt a NATS without a ledger, and names it, except with --empty', async (t) => {
    const other = await startNatsServer({
      config: 'authorization { users: [{ user: admin, password: hidden-from-all }] }',
    });
    t.after(() => other.stop());
    const right = birth();
    const url = new URL(other.url);
    Object.assign(url, { username: 'admin', password: 'hidden-from-all' });
    const there = (...args: string[]) =>
      tintype(['ledger', ...args], { TINTYPE_DATA_DIR: folder, TINTYPE_NATS_URL: url.href });
    for (const verb of ['adopt', 'verify']) {
      const { code, output, complaint } = await there(verb);
      assert.deepEqual([code, output], [2, '']);
      assert.ok(complaint.startsWith(`NATS at ${url.host}: `), complaint);
      assert.doesNotMatch(complaint, /hidden-from-all/);
      assert.match(complaint, /NATS has no ledger.* Check that this is the/);
    }
    assert.equal(birth(), right);
    const forced = await there('adopt', '--empty');
    assert.equal(forced.code, 0, forced.complaint);
    assert.ok(forced.output.startsWith(`NATS at ${url.host} (TINTYPE_NATS_URL): `), forced.output);
    assert.doesNotMatch(forced.output, /hidden-from-all/);
    assert.equal((await there('verify')).code, 0);
    assert.equal((await ledger('adopt')).code, 0);
    assert.equal(birth(), right);
  });

  it('does not start with a damaged record until `adopt`', async () => {
    const right = birth();
    await writeFile(join(folder, 'ledger-birth'), 'x');
    assert.match(await refusal(), /ledger-birth is damaged/);
    assert.equal((await ledger('verify')).code, 2);
    assert.equal((await ledger('adopt')).code, 0);
    assert.equal(birth(), right);
  });

  it('says that there is nothing to adopt in a new folder', async () => {
    const nowhere = join(folder, 'nowhere');
    for (const environment of [{}, { TINTYPE_NATS_URL: 'nats://127.0.0.1:1' }]) {
      const none = await tintype(['ledger', 'adopt'], { TINTYPE_DATA_DIR: nowhere, ...environment });
      assert.deepEqual([none.code, none.output], [2, '']);
      assert.match(none.complaint, /Tintype has not run there/);
    }
    assert.equal(existsSync(nowhere), false);
  });

  it('explains what adopting means', async () => {
    const { output, code } = await tintype(['ledger', 'adopt', '--help'], {});
    assert.equal(code, 0);
    assert.match(output, /missing\s+streams\s+are\s+created\s+empty/);
  });
});
