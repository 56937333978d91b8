import { z } from 'zod';
import { limits } from '../limits.js';
import { clamped, flag, selector } from './fields.js';

export const waitingActions = {
  wait_for_selector: {
    summary: 'Waits until an element matches; one that does not come in time is no error.',
    payload: z.object({
      selector: selector(),
      visible: flag().default(false),
      timeoutMs: clamped(0, limits.waitForSelectorMs).default(10_000),
    }),
    answer: z.object({ matched: z.boolean() }),
  },
  wait_for_timeout: {
    summary: 'Waits.',
    payload: z.object({ timeoutMs: clamped(0, limits.waitMs).default(1000) }),
    answer: z.object({ waitedMs: z.int() }),
  },
};
