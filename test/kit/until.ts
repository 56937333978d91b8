import assert from 'node:assert/strict';

/** Timeout of tests' waits, in milliseconds: longer than a slow machine, shorter than a fault. */
export const patienceMs = 90_000;

const firstWaitMs = 10;

/**
 * Waits for a condition; rejects with its name at the timeout. The wait between two looks grows from 10 ms to `longestWaitMs`:
 * some looks start a process.
 */
export const until = async (
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = patienceMs,
  longestWaitMs = 50,
): Promise<void> => {
  const end = Date.now() + withinMs;
  for (let waitMs = firstWaitMs; !(await condition()); waitMs = Math.min(waitMs * 1.5, longestWaitMs)) {
    assert.ok(Date.now() < end, `not within ${withinMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
};
