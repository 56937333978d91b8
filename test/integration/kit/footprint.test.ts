import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import { it } from 'node:test';
import { type Footprints, footprintOf, grown } from '../../kit/kills/footprint.js';

const sessions = 12;

const all = (api: Footprints['api']): Footprints => ({ api, operator: api, supervisor: api });

it('descriptors that each session leaves are noticed', { skip: process.platform !== 'linux' && 'Linux only' }, () => {
  const before = footprintOf(process.pid);
  assert.deepEqual(grown(all(before), all(before), sessions), []);
  const left = Array.from({ length: sessions }, () => openSync('/dev/null', 'r'));
  const after = { ...before, descriptors: footprintOf(process.pid).descriptors };
  for (const file of left) closeSync(file);
  assert.deepEqual(grown(all(before), { ...all(before), operator: after }, sessions), [
    `descriptors of operator: ${before.descriptors}, and ${after.descriptors} after ${sessions} sessions or renders`,
  ]);
});

it('memory that each session leaves is noticed', () => {
  const before = { descriptors: 20, megabytes: 100 };
  const after = { descriptors: 20, megabytes: 100 + 200 };
  assert.equal(grown(all(before), all(after), 200).length, 3);
  assert.deepEqual(grown(all(before), all({ ...after, megabytes: 150 }), 200), []);
});
