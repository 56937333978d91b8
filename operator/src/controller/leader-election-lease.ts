import { type Lease, type LeaseSpec, microTime, type NewLease, type ObjectKey } from '@tintype/crds';

/** Who writes the lease, and when: `now` in milliseconds of the Unix epoch. */
export interface LeaseWriter {
  identity: string;
  leaseDurationMs: number;
  now: number;
}

/** Nobody holds it. */
export const isFree = (lease: Lease): boolean => !lease.spec.holderIdentity;

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

/** The lease of somebody who is the first to hold it. */
export const firstLease = ({ namespace, name }: ObjectKey, writer: LeaseWriter): NewLease => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { namespace, name },
  spec: {
    holderIdentity: writer.identity,
    leaseDurationSeconds: seconds(writer.leaseDurationMs),
    acquireTime: microTime(writer.now),
    renewTime: microTime(writer.now),
    leaseTransitions: 0,
  },
});

/** The lease held on, or taken from whoever held it: then it says since when, and counts one holder more. */
export const heldLease = (lease: Lease, writer: LeaseWriter): Lease => {
  const { holderIdentity, acquireTime, leaseTransitions = 0 } = lease.spec;
  const isMine = holderIdentity === writer.identity;
  return withSpec(lease, {
    holderIdentity: writer.identity,
    leaseDurationSeconds: seconds(writer.leaseDurationMs),
    acquireTime: (isMine && acquireTime) || microTime(writer.now),
    renewTime: laterTime(lease, writer.now),
    leaseTransitions: isMine ? leaseTransitions : leaseTransitions + 1,
  });
};

/** The lease given back, so that the next one need not wait. A duration of 0 would be refused. */
export const releasedLease = (lease: Lease, now: number): Lease =>
  withSpec(lease, { holderIdentity: '', leaseDurationSeconds: 1, renewTime: laterTime(lease, now) });

/** Never the time that the lease has: a write that changes nothing makes no new version, and others would miss it. */
const laterTime = ({ spec }: Lease, now: number): string => {
  const time = microTime(now);
  return time === spec.renewTime ? time.replace('000Z', '001Z') : time;
};

const withSpec = (lease: Lease, spec: LeaseSpec): Lease => ({ ...lease, spec: { ...lease.spec, ...spec } });
