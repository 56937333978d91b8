import type { Condition } from '@tintype/crds';

/** What a controller says now; since when is found out. */
export type NewCondition = Omit<Condition, 'lastTransitionTime'>;

export const findCondition = (conditions: readonly Condition[] | undefined, type: string): Condition | undefined =>
  conditions?.find((condition) => condition.type === type);

/** False also when nothing is known of it. */
export const isTrue = (conditions: readonly Condition[] | undefined, type: string): boolean =>
  findCondition(conditions, type)?.status === 'True';

/**
 * The conditions with this one in the place of its type. `lastTransitionTime` becomes `now` (milliseconds since the epoch)
 * only when the status is another. The same list when it says so already, so that nothing is written then.
 */
export const setCondition = (
  conditions: readonly Condition[] | undefined,
  condition: NewCondition,
  now: number,
): readonly Condition[] => {
  const known = findCondition(conditions, condition.type);
  if (!known) return [...(conditions ?? []), { ...condition, lastTransitionTime: new Date(now).toISOString() }];
  if (conditions && isSame(known, condition)) return conditions;
  const since = known.status === condition.status ? known.lastTransitionTime : new Date(now).toISOString();
  return (conditions ?? []).map((each) => (each === known ? { ...condition, lastTransitionTime: since } : each));
};

const isSame = (one: NewCondition, other: NewCondition): boolean =>
  (['status', 'reason', 'message', 'observedGeneration'] as const).every((field) => one[field] === other[field]);
