import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { refuseExposure, wallRefusal } from './find-wall.js';

describe('the folder of a binary', () => {
  const home = mkdtempSync(join(tmpdir(), 'tintype-test-'));
  after(() => rmSync(home, { recursive: true }));
  const binaryIn = (folder: string): string => {
    mkdirSync(folder, { recursive: true });
    const binary = join(folder, 'chrome');
    writeFileSync(binary, '');
    return binary;
  };

  it('is refused if it contains a folder of ours', () => {
    const binary = binaryIn(home);
    const data = join(home, 'project/.tintype');
    assert.throws(() => refuseExposure(binary, { 'the data folder': data }), {
      name: 'ConfigError',
      message: new RegExp(`${home} contains the data folder \\(${data}\\)\\. Move the browser .* such as /opt/chrome`),
    });
  });

  it('is refused if it contains the folder of temporary files', () => {
    const binary = binaryIn(join(home, 'tmp/..'));
    const before = process.env.TMPDIR;
    process.env.TMPDIR = join(home, 'tmp');
    try {
      assert.throws(() => refuseExposure(binary), /contains the folder of temporary files/);
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
  });

  it('may lie in a folder of ours, or beside one', () => {
    const binary = binaryIn(join(home, 'browser'));
    refuseExposure(binary, { home, 'the data folder': join(home, 'browser-data') });
  });

  it('may be one that every wall shows', () => {
    refuseExposure('/bin/sh', { 'the data folder': dirname('/usr/bin/sh') });
  });
});

describe('the refusal of a wall', () => {
  it('names a path that the user of browsers cannot reach', () => {
    const printed = "bwrap: Can't find source path /root/tintype/.tools/node/bin/node: Permission denied";
    const refusal = wallRefusal(printed, 65_534);
    assert.match(
      refusal,
      /\(65534\) cannot reach \/root\/tintype\/\.tools\/node\/bin\/node, .*Permission denied.*chmod o\+x/,
    );
    assert.doesNotMatch(refusal, /sysctl/);
  });

  it('advises about user namespaces otherwise', () => {
    assert.match(
      wallRefusal('bwrap: No permissions to create a new namespace', undefined),
      /user\.max_user_namespaces/,
    );
  });
});
