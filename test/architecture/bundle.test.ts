import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isBundled } from '@tintype/runtime/bundle';

const dist = fileURLToPath(new URL('../../../browser-node/dist/', import.meta.url));
/** `make unit` makes no bundles, so they may be missing or old. */
const skipOf = (name: string): string | false =>
  isBundled(new URL(`../../../${name}/dist/main.js`, import.meta.url).href) ? false : '`make build` makes the bundle';

describe('the bundles of api, operator and standalone', () => {
  for (const name of ['api', 'operator', 'standalone'])
    it(`${name} has one copy of each package, and finds the files of its own`, { skip: skipOf(name) }, () => {
      const folder = fileURLToPath(new URL(`../../../${name}/dist/bundle/`, import.meta.url));
      const code = globSync(`${folder}*.mjs`)
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n');
      assert.doesNotMatch(code, /from ["']@tintype\//);
      const places = [...code.matchAll(/new URL\("(\.\.\/[^"]+)", import\.meta\.url\)/g)].map(([, path]) => path ?? '');
      assert.deepEqual(
        places.filter((path) => !existsSync(join(folder, path))),
        [],
      );
      assert.equal(places.length > 0, name !== 'operator');
    });
});

describe('the bundle of browser-node', { skip: skipOf('browser-node') }, () => {
  const files = globSync(`${dist}bundle/*.mjs`);
  const code = files.map((file) => readFileSync(file, 'utf8')).join('\n');

  it('imports the functions that run in pages as the compiler wrote them', () => {
    const imported = [...code.matchAll(/from ["']\.\.\/(in-page\/[\w/-]+\.js)["']/g)].map(([, name]) => name ?? '');
    assert.ok(imported.length > 20, `${imported.length}`);
    assert.deepEqual(
      imported.filter((name) => !existsSync(dist + name)),
      [],
    );
    assert.doesNotMatch(code, /dist\/in-page\//);
  });

  it('leaves out the clients that a session does not use', () => {
    const ofSession = files.filter((file) => readFileSync(file, 'utf8').includes('startSessionNode = async'));
    assert.equal(ofSession.length, 1);
    assert.doesNotMatch(readFileSync(ofSession[0] as string, 'utf8'), /node_modules\/(@nats-io|undici|prom-client)\//);
  });
});

describe('a start-up snapshot that does not start', () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'snapshot-'))));
  after(() => rmSync(folder, { recursive: true }));

  it('is removed, and the next build does not try again', () => {
    mkdirSync(join(folder, 'dist/bundle'), { recursive: true });
    // The snapshot has no main function, and there is no `main.js`.
    const script = `
      import { writeFileSync } from 'node:fs';
      import { isSnapshotTried, makeSnapshot } from ${JSON.stringify(new URL('../../../scripts/session-snapshot.js', import.meta.url).href)};
      const rolldown = async () => ({ write: async ({ file }) => writeFileSync(file, ''), close: async () => undefined });
      const dist = ${JSON.stringify(join(folder, 'dist'))};
      const isTried = () => isSnapshotTried(new URL('file://' + dist + '/main.js').href);
      console.log(isTried());
      await makeSnapshot(rolldown, dist, {});
      console.log(isTried());`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    assert.equal(stdout, 'false\ntrue\n', stderr);
    assert.match(stderr, /cannot make the start-up snapshot of sessions: each session takes more CPU time/);
    assert.deepEqual(
      readdirSync(join(folder, 'dist/bundle')).map((name) => name.replace(/^session-.*\.blob/, '')),
      ['.failed'],
    );
  });
});
