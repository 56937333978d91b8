import type { Condition } from '@tintype/crds';
export const setCondition = (
  conditions: readonly Condition[] | undefined,
  next: Omit<Condition, 'lastTransitionTime'>,
  now: number,
): Condition[] => {
  const old = (conditions ?? []).find(({ type }) => type === next.type);
  const lastTransitionTime = old && old.status === next.status ? old.lastTransitionTime : new Date(now).toISOString();
  return [...(conditions ?? []).filter(({ type }) => type !== next.type), { ...next, lastTransitionTime }];
};
