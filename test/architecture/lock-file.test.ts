import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

interface LockFile {
  packages: Record<string, { integrity?: string; link?: boolean; optionalDependencies?: Record<string, string> }>;
}

const path = fileURLToPath(new URL('../../../package-lock.json', import.meta.url));
const { packages } = JSON.parse(readFileSync(path, 'utf8')) as LockFile;

describe('package-lock.json', () => {
  it('knows the packages of every system, wherever it was written: `npm ci` refuses it otherwise', () => {
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    assert.ok(wanted.length > 0);
    const places = Object.keys(packages);
    const missing = wanted.filter((name) => !places.some((place) => place.endsWith(`node_modules/${name}`)));
    assert.deepEqual(missing, []);
  });

  it('has a hash of every package that is fetched', () => {
    const fetched = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link);
    assert.ok(fetched.length > 100);
    assert.deepEqual(
      fetched.filter(([, { integrity }]) => !integrity).map(([place]) => place),
      [],
    );
  });
});
