import { createHash } from 'node:crypto';
import type { BrowserPool } from '@tintype/crds';
import type { PodTemplate } from '../browser-session/pods/resources.js';
import type { TemplateFor } from './dependencies.js';

/** Enough to tell the templates of one pool apart, as the value of a label. */
const digits = 16;

/**
 * Tells pods that are made from the same from others, whether the pool has changed, the operator's settings or its program.
 * It is that of a pod with the pool's own name, whose key, too, changes with the root key.
 */
export const templateHash = (pool: BrowserPool, template: TemplateFor): string => {
  const { namespace, name } = pool.metadata;
  return hashOf(template(pool, { namespace, name }));
};

const hashOf = (template: PodTemplate): string =>
  createHash('sha256').update(JSON.stringify(template, inOrder)).digest('hex').slice(0, digits);

/** Engines may give the fields of an object back in another order. */
const inOrder = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
