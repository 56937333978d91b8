import type { Condition } from '@tintype/crds';

/** {@link setCondition} adds `lastTransitionTime`. */
export type NewCondition = Omit<Condition, 'lastTransitionTime'>;

export const findCondition = (conditions: readonly Condition[] | undefined, type: string): Condition | undefined =>
  conditions?.find((condition) => condition.type === type);

/** False also if the condition is missing, or its status is `Unknown`. */
export const isTrue = (conditions: readonly Condition[] | undefined, type: string): boolean =>
  findCondition(conditions, type)?.status === 'True';

/**
 * Replaces the condition of this type. `lastTransitionTime` becomes `now` (epoch milliseconds) only if `status`
 * changes. Returns the same list if nothing changes, so that nothing is written.
 */
export const setCondition = (
  conditions: readonly Condition[] | undefined,
  condition: NewCondition,
  now: number,
): readonly Condition[] => {
  const existing = findCondition(conditions, condition.type);
  if (!existing) return [...(conditions ?? []), { ...condition, lastTransitionTime: new Date(now).toISOString() }];
  if (conditions && isSame(existing, condition)) return conditions;
  const since = existing.status === condition.status ? existing.lastTransitionTime : new Date(now).toISOString();
  return (conditions ?? []).map((each) => (each === existing ? { ...condition, lastTransitionTime: since } : each));
};

const isSame = (one: NewCondition, other: NewCondition): boolean =>
  (['status', 'reason', 'message', 'observedGeneration'] as const).every((field) => one[field] === other[field]);
