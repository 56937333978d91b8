import { z } from 'zod';
import type { NewObjectMeta, ObjectMeta } from './object-meta.js';

export const sessionPhases = [
  'Pending',
  'Binding',
  'Active',
  'Closing',
  'Settling',
  'Closed',
  'Rejected',
  'Failed',
] as const;

export const conditionSchema = z.object({
  type: z.string(),
  status: z.enum(['True', 'False', 'Unknown']),
  reason: z.string(),
  message: z.string().optional(),
  observedGeneration: z.int().optional(),
  lastTransitionTime: z.iso.datetime({ offset: true }),
});

export const browserSessionSpecSchema = z.object({
  account: z.string().min(1).max(63),
  pool: z.string().max(253).default('default'),
  maxTtlSeconds: z.int().min(1).max(900).default(900),
  cdp: z.boolean().default(false),
  proxy: z.boolean().default(false),
  bypassBotDetection: z.boolean().default(false),
  startBy: z.iso.datetime({ offset: true }).optional(),
});

const actionCountSchema = z.object({
  total: z.int().min(0),
  success: z.int().min(0),
  error: z.int().min(0),
});

export const browserSessionStatusSchema = z.object({
  phase: z.enum(sessionPhases).optional(),
  pod: z.object({ name: z.string(), uid: z.string(), node: z.string().optional() }).optional(),
  attempts: z.int().min(0).optional(),
  startedAt: z.iso.datetime({ offset: true }).optional(),
  expiresAt: z.iso.datetime({ offset: true }).optional(),
  endedAt: z.iso.datetime({ offset: true }).optional(),
  closeReason: z.string().optional(),
  counts: z
    .object({
      actions: z.int().min(0),
      success: z.int().min(0),
      error: z.int().min(0),
      byType: z.record(z.string(), actionCountSchema).optional(),
    })
    .optional(),
  credits: z.int().min(0).optional(),
  conditions: z.array(conditionSchema).optional(),
});

export type SessionPhase = (typeof sessionPhases)[number];
export type Condition = z.output<typeof conditionSchema>;
export type BrowserSessionSpec = z.output<typeof browserSessionSpecSchema>;
export type BrowserSessionStatus = z.output<typeof browserSessionStatusSchema>;

export interface NewBrowserSession {
  apiVersion: 'tintype.dev/v1alpha1';
  kind: 'BrowserSession';
  metadata: NewObjectMeta;
  spec: z.input<typeof browserSessionSpecSchema>;
}

export interface BrowserSession {
  apiVersion: 'tintype.dev/v1alpha1';
  kind: 'BrowserSession';
  metadata: ObjectMeta;
  spec: BrowserSessionSpec;
  status?: BrowserSessionStatus;
}
