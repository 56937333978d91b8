import { type Lease, type LeaseSpec, microTime, type NewLease, type ObjectKey } from '@tintype/crds';

/** Who writes the lease, and when: `now` in milliseconds of the Unix epoch. */
export interface LeaseWriter {
  identity: string;
  leaseDurationMs: number;
  now: number;
}

/** How long a lease lasts that was given back. 0 would be refused. */
const releasedSeconds = 1;

/** What a lease says of its duration, in milliseconds: only an API server sees to it that this is a positive number. */
export const statedMs = ({ spec: { leaseDurationSeconds } }: Lease): number | undefined =>
  typeof leaseDurationSeconds === 'number' && leaseDurationSeconds > 0 ? leaseDurationSeconds * 1000 : undefined;

/**
 * Nobody holds it, and nobody believes to: its last holder has said so. Of one that has no holder and still says a longer
 * duration that is not known.
 */
export const isReleased = (lease: Lease): boolean =>
  !lease.spec.holderIdentity && (statedMs(lease) ?? Number.POSITIVE_INFINITY) <= releasedSeconds * 1000;

/** An int32 in Kubernetes. A lease that says more is refused, so the count stays there. */
const mostTransitions = 2 ** 31 - 1;

/** How often it has changed hands; undefined of one that nobody has held, or that says nothing usable. */
export const transitionsOf = ({ spec: { leaseTransitions } }: Lease): number | undefined =>
  Number.isInteger(leaseTransitions) ? leaseTransitions : undefined;

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

/**
 * The lease as somebody makes it who finds none. It was deleted, for all that is known, and a leader may live who has not
 * heard of it: so nobody holds this one either, until it has been there unchanged for its duration.
 */
export const unclaimedLease = (key: ObjectKey, { leaseDurationMs, now }: Omit<LeaseWriter, 'identity'>): NewLease =>
  newLease(key, { holderIdentity: '', leaseDurationSeconds: seconds(leaseDurationMs), renewTime: microTime(now) });

/**
 * The lease as the first start of an installation makes it, where nobody can lead yet: whoever stands first need not wait.
 * Never to be made in the place of one that is missing.
 */
export const vacantLease = (key: ObjectKey): NewLease =>
  newLease(key, { holderIdentity: '', leaseDurationSeconds: releasedSeconds });

const newLease = ({ namespace, name }: ObjectKey, spec: LeaseSpec): NewLease => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { namespace, name },
  spec,
});

/** The lease held on, or taken from whoever held it: then it says since when, and counts one holder more, from 0 for the first. */
export const heldLease = (lease: Lease, writer: LeaseWriter): Lease => {
  const { holderIdentity, acquireTime } = lease.spec;
  const isMine = holderIdentity === writer.identity;
  const before = transitionsOf(lease);
  return withSpec(lease, {
    holderIdentity: writer.identity,
    leaseDurationSeconds: seconds(writer.leaseDurationMs),
    acquireTime: (isMine && acquireTime) || microTime(writer.now),
    renewTime: laterTime(lease, writer.now),
    leaseTransitions: before === undefined ? 0 : Math.min(before + (isMine ? 0 : 1), mostTransitions),
  });
};

/** The lease given back, so that the next one need not wait. */
export const releasedLease = (lease: Lease, now: number): Lease =>
  withSpec(lease, { holderIdentity: '', leaseDurationSeconds: releasedSeconds, renewTime: laterTime(lease, now) });

/** Never the time that the lease has: a write that changes nothing makes no new version, and others would miss it. */
const laterTime = ({ spec }: Lease, now: number): string => {
  const time = microTime(now);
  return time === spec.renewTime ? time.replace('000Z', '001Z') : time;
};

const withSpec = (lease: Lease, spec: LeaseSpec): Lease => ({ ...lease, spec: { ...lease.spec, ...spec } });
