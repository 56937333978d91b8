import assert from 'node:assert/strict';
import { it } from 'node:test';
import { killsAmongSessions } from '../kills/kills.js';

const sessions = 10;
const seed = 1;

it(`${sessions} sessions among random kills leave nothing, and exact books`, { timeout: 600_000 }, async () => {
  const { struck, answers } = await killsAmongSessions({ sessions, seed });
  assert.equal(answers[201], sessions);
  assert.ok(
    Object.values(struck).some((count) => count > 0),
    'something was killed',
  );
});
