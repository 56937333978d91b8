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

const maxReplicas = 1000;

const podCount = (description: string) => z.int().min(0).max(1_000_000).describe(description).optional();

/**
 * The schema admits only what the API server admits in pods. Otherwise a pool would fail later, when its pods are
 * refused.
 */
const podTemplateSchema = z.object({ ...metadataFields, ...containerFields, ...schedulingFields });

export const browserPoolSpecSchema = z
  .object({
    replicas: z
      .int()
      .min(0)
      .max(maxReplicas)
      .default(2)
      .describe(
        `Number of warm browsers for new sessions: pods whose browser runs and answers. \
Pods with a session do not count: the operator replaces each claimed pod. With 0 every session waits for a cold start. \
kubectl scale and HorizontalPodAutoscalers set this field.`,
      ),
    maxAgeSeconds: z
      .int()
      .min(60)
      .max(7 * 24 * 3600)
      .default(3600)
      .describe(
        `Age in seconds at which the operator replaces an idle pod. It never replaces a pod with a session. At most a week.`,
      ),
    browser: z
      .enum(['shell', 'full'])
      .describe(
        `The warm browsers: chromium-headless-shell, which starts three times as fast in half of the memory, or a full Chromium. Without a value the program of the pods decides. On a shell, a session with bypassBotDetection waits for a full Chromium to start.`,
      )
      .optional(),
    template: podTemplateSchema
      .describe(
        `The part of the pods that the pool decides; the operator decides the rest. Each field is optional. \
A change replaces idle pods. Pods with a session stay until the session ends.`,
      )
      .optional(),
  })
  .describe('The desired state. You can change it at any time.');

export const browserPoolStatusSchema = z
  .object({
    observedGeneration: z
      .int()
      .min(0)
      .describe('The metadata.generation of this status. It is lower while the operator has not seen a change.')
      .optional(),
    replicas: podCount('Pods of the pool without a session, ready or not.'),
    readyReplicas: podCount(
      'Pods without a session whose browser runs and answers. This many sessions can start at once.',
    ),
    claimedReplicas: podCount('Pods of the pool with a session, in addition to replicas.'),
    waitingSessions: z
      .int()
      .min(0)
      .max(1_000_000)
      .describe('Sessions of the pool that wait for their browser. The status is written every 5 s at most.')
      .optional(),
    selector: text(1024)
      .describe('Label selector of the pods that replicas counts, as text, for HorizontalPodAutoscalers.')
      .optional(),
    conditions: conditions('Conditions of the pool, for people and kubectl wait. Each type occurs once.'),
  })
  .describe('The current state. Only the operator writes it.');

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

export const browserPoolRules: readonly Rule[] = [
  rule([], {
    rule: `self.metadata.name.size() <= ${poolNameLength}`,
    message: `the name of a pool has at most ${poolNameLength} characters, because its pods have it as a label`,
    holds: ({ metadata }) => metadata.name.length <= poolNameLength,
  }),
];

/** Reasons of a pool's condition `Ready`, and its messages. */
export const poolReadyReasons = {
  Complete: 'all replicas are ready',
  Warm: 'a session can begin at once; more browsers are starting',
  Starting: 'browsers are starting',
  HeldBack: 'starting sessions get the processor first: the pool waits at most 100 ms',
  Disputed: "another client deletes the pool's pods or changes their labels",
  PodsFail: 'browsers end before a session claims them; new ones start at growing intervals',
  CannotCreate: "the API server refuses the pool's pods",
} as const;

export type PoolReadyReason = keyof typeof poolReadyReasons;

const troubles: readonly string[] = ['Disputed', 'PodsFail', 'CannotCreate'] satisfies PoolReadyReason[];

/** A person should look at the pool: the reason does not pass by itself. */
export const isPoolTrouble = (reason: string): boolean => troubles.includes(reason);
