import assert from 'node:assert/strict';

/** Timeout of tests' waits, in milliseconds: longer than a slow machine, shorter than a fault. */
export const patienceMs = 90_000;

/** Waits for a condition; rejects with its name at the timeout. */
export const until = async (
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = patienceMs,
  everyMs = 10,
): Promise<void> => {
  const end = Date.now() + withinMs;
  while (!(await condition())) {
    assert.ok(Date.now() < end, `waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
};
