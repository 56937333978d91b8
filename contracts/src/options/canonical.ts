import type { z } from 'zod';
import { type Endpoint, endpointOptions, endpoints } from './endpoints.js';
import type { Pairs } from './parse.js';
import { decimal } from './values/codecs.js';

type Shape = Readonly<Record<string, z.ZodType>>;

const shapeOf = (endpoint: Endpoint): Shape => endpointOptions[endpoint].shape;

const defaultsOf = (endpoint: Endpoint): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(shapeOf(endpoint)).map(([name, schema]) => [name, schema.safeParse(undefined).data]));

const defaults = Object.fromEntries(endpoints.map((endpoint) => [endpoint, defaultsOf(endpoint)])) as Record<
  Endpoint,
  ReadonlyMap<string, unknown>
>;

/** `005` is 5, `TRUE` and `1` are true, and a word has one spelling. Other values keep theirs, such as lengths and lists. */
const canonicalOf = (text: string, value: unknown): string => {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return decimal(text) === value ? String(value) : text;
  return typeof value === 'string' && value.toLowerCase() === text.toLowerCase() ? value : text;
};

/** The same options in one spelling: those that have their default are left out. Unknown names and invalid values stay. */
export const canonicalPairs = (endpoint: Endpoint, pairs: Pairs): Pairs => {
  const shape = shapeOf(endpoint);
  const canonical: [string, string][] = [];
  for (const [name, text] of Object.entries(pairs)) {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const value = schema?.safeParse(text).data;
    if (value === undefined || value !== defaults[endpoint].get(name)) canonical.push([name, canonicalOf(text, value)]);
  }
  return Object.fromEntries(canonical);
};
