import assert from 'node:assert/strict';

/** How long a test waits for anything, in milliseconds: a fault shows as a failure, a slow machine does not. */
export const patienceMs = 90_000;

/** Waits for a condition; fails with what it waited for once the time is up. */
export const until = async (
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = patienceMs,
): Promise<void> => {
  const end = Date.now() + withinMs;
  while (!(await condition())) {
    assert.ok(Date.now() < end, `waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
