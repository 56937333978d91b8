import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { SecretUses, type SecretUsesOptions } from './secret-uses.js';

const start = Date.parse('2026-01-01T00:00:00.000Z');

/** A bucket in memory that counts its calls. */
const bucket = () => {
  const values = new Map<string, string>();
  const calls = { get: 0, put: 0 };
  let broken = false;
  const kv = {
    get: async (key: string) => {
      calls.get += 1;
      if (broken) throw new Error('no answer');
      const value = values.get(key);
      return value === undefined ? null : { operation: 'PUT', json: () => JSON.parse(value) };
    },
    put: async (key: string, value: string) => {
      calls.put += 1;
      values.set(key, value);
      return 1;
    },
    delete: async (key: string) => void values.delete(key),
  } as unknown as SecretUsesOptions['kv'];
  return { kv, values, calls, setBroken: (value: boolean) => (broken = value) };
};

describe('SecretUses', () => {
  it('writes the first use, and the next one only after an hour', async () => {
    mock.timers.enable({ apis: ['Date'], now: start });
    const { kv, values, calls } = bucket();
    const uses = new SecretUses({ kv, log: { warn: () => undefined } });
    for (const ms of [0, 1000, 3_599_000]) {
      mock.timers.setTime(start + ms);
      uses.note('a', { id: 's' });
      await uses.stop();
    }
    assert.deepEqual([...values], [['used.a.s', '{"at":"2026-01-01T00:00:00.000Z"}']]);
    assert.deepEqual(calls, { get: 1, put: 1 });
    mock.timers.setTime(start + 3_600_000);
    uses.note('a', { id: 's' });
    await uses.stop();
    assert.deepEqual(values.get('used.a.s'), '{"at":"2026-01-01T01:00:00.000Z"}');
    mock.timers.reset();
  });

  it('leaves the time that another replica wrote, until that is an hour old', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: start });
    const { kv, values, calls } = bucket();
    const log = { warn: () => undefined };
    const [first, second] = [new SecretUses({ kv, log }), new SecretUses({ kv, log })];
    const note = async (uses: SecretUses, ms: number) => {
      t.mock.timers.setTime(start + ms);
      uses.note('a', { id: 's' });
      await uses.stop();
    };
    await note(first, 0);
    await note(second, 1_800_000);
    await note(second, 3_599_000);
    assert.deepEqual(calls, { get: 2, put: 1 });
    await note(second, 3_600_000);
    assert.equal(values.get('used.a.s'), '{"at":"2026-01-01T01:00:00.000Z"}');
  });

  it('forgets a secret whose use is being written', async () => {
    const { kv, values } = bucket();
    const uses = new SecretUses({ kv, log: { warn: () => undefined } });
    uses.note('a', { id: 's' });
    await uses.forget('a', 's');
    await uses.stop();
    assert.deepEqual([...values], []);
  });

  it('tries again after a failure', async () => {
    const { kv, values, setBroken } = bucket();
    const warned: unknown[] = [];
    const uses = new SecretUses({ kv, log: { warn: (line: unknown) => warned.push(line) } });
    setBroken(true);
    uses.note('a', { id: 's' });
    await uses.stop();
    setBroken(false);
    uses.note('a', { id: 's' });
    await uses.stop();
    assert.deepEqual([values.size, warned.length], [1, 1]);
  });
});
