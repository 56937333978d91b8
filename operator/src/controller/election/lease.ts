import { type Lease, type LeaseSpec, microTime, type NewLease, type ObjectKey } from '@tintype/crds';

/** `now`: epoch milliseconds. */
export interface LeaseWriter {
  identity: string;
  leaseDurationMs: number;
  now: number;
}

/** The duration in a released lease. The API server refuses 0. */
const releasedSeconds = 1;

/** The duration in the lease; undefined unless it is positive, which only an API server checks. */
export const statedMs = ({ spec: { leaseDurationSeconds } }: Lease): number | undefined =>
  typeof leaseDurationSeconds === 'number' && leaseDurationSeconds > 0 ? leaseDurationSeconds * 1000 : undefined;

/** A lease without a holder but with a longer duration may still have a leader. */
export const isReleased = (lease: Lease): boolean =>
  !lease.spec.holderIdentity && (statedMs(lease) ?? Number.POSITIVE_INFINITY) <= releasedSeconds * 1000;

/** An int32 in Kubernetes. The API server refuses more, so the count stops there. */
const maxTransitions = 2 ** 31 - 1;

/** Undefined without a valid count. */
export const transitionsOf = ({ spec: { leaseTransitions } }: Lease): number | undefined =>
  Number.isInteger(leaseTransitions) ? leaseTransitions : undefined;

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

/**
 * The lease of a candidate that finds none. A leader may not know that its lease was deleted, so all candidates wait
 * for the full duration.
 */
export const unclaimedLease = (key: ObjectKey, { leaseDurationMs, now }: Omit<LeaseWriter, 'identity'>): NewLease =>
  newLease(key, { holderIdentity: '', leaseDurationSeconds: seconds(leaseDurationMs), renewTime: microTime(now) });

/** The lease of a new installation: the first candidate does not wait. Never create it in place of a missing lease. */
export const vacantLease = (key: ObjectKey): NewLease =>
  newLease(key, { holderIdentity: '', leaseDurationSeconds: releasedSeconds });

const newLease = ({ namespace, name }: ObjectKey, spec: LeaseSpec): NewLease => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { namespace, name },
  spec,
});

/** The lease, renewed or taken. A take sets `acquireTime` and counts a transition; the first holder has 0. */
export const heldLease = (lease: Lease, writer: LeaseWriter): Lease => {
  const { holderIdentity, acquireTime } = lease.spec;
  const isMine = holderIdentity === writer.identity;
  const transitions = transitionsOf(lease);
  return withSpec(lease, {
    holderIdentity: writer.identity,
    leaseDurationSeconds: seconds(writer.leaseDurationMs),
    acquireTime: (isMine && acquireTime) || microTime(writer.now),
    renewTime: laterTime(lease, writer.now),
    leaseTransitions: transitions === undefined ? 0 : Math.min(transitions + (isMine ? 0 : 1), maxTransitions),
  });
};

export const releasedLease = (lease: Lease, now: number): Lease =>
  withSpec(lease, { holderIdentity: '', leaseDurationSeconds: releasedSeconds, renewTime: laterTime(lease, now) });

/** Differs from the lease's time: a write without a change makes no new version. */
const laterTime = ({ spec }: Lease, now: number): string => {
  const time = microTime(now);
  return time === spec.renewTime ? time.replace('000Z', '001Z') : time;
};

const withSpec = (lease: Lease, spec: LeaseSpec): Lease => ({ ...lease, spec: { ...lease.spec, ...spec } });
