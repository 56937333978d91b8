import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noActions } from '@tintype/contracts';
import { Life, type LifeOrder } from './life.js';

const begin = Date.parse('2030-01-01T00:00:00Z');

/** A moment after the beginning on both clocks, which began at different times. */
const after = (milliseconds: number) => ({ now: begin + milliseconds, monotonic: 5000 + milliseconds });

const order = (change: Partial<LifeOrder> = {}): LifeOrder => ({
  session: 'sess_1',
  maxTtlSeconds: 60,
  startBy: begin + 10_000,
  confirmed: false,
  ...change,
});

const active = (change: Partial<LifeOrder> = {}) => {
  const life = new Life();
  assert.equal(life.activate(order(change), after(0)), undefined);
  return life;
};

describe('the life of a pod', () => {
  it('begins idle, and ends nothing', () => {
    const life = new Life();
    life.end(after(0));
    assert.deepEqual([life.phase, life.endsInMs(after(0))], ['idle', Infinity]);
  });

  it('takes one session, again and again, and no other', () => {
    const life = active();
    assert.equal(life.activate(order(), after(500)), undefined);
    assert.equal(life.startedAt, begin);
    assert.equal(life.activate(order({ session: 'sess_2' }), after(500)), 'other-session');
    life.end(after(1000));
    assert.equal(life.activate(order({ session: 'sess_2' }), after(2000)), 'other-session');
    assert.equal(life.activate(order(), after(2000)), 'closed');
  });

  it('takes a session up to its startBy', () => {
    const late = new Life();
    assert.equal(late.activate(order(), after(10_001)), 'too-late');
    assert.equal(late.phase, 'idle');
    assert.equal(late.activate(order(), after(10_000)), undefined);
  });

  it('ends on time by the monotonic clock', () => {
    const life = active({ confirmed: true });
    assert.equal(life.endsInMs({ now: 0, monotonic: 5000 + 1000 }), 59_000);
    assert.equal(life.endsInMs(after(61_000)), 0);
    assert.equal(life.expiresAt, begin + 60_000);
  });

  it('ends after startBy when nobody has confirmed it', () => {
    const life = active();
    assert.equal(life.endsInMs(after(0)), 10_001);
    assert.ok(life.confirm('sess_1'));
    assert.equal(life.endsInMs(after(0)), 60_000);
    assert.ok(!life.confirm('sess_2'));
    life.end(after(1));
    assert.ok(!life.confirm('sess_1'));
  });

  it('is closed once, with the same record for ever', () => {
    const life = active();
    life.close('sess_1', after(1234));
    const record = life.record('sess_1', noActions);
    assert.deepEqual([record.openMs, record.crashed, record.confirmed], [1234, false, false]);
    life.close('sess_1', after(9999));
    life.end(after(9999), { crashed: true });
    assert.deepEqual(life.record('sess_1', noActions), record);
    assert.deepEqual([life.phase, life.endsInMs(after(0))], ['over', Infinity]);
  });

  it('never runs a session that was closed before', () => {
    const idle = new Life();
    idle.close('sess_1', after(0));
    assert.equal(idle.activate(order(), after(0)), 'closed');
    assert.equal(idle.activate(order({ session: 'sess_2' }), after(0)), undefined);
    idle.close('sess_3', after(1));
    assert.ok(idle.runs('sess_2'));
    assert.deepEqual(idle.record('sess_3', noActions), {
      session: 'sess_3',
      confirmed: false,
      crashed: false,
      counts: noActions,
    });
  });

  it('records a crash', () => {
    const life = active({ confirmed: true });
    life.end(after(2000), { crashed: true });
    assert.deepEqual(life.record('sess_1', noActions), {
      session: 'sess_1',
      startedAt: '2030-01-01T00:00:00.000Z',
      openMs: 2000,
      confirmed: true,
      crashed: true,
      counts: noActions,
    });
  });
});
