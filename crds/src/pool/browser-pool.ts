import { z } from 'zod';
import { conditions } from '../object/condition.js';
import type { NewObjectMeta, ObjectMeta } from '../object/object-meta.js';
import { type Rule, ruleOver } from '../schema/rule.js';
import { text } from '../schema/text.js';
import { containerFields } from './container.js';
import { metadataFields } from './metadata.js';
import { schedulingFields } from './scheduling.js';

/** A pool's name is a label value of its pods. */
const poolNameLength = 63;

const mostReplicas = 1000;

const pods = (description: string) => z.int().min(0).max(1_000_000).describe(description).optional();

/**
 * The part of a pod that a pool may set. The schema admits only what the API server admits in pods: otherwise a pool
 * would fail later, when its pods are refused.
 */
const podTemplateSchema = z.object({ ...metadataFields, ...containerFields, ...schedulingFields });

export const browserPoolSpecSchema = z
  .object({
    replicas: z
      .int()
      .min(0)
      .max(mostReplicas)
      .default(2)
      .describe(
        `How many warm browsers are kept ready for new sessions: pods whose browser is up and answers. \
Pods that serve a session are not counted: each one taken is replaced. 0 means that every session waits for a cold start. \
It is what kubectl scale and a HorizontalPodAutoscaler set.`,
      ),
    maxAgeSeconds: z
      .int()
      .min(60)
      .max(7 * 24 * 3600)
      .default(3600)
      .describe(
        `How old a warm pod may get, in seconds, before it is replaced; only idle pods are, never one with a session. At most a week.`,
      ),
    template: podTemplateSchema
      .describe(
        `What the pods of this pool look like, as far as it is not the operator's to decide. Each field is optional. \
A change replaces idle pods; those with a session stay as they are to its end.`,
      )
      .optional(),
  })
  .describe('What is asked for. It may be changed at any time.');

export const browserPoolStatusSchema = z
  .object({
    observedGeneration: z
      .int()
      .min(0)
      .describe(
        'The metadata.generation that this status was made from; less than that while a change has not been seen.',
      )
      .optional(),
    replicas: pods('Pods of the pool that no session has taken, ready or not.'),
    readyReplicas: pods('Those of them whose browser is up and answers: sessions that can begin at once.'),
    claimedReplicas: pods('Pods of the pool that a session has taken, in addition to replicas.'),
    selector: text(1024)
      .describe('Label selector of the pods that replicas counts, as text; for HorizontalPodAutoscalers.')
      .optional(),
    conditions: conditions('What holds of the pool now, for people and for kubectl wait; each type once.'),
  })
  .describe('What is there. Written by the operator only.');

export type BrowserPoolSpec = z.output<typeof browserPoolSpecSchema>;
export type BrowserPoolStatus = z.output<typeof browserPoolStatusSchema>;

export interface NewBrowserPool {
  apiVersion: 'tintype.dev/v1alpha1';
  kind: 'BrowserPool';
  metadata: NewObjectMeta;
  spec: z.input<typeof browserPoolSpecSchema>;
}

export interface BrowserPool {
  apiVersion: 'tintype.dev/v1alpha1';
  kind: 'BrowserPool';
  metadata: ObjectMeta;
  spec: BrowserPoolSpec;
  status?: BrowserPoolStatus;
}

const rule = ruleOver<BrowserPool>();

/** Rules of single fields are at the fields (`ruled`). */
export const browserPoolRules: readonly Rule[] = [
  rule([], {
    rule: `self.metadata.name.size() <= ${poolNameLength}`,
    message: `the name of a pool has at most ${poolNameLength} characters, since its pods have it as a label`,
    holds: ({ metadata }) => metadata.name.length <= poolNameLength,
  }),
];
