import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HeldBodies } from './held-bodies.js';

it('refuses the ninth body of an account at once, and not that of another', async () => {
  const bodies = new HeldBodies();
  const { promise, resolve } = Promise.withResolvers<string>();
  const held = Array.from({ length: 8 }, () => bodies.hold('a', () => promise));
  await assert.rejects(
    bodies.hold('a', () => promise),
    { code: 'overloaded' },
  );
  assert.equal(await bodies.hold('b', async () => 'read'), 'read');
  resolve('read');
  await Promise.all(held);
  assert.equal(await bodies.hold('a', async () => 'read'), 'read');
});

it('counts only the bodies that are being read', async () => {
  const bodies = new HeldBodies();
  for (let at = 0; at < 40; at += 1) assert.equal(await bodies.hold(`${at}`, async () => 'read'), 'read');
});
