import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  decodeTerminationMessage,
  encodeTerminationMessage,
  type PodRecord,
  podRecordSchema,
  terminationMessageBytes,
} from './pod-record.js';

const record: PodRecord = {
  session: 'sess_00000000-0000-4000-8000-000000000001',
  startedAt: '2030-01-01T12:00:00.000Z',
  openMs: 61_000,
  confirmed: true,
  counts: { actions: 3, success: 2, error: 1, byType: { goto: { total: 3, success: 2, error: 1 } } },
  crashed: false,
};

const typesOf = (count: number, length = 12) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      String(index).padStart(length, 'x'),
      { total: 1000, success: 999, error: 1 },
    ]),
  );

const withTypes = (byType: NonNullable<PodRecord['counts']['byType']>): PodRecord => ({
  ...record,
  counts: { ...record.counts, byType },
});

/** The file after a write at its start. */
const writtenOver = (before: string, message: string, bytes = message.length) =>
  message.slice(0, bytes) + before.slice(bytes);

describe('a termination message', () => {
  it('decodes to the record', () => {
    const count = fc.integer({ min: 0, max: 1_000_000_000 });
    const counts = fc.record({ actions: count, success: count, error: count }, { noNullPrototype: true });
    const records = fc.record(
      {
        session: fc.uuid(),
        openMs: fc.integer({ min: 0, max: 86_400_000 }),
        confirmed: fc.boolean(),
        counts,
        crashed: fc.boolean(),
      },
      { requiredKeys: ['session', 'confirmed', 'counts', 'crashed'], noNullPrototype: true },
    );
    fc.assert(
      fc.property(records, (each) => assert.deepEqual(decodeTerminationMessage(encodeTerminationMessage(each)), each)),
    );
  });

  it('has the same length for every record, in bytes', () => {
    const records = [
      record,
      { ...record, session: 's' },
      withTypes({ 'größer als ☃': { total: 1, success: 1, error: 0 } }),
    ];
    for (const each of records)
      assert.equal(Buffer.byteLength(encodeTerminationMessage(each)), terminationMessageBytes);
  });

  it('drops the types of action that do not fit', () => {
    const message = encodeTerminationMessage(withTypes(typesOf(64)));
    assert.equal(message.length, terminationMessageBytes);
    const { byType: _, ...counts } = record.counts;
    assert.deepEqual(decodeTerminationMessage(message), { ...record, counts });
  });

  it('is read if other bytes follow it', () => {
    const message = encodeTerminationMessage(record);
    assert.deepEqual(decodeTerminationMessage(`${message}and more`), record);
  });

  const longer = encodeTerminationMessage(withTypes(typesOf(20)));
  const shorter = encodeTerminationMessage({ ...record, session: 's' });
  const json = JSON.stringify({ version: 1, ...record });
  const unreadable: Record<string, string> = {
    'nothing at all': '',
    'a message of another program': 'panic: runtime error\n\ngoroutine 1',
    'a record without a checksum': json,
    'a checksum of something else': `${'0'.repeat(16)} ${json}\n`,
    'one that is cut': encodeTerminationMessage(record).slice(0, 100),
    'one that was half written over a longer one': writtenOver(longer, shorter, 60),
    'one that was half written over a shorter one': writtenOver(shorter, longer, 300),
    'spaces alone': ' '.repeat(terminationMessageBytes),
  };
  for (const [name, message] of Object.entries(unreadable))
    it(`decodes to nothing: ${name}`, () => assert.equal(decodeTerminationMessage(message), undefined));

  it('decodes only to records, with any checksum', () => {
    const foreign = encodeTerminationMessage({ ...record, openMs: -1 });
    const endless = encodeTerminationMessage({ ...record, openMs: 1e300 });
    assert.equal(decodeTerminationMessage(endless), undefined);
    assert.equal(decodeTerminationMessage(foreign), undefined);
  });
});

describe('the record of a pod', () => {
  const tooMuch: Record<string, PodRecord> = {
    'more actions than anybody can count': { ...record, counts: { ...record.counts, actions: 1_000_000_001 } },
    'too many types of action': withTypes(typesOf(65)),
    'a type of action with too long a name': withTypes(typesOf(1, 33)),
  };
  for (const [name, each] of Object.entries(tooMuch))
    it(`is refused if a session's status cannot hold it: ${name}`, () =>
      assert.equal(podRecordSchema.safeParse(each).success, false));

  it('may reach the bounds', () => {
    assert.deepEqual(podRecordSchema.parse(withTypes(typesOf(64, 32))), withTypes(typesOf(64, 32)));
  });
});
