import { labels, type Pod } from '@tintype/crds';

/** It was made for a session, or a session has claimed it; the others wait for whoever comes. */
export const isForSession = ({ metadata }: Pod): boolean => metadata.labels?.[labels.session] !== undefined;

const rank = (pod: Pod): number => (isForSession(pod) ? 0 : 1);

/** Whose turn it is first: pods that somebody waits for, and of those the oldest. */
export const byTurn = (one: Pod, other: Pod): number =>
  rank(one) - rank(other) ||
  one.metadata.creationTimestamp.localeCompare(other.metadata.creationTimestamp) ||
  one.metadata.name.localeCompare(other.metadata.name);

/** A pod that runs, or is about to. */
export interface Running {
  pod: Pod;
  /** Its browser has never been up. */
  isStarting: boolean;
  /** Its place will be free soon. */
  isEnding: boolean;
}

/**
 * The pods that make room for so many that somebody waits for, as far as places do not become free anyway: such that nobody
 * has taken, those first that are least far.
 */
export const givingWay = (running: readonly Running[], needed: number): Pod[] => {
  const leaving = running.filter(({ isEnding }) => isEnding).length;
  const idle = running.filter(({ pod, isEnding }) => !isEnding && !isForSession(pod));
  const last = idle.toSorted(
    (one, other) => Number(other.isStarting) - Number(one.isStarting) || byTurn(other.pod, one.pod),
  );
  return last.slice(0, Math.max(0, needed - leaving)).map(({ pod }) => pod);
};
