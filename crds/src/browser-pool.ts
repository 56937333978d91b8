import { z } from 'zod';
import { conditionSchema } from './browser-session.js';
import type { NewObjectMeta, ObjectMeta } from './object-meta.js';

export const browserPoolSpecSchema = z.object({
  replicas: z.int().min(0).max(1000).default(2),
});

export const browserPoolStatusSchema = z.object({
  observedGeneration: z.int().optional(),
  replicas: z.int().min(0).optional(),
  readyReplicas: z.int().min(0).optional(),
  claimedReplicas: z.int().min(0).optional(),
  selector: z.string().optional(),
  conditions: z.array(conditionSchema).optional(),
});

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
