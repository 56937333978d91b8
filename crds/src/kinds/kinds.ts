import { z } from 'zod';
import type { Lease, NewLease } from '../object/lease.js';
import type { NewPod, Pod } from '../pod/pod.js';
import {
  type BrowserPool,
  browserPoolRules,
  browserPoolSpecSchema,
  browserPoolStatusSchema,
  type NewBrowserPool,
} from '../pool/browser-pool.js';
import type { Rule } from '../schema/rule.js';
import { type StructuralSchema, structuralSchema } from '../schema/structural-schema.js';
import {
  type BrowserSession,
  browserSessionSpecSchema,
  browserSessionStatusSchema,
  type NewBrowserSession,
} from '../session/browser-session.js';
import { browserSessionRules } from '../session/rules.js';

/** The kinds as stored. */
export interface Kinds {
  BrowserSession: BrowserSession;
  BrowserPool: BrowserPool;
  Pod: Pod;
  Lease: Lease;
}

/** The kinds before their creation. */
export interface NewKinds {
  BrowserSession: NewBrowserSession;
  BrowserPool: NewBrowserPool;
  Pod: NewPod;
  Lease: NewLease;
}

export type Kind = keyof Kinds;

export interface KindInfo {
  apiVersion: string;
  plural: string;
  /** Whether the status is written by a call of its own. */
  hasStatus: boolean;
}

export const kindInfo: Record<Kind, KindInfo> = {
  BrowserSession: { apiVersion: 'tintype.dev/v1alpha1', plural: 'browsersessions', hasStatus: true },
  BrowserPool: { apiVersion: 'tintype.dev/v1alpha1', plural: 'browserpools', hasStatus: true },
  Pod: { apiVersion: 'v1', plural: 'pods', hasStatus: true },
  Lease: { apiVersion: 'coordination.k8s.io/v1', plural: 'leases', hasStatus: false },
};

/** The kinds that we define. */
export type OwnKind = Extract<Kind, 'BrowserSession' | 'BrowserPool'>;

export interface KindDefinition {
  /** Covers `spec` and `status`. */
  schema: z.ZodObject;
  rules: readonly Rule[];
  /** The schema for the API server, without the rules. */
  structural: StructuralSchema;
}

const define = (schema: z.ZodObject, rules: readonly Rule[]): KindDefinition => ({
  schema,
  rules,
  structural: structuralSchema(schema),
});

export const kindDefinitions: Readonly<Record<OwnKind, KindDefinition>> = {
  BrowserSession: define(
    z.object({ spec: browserSessionSpecSchema, status: browserSessionStatusSchema.optional() }).describe(
      `A browser that one account uses for some minutes. Creating the object opens it on a pod of its pool; \
deleting the object closes it. POST and DELETE of /v1/sessions do the same. \
An object that ended on its own (Expired, Failed, Rejected) is deleted later; its charge stays in the ledger.`,
    ),
    browserSessionRules,
  ),
  BrowserPool: define(
    z.object({ spec: browserPoolSpecSchema, status: browserPoolStatusSchema.optional() }).describe(
      `Browsers that run before a session needs them. A BrowserSession claims a pod of its pool and never returns it. \
A pod serves one session in its life, and the pool creates another.`,
    ),
    browserPoolRules,
  ),
};
