import type { SessionStage } from './session-stage.js';

const isWrite = (call: string): boolean => /^(create|update|patch|delete)/.test(call);

/** Renewed all the time, whether there are sessions or not; and events, which are for people. */
const isOwn = (call: string): boolean => !/ (leases|events)$/.test(call);

/** What all programs of a stage have written so far, by verb and resource. */
export const countWrites = (stage: SessionStage): Map<string, number> => {
  const writes = new Map<string, number>();
  for (const { link } of [...stage.operators, ...stage.apis]) {
    for (const [call, count] of Object.entries(link.calls()))
      if (isWrite(call) && isOwn(call)) writes.set(call, (writes.get(call) ?? 0) + count);
  }
  return writes;
};
