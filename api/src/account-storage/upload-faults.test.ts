import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FaultReach } from '../s3/storage-fault.js';
import { RecentFaults, type UploadFault } from './upload-faults.js';
import type { UploadTarget } from './upload-targets.js';

const target = { id: 't' } as UploadTarget;
const upload = { target, endpoint: 'image', acl: undefined, fileName: 'reports/a', key: 'a' } as const;
const sameFolder = { ...upload, fileName: 'reports/b', key: 'b' } as const;
const elsewhere = [
  { ...sameFolder, fileName: 'b' },
  { ...sameFolder, fileName: undefined },
  { ...sameFolder, acl: 'public-read' },
  { ...sameFolder, endpoint: 'pdf' },
] as const;

const failed = (reach: FaultReach, kind: UploadFault['kind'] = 'failed') =>
  ({ fault: { kind, reach, sentence: 'No.' }, ms: 1, wasShort: false }) as const;

/** Faults after one failure. */
const after = (reach: FaultReach) => {
  const faults = new RecentFaults();
  faults.note(upload, failed(reach));
  return faults;
};

describe('the fault of an upload', () => {
  it('is that of every other one if it is of the settings or the store', () => {
    for (const reach of ['settings', 'store'] as const)
      for (const other of [upload, sameFolder, ...elsewhere]) assert.equal(after(reach).recentFor(other)?.reach, reach);
  });

  it('is that of the same folder, access list and endpoint if it is of the access', () => {
    const faults = after('access');
    for (const other of [upload, sameFolder]) assert.equal(faults.recentFor(other)?.reach, 'access');
    for (const other of elsewhere) assert.equal(faults.recentFor(other), undefined, JSON.stringify(other));
  });

  it('is that of the same folder without an access list, too: the store has refused both', () => {
    const faults = new RecentFaults();
    const withList = { ...upload, acl: 'public-read' } as const;
    faults.note(withList, failed('access', 'refused'));
    assert.ok(faults.lasting(sameFolder, false));
    const owners = { ...sameFolder, acl: 'bucket-owner-full-control' } as const;
    assert.equal(faults.lasting(owners, false), undefined);
  });

  it('is that of all while it is recent, though one file is blocked, too', (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 0 });
    const faults = after('settings');
    faults.note(sameFolder, failed('object'));
    assert.equal(faults.recentFor(upload)?.reach, 'settings');
    t.mock.timers.setTime(10_001);
    faults.note(sameFolder, failed('object'));
    assert.deepEqual([faults.recentFor(sameFolder)?.reach, faults.recentFor(upload)], ['object', undefined]);
  });

  it('is that of all once an endpoint without a code of S3 has refused two files in a row', () => {
    for (const kind of ['no_store', 'refused'] as const) {
      const faults = new RecentFaults();
      for (const each of [upload, upload]) faults.note(each, failed('object', kind));
      assert.deepEqual([faults.recentFor(sameFolder), faults.lasting(upload, false)], [undefined, undefined]);
      faults.note(sameFolder, failed('object', kind));
      for (const other of elsewhere) assert.equal(faults.lasting({ ...other, key: 'c' }, false)?.fault.kind, kind);
      faults.clear(sameFolder);
      faults.note(upload, failed('object', kind));
      assert.equal(faults.lasting({ ...upload, key: 'c' }, false), undefined, 'an upload in between worked');
    }
    const faults = after('object');
    faults.note(sameFolder, failed('object'));
    assert.equal(faults.recentFor(upload), undefined, 'the store itself refuses each for a reason of its own');
  });

  it('ends an item, which has one try, only after five in a row', () => {
    for (const [reach, kind] of [
      ['access', 'refused'],
      ['object', 'no_store'],
    ] as const) {
      const faults = new RecentFaults();
      const note = (key: string) => faults.note({ ...upload, key }, failed(reach, kind));
      for (const key of ['a', 'b', 'c', 'd', 'd']) note(key);
      assert.equal(faults.lasting(sameFolder, true), undefined);
      assert.ok(faults.lasting(sameFolder, false));
      note('e');
      assert.equal(faults.lasting(sameFolder, true)?.isGuess, true);
    }
    assert.equal(after('settings').lasting(sameFolder, true)?.isGuess, false);
  });

  it('is that of the same result if a proxy has blocked its file', () => {
    const faults = after('object');
    assert.equal(faults.recentFor(upload)?.reach, 'object');
    for (const other of [sameFolder, ...elsewhere])
      assert.equal(faults.recentFor(other), undefined, JSON.stringify(other));
  });

  it('is over after 10 s', (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 0 });
    const faults = after('access');
    t.mock.timers.setTime(10_000);
    assert.ok(faults.recentFor(upload));
    t.mock.timers.setTime(10_001);
    assert.equal(faults.recentFor(upload), undefined);
  });

  it('is over after an upload that worked, unless a policy refuses another folder', () => {
    for (const reach of ['settings', 'store', 'object'] as const) {
      const faults = after(reach);
      faults.clear(elsewhere[0]);
      assert.equal(faults.recentFor(upload), undefined, reach);
    }
    const faults = after('access');
    faults.clear(elsewhere[0]);
    assert.ok(faults.recentFor(sameFolder));
    faults.clear(sameFolder);
    assert.equal(faults.recentFor(upload), undefined);
  });
});
