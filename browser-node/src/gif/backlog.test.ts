import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Backlog } from './backlog.js';

/** Adds pictures until one has to wait. Returns how many are on their way. */
const filled = (backlog: Backlog, bytes: number, inFlight = 0): number => {
  if (backlog.isFull) return inFlight;
  backlog.add(bytes);
  return filled(backlog, bytes, inFlight + 1);
};

test('an encoder that starts slowly gets the pictures of half a second at 20 a second', () => {
  assert.equal(filled(new Backlog(), 100_000), 10);
});

test('later, two pictures are on their way, and no gap lies between', () => {
  const backlog = new Backlog();
  let inFlight = filled(backlog, 100_000);
  const most = [inFlight];
  for (let taken = 1; taken <= 20; taken += 1) {
    backlog.take();
    inFlight = filled(backlog, 100_000, inFlight - 1);
    most.push(inFlight);
  }
  assert.deepEqual(most.slice(0, 5), [10, 10, 9, 9, 8]);
  assert.deepEqual(most.slice(-4), [2, 2, 2, 2]);
});

test('large pictures wait at once, for the memory', () => {
  const backlog = new Backlog();
  assert.equal(filled(backlog, 70e6), 2);
  backlog.take();
  assert.equal(filled(backlog, 70e6, 1), 2);
});
