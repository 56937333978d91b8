import type { Action } from '../context/action-context.js';

export const waitForTimeout: Action<'wait_for_timeout'> = async ({ deadline }, { timeoutMs }) => {
  await deadline.sleep(timeoutMs);
  return { waitedMs: timeoutMs };
};
