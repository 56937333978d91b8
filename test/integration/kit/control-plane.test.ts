import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { controlPlaneCache, controlPlanePrograms, findControlPlane } from '../../kit/programs/control-plane.js';

describe('the search for a control plane', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-search-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Programs that only print their version. */
  const put = (where: string, version: string, names: readonly string[] = controlPlanePrograms) => {
    mkdirSync(where, { recursive: true });
    for (const name of names)
      writeFileSync(join(where, name), `#!/bin/sh\necho Kubernetes ${version}\n`, { mode: 0o755 });
    return where;
  };
  const found = (environment: Record<string, string>) => {
    const programs = findControlPlane({ XDG_CACHE_HOME: folder, ...environment });
    return programs && dirname(programs['kube-apiserver']);
  };
  const cache = () => controlPlaneCache({ XDG_CACHE_HOME: folder });

  it('takes the named folder before PATH, and PATH before the cache', () => {
    const [assets, path] = [put(join(folder, 'assets'), 'v1.36.1'), put(join(folder, 'path'), 'v1.40.0')];
    put(cache(), 'v1.36.3');
    assert.equal(found({ KUBEBUILDER_ASSETS: assets, PATH: path }), assets);
    assert.equal(found({ PATH: `/nowhere:${path}` }), path);
    assert.equal(found({}), cache());
  });

  it('passes by what is too old or not complete on PATH', () => {
    put(cache(), 'v1.36.3');
    assert.equal(found({ PATH: put(join(folder, 'old'), 'v1.33.9') }), cache());
    assert.equal(found({ PATH: put(join(folder, 'part'), 'v1.36.3', ['kube-apiserver', 'kubectl']) }), cache());
  });

  it('stops at a named folder that is too old or not complete', () => {
    put(cache(), 'v1.36.3');
    const old = put(join(folder, 'old'), 'v1.33.9');
    assert.throws(() => found({ KUBEBUILDER_ASSETS: old }), /KUBEBUILDER_ASSETS=.*\/old has to hold .* 1\.34 or newer/);
    assert.throws(() => found({ KUBEBUILDER_ASSETS: folder }), /has to hold etcd, kube-apiserver, kubectl/);
  });

  it('says what to install where nothing is found and nothing can be built', () => {
    const script = fileURLToPath(new URL('../../kit/programs/install-control-plane.js', import.meta.url));
    const env = { PATH: '/nowhere', XDG_CACHE_HOME: folder };
    const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /There is no go on PATH\.\n.*Install Go 1\.26 or newer .* Or set KUBEBUILDER_ASSETS/);
  });

  it('says which Go would do where the one on PATH is too old', () => {
    const script = fileURLToPath(new URL('../../kit/programs/install-control-plane.js', import.meta.url));
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const complaint = 'go: go.mod requires go >= 1.26.0 (running go 1.22.2; GOTOOLCHAIN=local)';
    writeFileSync(join(bin, 'go'), `#!/bin/sh\necho '${complaint}' >&2\nexit 1\n`, { mode: 0o755 });
    const { status, stderr } = spawnSync(process.execPath, [script], {
      env: { PATH: `${bin}:/bin:/usr/bin`, XDG_CACHE_HOME: folder },
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.ok(stderr.startsWith(complaint), stderr);
    assert.match(stderr, /Install Go 1\.26/);
  });
});
