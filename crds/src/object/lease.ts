import type { NewObjectMeta, ObjectMeta } from './object-meta.js';

/**
 * Who leads, in coordination.k8s.io/v1. Times are RFC 3339 with microseconds; they are for people: whoever waits measures
 * by its own clock since it last saw the object change.
 * https://kubernetes.io/docs/concepts/architecture/leases/
 */
export interface LeaseSpec {
  /** Absent or empty when nobody holds it. */
  holderIdentity?: string;
  leaseDurationSeconds?: number;
  acquireTime?: string;
  renewTime?: string;
  leaseTransitions?: number;
}

export interface NewLease {
  apiVersion: 'coordination.k8s.io/v1';
  kind: 'Lease';
  metadata: NewObjectMeta;
  spec: LeaseSpec;
}

export interface Lease extends NewLease {
  metadata: ObjectMeta;
}
/** A time, in milliseconds of the Unix epoch, as Kubernetes' MicroTime: RFC 3339 with six digits of a second. */
export const microTime = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('Z', '000Z');
