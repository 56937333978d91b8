import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { atRest } from '../explorer/at-rest.js';
import { always } from '../explorer/invariants.js';
import { onceOver } from '../explorer/once-over.js';
import { scenarios } from '../explorer/scenarios.js';
import { allOfSessions } from '../mutations/all-of-sessions.js';
import { apiMutations } from '../mutations/api-mutations.js';
import { type Patch, patched } from '../mutations/built-copy.js';
import { nodeMutations } from '../mutations/node-mutations.js';
import { randomSchedules, recordedMistakes } from '../mutations/session-table.js';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const recorded = recordedMistakes(repository);

/** What the explorer says of a play as a whole. */
const ofPlays = ['it comes to rest', 'it comes out as expected'];

/** What a mistake makes of the files that it is made in. @throws where a patch does not apply */
const madeIn = (patches: readonly Patch[]): Map<string, string> => {
  const files = new Map<string, string>();
  for (const patch of patches)
    files.set(patch.file, patched(files.get(patch.file) ?? readFileSync(join(repository, patch.file), 'utf8'), patch));
  return files;
};

describe('make mutations', () => {
  const all = [...apiMutations, ...nodeMutations, ...allOfSessions];

  for (const { name, patches } of all)
    it(`${name}: what it patches is there, once`, () => assert.ok(madeIn(patches).size > 0));

  it('says how it is used, and what is no mistake, before it installs anything', () => {
    const main = join(repository, 'test/dist/mutations/main.js');
    const run = (...names: string[]) => spawnSync(process.execPath, [main, ...names], { encoding: 'utf8' });
    const help = run('--help');
    assert.deepEqual([help.status, help.stderr], [0, '']);
    assert.match(help.stdout, /make mutations NAMES='now no_cap'/);
    const { status, stdout, stderr } = run('nothing,nothing  now', 'no_cap');
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^There is no mistake "nothing"\. There are .*\bno_republish, .*\bfinalizer_first, /);
    const none = run('');
    assert.deepEqual([none.status, none.stdout], [2, '']);
    assert.match(none.stderr, /^NAMES names no mistake\.\n\n/);
  });

  it('has a name for each', () => {
    const names = all.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
  });
});

describe('docs/explorer.md', () => {
  it('has every mistake in the protocol of sessions that make mutations makes, and no other', () => {
    const names = ({ name, mistake }: { name: string; mistake: string }) => ({ name, mistake });
    assert.deepEqual(recorded.map(names), allOfSessions.map(names));
  });

  const invariants = [...Object.keys(always), ...Object.keys(onceOver), ...Object.keys(atRest), ...ofPlays];

  it('has a mistake for each invariant of the explorer, so that none is one that cannot fail', () => {
    const noticing = new Set(recorded.map(({ invariant }) => invariant));
    assert.deepEqual(
      invariants.filter((invariant) => !noticing.has(invariant)),
      [],
    );
  });

  it('has an invariant of the explorer for each', () => {
    assert.deepEqual(
      recorded.filter(({ invariant }) => !invariants.includes(invariant)),
      [],
    );
  });

  it('names scenarios of the explorer, or the random schedules', () => {
    const places = [...scenarios.map(({ name }) => name), randomSchedules];
    assert.deepEqual(
      recorded.filter(({ place }) => place !== undefined && !places.includes(place)),
      [],
    );
  });
});
