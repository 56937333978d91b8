/** How much of a limit an account has left. */
export interface LimitState {
  name: 'requests' | 'links' | 'bandwidth' | 'sessions';
  quota: number;
  /** Default: requests. */
  unit?: 'content-bytes' | 'concurrent-requests';
  /** Absent for a limit of what may run at once. */
  windowSeconds?: number;
  /** Absent if it is not known. */
  remaining?: number | undefined;
  /** The time until the whole quota is available again. */
  resetSeconds?: number;
}

export interface LimitedContext {
  set: (name: string, value: string) => void;
  /** Keeps the limits that were added so far. */
  state: { limits?: readonly LimitState[] };
}

const parameter = (name: string, value: number | undefined) =>
  value === undefined ? '' : `;${name}=${Math.max(Math.floor(value), 0)}`;

const policyOf = ({ name, quota, windowSeconds, unit }: LimitState) =>
  `"${name}"${parameter('q', quota)}${parameter('w', windowSeconds)}${unit === undefined ? '' : `;qu="${unit}"`}`;

const stateOf = ({ name, remaining, resetSeconds }: LimitState) =>
  `"${name}"${parameter('r', remaining)}${parameter('t', resetSeconds)}`;

/**
 * Adds limits to the header `RateLimit-Policy`, and those with a known `remaining` to `RateLimit`. A later state of a
 * limit replaces the earlier one. A header without limits is absent.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export const addRateLimits = (context: LimitedContext, limits: readonly (LimitState | undefined)[]): void => {
  const added = limits.filter((limit) => limit !== undefined);
  const kept = (context.state.limits ?? []).filter(({ name }) => added.every((limit) => limit.name !== name));
  const all = [...kept, ...added];
  const measured = all.filter(({ remaining }) => remaining !== undefined);
  context.state.limits = all;
  if (all.length > 0) context.set('RateLimit-Policy', all.map(policyOf).join(', '));
  if (measured.length > 0) context.set('RateLimit', measured.map(stateOf).join(', '));
};
