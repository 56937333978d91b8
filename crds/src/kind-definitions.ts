import { z } from 'zod';
import { browserPoolSpecSchema, browserPoolStatusSchema } from './browser-pool.js';
import { browserPoolRules } from './browser-pool-rules.js';
import { browserSessionSpecSchema, browserSessionStatusSchema } from './browser-session.js';
import { browserSessionRules } from './browser-session-rules.js';
import type { Kind } from './kinds.js';
import type { Rule } from './rule.js';
import { type StructuralSchema, structuralSchema } from './structural-schema.js';

/** The kinds that are ours to describe. */
export type OwnKind = Extract<Kind, 'BrowserSession' | 'BrowserPool'>;

export interface KindDefinition {
  /** Of `spec` and `status`. */
  schema: z.ZodObject;
  rules: readonly Rule[];
  /** The schema, as the API server takes it; without the rules. */
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
      `A browser that an account has to itself for some minutes. Creating the object opens it, on a pod of its pool, \
and deleting the object closes it; that is what POST and DELETE of /v1/sessions do, too. \
An object that ended by itself (Expired, Failed, Rejected) is deleted some time later; what it cost stays in the ledger.`,
    ),
    browserSessionRules,
  ),
  BrowserPool: define(
    z.object({ spec: browserPoolSpecSchema, status: browserPoolStatusSchema.optional() }).describe(
      `Browsers that are up before anybody asks for them. A BrowserSession takes a pod of its pool and never gives it back: \
a pod serves one session in its life, and the pool makes another one.`,
    ),
    browserPoolRules,
  ),
};
