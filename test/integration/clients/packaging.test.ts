import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { useCargoFolder } from '../../clients/cargo-folder.js';
import { missingFor, root } from '../../clients/languages.js';
import { type Packaging, packagings } from '../../clients/packagings.js';
import { runGroup } from '../../clients/run-group.js';

const runIn = async (
  cwd: string,
  out: string,
  [program = '', ...args]: readonly string[],
  more: object | undefined,
) => {
  const whole = args.map((arg) => arg.replaceAll('{out}', out));
  await promisify(execFile)(program, whole, { cwd, env: { ...process.env, ...more }, timeout: 120_000 });
};

const hashesIn = (folder: string) =>
  readdirSync(folder).map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  ]);

/** Packages a copy of the folder, whose files are new, and compares what `out` has. */
const repeats = async (build: readonly string[], folder: string, out: string, environment: object | undefined) => {
  const other = mkdtempSync(join(tmpdir(), 'tintype-package-'));
  const copy = join(other, 'copy');
  try {
    cpSync(folder, copy, { recursive: true, filter: (path) => !/node_modules|__pycache__|_cache$/.test(path) });
    // hatchling looks for it above the folder, and packs it.
    copyFileSync(join(root, '.gitignore'), join(other, '.gitignore'));
    mkdirSync(join(other, 'out'));
    await runIn(copy, join(other, 'out'), build, environment);
    assert.deepEqual(hashesIn(join(other, 'out')), hashesIn(out));
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
};

const run = async ({ folder, build, commands, environment }: Packaging) => {
  const out = mkdtempSync(join(tmpdir(), 'tintype-package-'));
  const whole = join(root, folder);
  try {
    if (build) {
      await runIn(whole, out, build, environment);
      await repeats(build, whole, out, environment);
    }
    for (const command of commands) await runIn(whole, out, command, environment);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};

describe('the packages of the client libraries', () => {
  for (const packaging of packagings) {
    const missing = missingFor(packaging);
    it(
      `${packaging.name} can be packaged and installed`,
      { skip: missing ? `${missing} is not installed` : false },
      () => run(packaging),
    );
    it(`${packaging.name} has a page without relative links, which registries cannot follow`, () => {
      const page = readFileSync(join(root, packaging.folder, 'README.md'), 'utf8');
      assert.deepEqual(page.match(/\]\((?!https?:)[^)]*\)/g), null);
    });
  }
});

describe('the folder of the Rust builds', () => {
  it('stays, while others end that no checkout used for a day', (t) => {
    const cache = mkdtempSync(join(tmpdir(), 'tintype-cache-'));
    t.after(() => rmSync(cache, { recursive: true }));
    const now = new Date();
    const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
    for (const [name, hours] of [
      ['cargo-own', 48],
      ['cargo-used', 23],
      ['cargo-old', 25],
      ['npm-old', 99],
    ] as const) {
      mkdirSync(join(cache, name, 'debug'), { recursive: true });
      utimesSync(join(cache, name), ago(hours), ago(hours));
    }
    useCargoFolder(join(cache, 'cargo-own'), now);
    assert.deepEqual(readdirSync(cache).sort(), ['cargo-own', 'cargo-used', 'npm-old']);
  });
});

describe('a program of a client library that hangs', () => {
  it('is killed with the program that it started', async () => {
    const command = ['sh', '-c', 'sleep 60 & wait'];
    const begin = Date.now();
    const { code } = await runGroup(command, { cwd: root, env: process.env, timeoutMs: 300 });
    assert.equal(code, null);
    // `sleep` has the pipes too.
    assert.ok(Date.now() - begin < 10_000);
  });
});
