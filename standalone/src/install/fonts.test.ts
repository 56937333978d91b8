import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ensureFonts } from './fonts.js';

const all = 'en|zh-cn|zh-tw|ja|ko|ar|fa|ur|he|hi|mr|ne|bn|gu|pa|kn|ml|or|si|ta|te|th|lo|km|my|am|ka|hy';
const few = 'en|ar|fa|ur\\nhe|lo|ka|hy';

describe('fonts', { skip: process.platform !== 'linux' && 'only on Linux' }, () => {
  let folder: string;

  const program = (name: string, script: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  const calls = () => {
    const log = join(folder, 'calls');
    return existsSync(log) ? readFileSync(log, 'utf8') : '';
  };
  const ensure = () =>
    ensureFonts({
      environment: { PATH: `${folder}:/usr/bin:/bin` },
      headlessShell: undefined,
      chromium: undefined,
      natsServer: undefined,
      toolsFolder: join(folder, 'tools'),
      report: () => undefined,
      signal: new AbortController().signal,
    });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-fonts-'));
    program('sudo', 'shift; exec "$@"');
    program('fc-list', `[ -e ${folder}/installed ] && echo '${all}' || printf '${few}\\n'`);
    program('apt-get', `echo "$*" >> ${folder}/calls; case " $* " in *" install "*) touch ${folder}/installed;; esac`);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are not installed if none is missing', async () => {
    writeFileSync(join(folder, 'installed'), '');
    assert.deepEqual([await ensure(), calls()], [undefined, '']);
  });

  it('come from apt if some are missing', async () => {
    assert.equal(await ensure(), undefined);
    assert.match(calls(), /install -y --no-install-recommends fonts-noto-core fonts-noto-cjk\n/);
  });

  it('are named with the command if apt fails, which is tried once', async () => {
    program('apt-get', `echo "$*" >> ${folder}/calls; exit 1`);
    const missing = await ensure();
    assert.match(
      missing ?? '',
      /No font has Chinese, Japanese, Korean, Devanagari, Bengali, .*, Thai, Khmer, Burmese, /,
    );
    assert.match(missing ?? '', /As root: apt-get update && apt-get install .* fonts-noto-core fonts-noto-cjk/);
    const once = calls();
    assert.equal(await ensure(), missing);
    assert.equal(calls(), once);
  });

  it('are tried again once apt may install', { skip: process.getuid?.() === 0 && 'root always may' }, async () => {
    program('sudo', 'exit 1');
    assert.notEqual(await ensure(), undefined);
    program('sudo', 'shift; exec "$@"');
    assert.equal(await ensure(), undefined);
  });

  it('are not checked without fontconfig', async () => {
    program('fc-list', 'exit 127');
    assert.deepEqual([await ensure(), calls()], [undefined, '']);
  });
});
