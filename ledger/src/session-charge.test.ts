import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endOfSession } from './session-charge.js';

const startedAt = '2030-01-01T12:00:00.000Z';
const at = (seconds: number) => Date.parse(startedAt) + seconds * 1000;
const text = (seconds: number) => new Date(at(seconds)).toISOString();
const life = { startedAt, maxTtlSeconds: 300, isCharged: true };

describe('the end of a session', () => {
  it('is the earliest that is known', () => {
    const end = endOfSession({ ...life, ends: [text(120), undefined, at(61), text(300)] });
    assert.deepEqual(end, { endedAt: text(61), credits: 2 });
  });

  it('is not before its beginning', () => {
    assert.deepEqual(endOfSession({ ...life, ends: [text(-1)] }), { endedAt: text(0), credits: 1 });
  });

  it('costs nothing when no client certainly had it', () => {
    assert.deepEqual(endOfSession({ ...life, isCharged: false, ends: [at(100)] }), { endedAt: text(100), credits: 0 });
  });
});
