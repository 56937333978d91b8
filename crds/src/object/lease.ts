import type { NewObjectMeta, ObjectMeta } from './object-meta.js';

/**
 * Times (RFC 3339 with microseconds) are for people: waiting operators use their own clocks.
 * https://kubernetes.io/docs/concepts/architecture/leases/
 */
export interface LeaseSpec {
  /** Absent or empty if the lease is free. */
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
/** Kubernetes' MicroTime: RFC 3339 with six digits after the second. */
export const microTime = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('Z', '000Z');
