import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FaultReach } from '../blobs/storage-fault.js';
import { RecentFaults } from './upload-faults.js';
import type { UploadTarget } from './upload-targets.js';

const target = { id: 't' } as UploadTarget;
const place = { target, endpoint: 'image', acl: undefined, fileName: 'reports/a', key: 'a' } as const;
const sameFolder = { ...place, fileName: 'reports/b', key: 'b' } as const;
const elsewhere = [
  { ...sameFolder, fileName: 'b' },
  { ...sameFolder, fileName: undefined },
  { ...sameFolder, acl: 'public-read' },
  { ...sameFolder, endpoint: 'pdf' },
] as const;

/** Faults after one failure. */
const after = (reach: FaultReach) => {
  const faults = new RecentFaults();
  faults.note(place, { fault: { kind: 'failed', reach, sentence: 'No.' }, ms: 1, wasShort: false });
  return faults;
};

describe('the fault of an upload', () => {
  it('is that of every other one if it is of the settings or the store', () => {
    for (const reach of ['settings', 'store'] as const)
      for (const other of [place, sameFolder, ...elsewhere]) assert.equal(after(reach).of(other)?.reach, reach);
  });

  it('is that of the same folder, access list and endpoint if it is of the access', () => {
    const faults = after('access');
    for (const other of [place, sameFolder]) assert.equal(faults.of(other)?.reach, 'access');
    for (const other of elsewhere) assert.equal(faults.of(other), undefined, JSON.stringify(other));
  });

  it('is that of the same result if a proxy has blocked its file', () => {
    const faults = after('object');
    assert.equal(faults.of(place)?.reach, 'object');
    for (const other of [sameFolder, ...elsewhere]) assert.equal(faults.of(other), undefined, JSON.stringify(other));
  });

  it('is over after 10 s', (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 0 });
    const faults = after('access');
    t.mock.timers.setTime(10_000);
    assert.ok(faults.of(place));
    t.mock.timers.setTime(10_001);
    assert.equal(faults.of(place), undefined);
  });

  it('is over after an upload that worked, unless a policy refuses another folder', () => {
    for (const reach of ['settings', 'store', 'object'] as const) {
      const faults = after(reach);
      faults.clear(elsewhere[0]);
      assert.equal(faults.of(place), undefined, reach);
    }
    const faults = after('access');
    faults.clear(elsewhere[0]);
    assert.ok(faults.of(sameFolder));
    faults.clear(sameFolder);
    assert.equal(faults.of(place), undefined);
  });
});
