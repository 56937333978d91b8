import type { BrowserPool, NewBrowserPool } from './browser-pool.js';
import type { BrowserSession, NewBrowserSession } from './browser-session.js';
import type { Lease, NewLease } from './lease.js';
import type { NewPod, Pod } from './pod.js';

/** The kinds that a {@link ResourceStore} holds, as they are read. */
export interface Kinds {
  BrowserSession: BrowserSession;
  BrowserPool: BrowserPool;
  Pod: Pod;
  Lease: Lease;
}

/** The same as they are made. */
export interface NewKinds {
  BrowserSession: NewBrowserSession;
  BrowserPool: NewBrowserPool;
  Pod: NewPod;
  Lease: NewLease;
}

export type Kind = keyof Kinds;

export interface KindInfo {
  apiVersion: string;
  /** As in URLs and RBAC rules. */
  plural: string;
  /** The kind's status is written apart from the rest. */
  hasStatus: boolean;
}

export const kindInfo: Record<Kind, KindInfo> = {
  BrowserSession: { apiVersion: 'tintype.dev/v1alpha1', plural: 'browsersessions', hasStatus: true },
  BrowserPool: { apiVersion: 'tintype.dev/v1alpha1', plural: 'browserpools', hasStatus: true },
  Pod: { apiVersion: 'v1', plural: 'pods', hasStatus: true },
  Lease: { apiVersion: 'coordination.k8s.io/v1', plural: 'leases', hasStatus: false },
};
