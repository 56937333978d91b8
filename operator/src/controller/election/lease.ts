import { type Lease, type LeaseSpec, microTime, type NewLease, type ObjectKey } from '@tintype/crds';

/** `now`: epoch milliseconds. */
export interface LeaseWriter {
  identity: string;
  leaseDurationMs: number;
  now: number;
}

/** The duration in a released lease. The API server refuses 0. */
const releasedSeconds = 1;

/** The duration in the lease, in ms. Undefined if it is missing or not positive: only an API server refuses that. */
export const statedDurationMs = ({ spec: { leaseDurationSeconds } }: Lease): number | undefined =>
  typeof leaseDurationSeconds === 'number' && leaseDurationSeconds > 0 ? leaseDurationSeconds * 1000 : undefined;

/** True if the lease is free. A lease without a holder, but with a longer duration, may still have a leader. */
export const isReleased = (lease: Lease): boolean =>
  !lease.spec.holderIdentity && (statedDurationMs(lease) ?? Number.POSITIVE_INFINITY) <= releasedSeconds * 1000;

/** An int32 in Kubernetes. The API server refuses more, so the count stops there. */
const maxTransitions = 2 ** 31 - 1;

/** Undefined without a valid count. */
export const transitionsOf = ({ spec: { leaseTransitions } }: Lease): number | undefined =>
  Number.isInteger(leaseTransitions) ? leaseTransitions : undefined;

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

/**
 * The lease that a candidate creates if there is none. A leader may not know that its lease was deleted, so all
 * candidates wait for the full duration.
 */
export const unclaimedLease = (key: ObjectKey, { leaseDurationMs, now }: Omit<LeaseWriter, 'identity'>): NewLease =>
  newLease(key, { holderIdentity: '', leaseDurationSeconds: seconds(leaseDurationMs), renewTime: microTime(now) });

/** The lease of a new installation: the first candidate does not wait. Never use it to replace a deleted lease. */
export const vacantLease = (key: ObjectKey): NewLease =>
  newLease(key, { holderIdentity: '', leaseDurationSeconds: releasedSeconds });

const newLease = ({ namespace, name }: ObjectKey, spec: LeaseSpec): NewLease => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { namespace, name },
  spec,
});

/**
 * Returns the lease as `writer` takes or renews it. A take sets `acquireTime` and counts a transition. The take
 * of the first holder counts none.
 */
export const heldLease = (lease: Lease, writer: LeaseWriter): Lease => {
  const { holderIdentity, acquireTime } = lease.spec;
  const isRenewal = holderIdentity === writer.identity;
  const transitions = transitionsOf(lease);
  return withSpec(lease, {
    holderIdentity: writer.identity,
    leaseDurationSeconds: seconds(writer.leaseDurationMs),
    acquireTime: (isRenewal && acquireTime) || microTime(writer.now),
    renewTime: newRenewTime(lease, writer.now),
    leaseTransitions: transitions === undefined ? 0 : Math.min(transitions + (isRenewal ? 0 : 1), maxTransitions),
  });
};

/** Returns the lease without a holder. `now`: epoch milliseconds. */
export const releasedLease = (lease: Lease, now: number): Lease =>
  withSpec(lease, { holderIdentity: '', leaseDurationSeconds: releasedSeconds, renewTime: newRenewTime(lease, now) });

/** The time `now`, but never the `renewTime` in the lease: a write without a change makes no new version. */
const newRenewTime = ({ spec }: Lease, now: number): string => {
  const time = microTime(now);
  return time === spec.renewTime ? time.replace('000Z', '001Z') : time;
};

const withSpec = (lease: Lease, spec: LeaseSpec): Lease => ({ ...lease, spec: { ...lease.spec, ...spec } });
