import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HeldBodies } from './held-bodies.js';

const read = async () => 'read';

it('refuses the ninth body of an account at once, and not that of another', async () => {
  const bodies = new HeldBodies({ maxBytes: 100, maxBytesEach: 8 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const held = Array.from({ length: 8 }, () => bodies.hold('a', 1, () => promise));
  await assert.rejects(bodies.hold('a', 1, read), { code: 'overloaded' });
  assert.equal(await bodies.hold('b', 1, read), 'read');
  resolve('read');
  await Promise.all(held);
  assert.equal(await bodies.hold('a', 8, read), 'read');
});

it('refuses what exceeds the space of all', async () => {
  const bodies = new HeldBodies({ maxBytes: 10, maxBytesEach: 8 });
  await bodies.hold('a', 8, async () => {
    await assert.rejects(bodies.hold('b', 3, read), { code: 'overloaded' });
    assert.equal(await bodies.hold('b', 2, read), 'read');
  });
});

it('counts only the bodies that are held', async () => {
  const bodies = new HeldBodies({ maxBytes: 3, maxBytesEach: 1 });
  for (let at = 0; at < 40; at += 1) assert.equal(await bodies.hold(`${at}`, 1, read), 'read');
});

it('holds no more than the true size, once it is known', async () => {
  const bodies = new HeldBodies({ maxBytes: 10, maxBytesEach: 8 });
  await bodies.hold('a', 8, async (keep) => {
    keep(2);
    assert.equal(await bodies.hold('a', 6, () => bodies.hold('b', 2, read)), 'read');
    await assert.rejects(bodies.hold('a', 7, read), { code: 'overloaded' });
  });
  assert.equal(await bodies.hold('a', 8, read), 'read');
});
