import assert from 'node:assert/strict';
import { it } from 'node:test';
import { killsAmongSessions } from '../../kills/kills.js';

const sessions = 10;
const seed = 1;
const warm = 1;
/** Of those that nothing is killed among. */
const calm = 12;

it(`${sessions} sessions among random kills leave nothing, and exact books`, { timeout: 1_800_000 }, async () => {
  const { struck } = await killsAmongSessions({ sessions, seed, warm, calm });
  assert.ok(
    Object.values(struck).some((count) => count > 0),
    'something was killed',
  );
});
