import assert from 'node:assert/strict';
import { it } from 'node:test';
import { killsAmongSessions } from '../kills/kills.js';

const sessions = 10;
const seed = 1;
const warm = 1;
/** Of those that nothing is killed among. */
const calm = 12;

it(`${sessions} sessions among random kills leave nothing, and exact books`, { timeout: 600_000 }, async () => {
  const { struck, answers, reasons } = await killsAmongSessions({ sessions, seed, warm, calm });
  const charged = Object.values(reasons).reduce((sum, count) => sum + count, 0);
  assert.equal(answers[201], charged, 'each 201 names a session, and that was charged');
  assert.ok(
    Object.values(struck).some((count) => count > 0),
    'something was killed',
  );
});
