import { TintypeError } from './errors.js';
import type { Endpoint } from './options/endpoints.js';

/**
 * A request for one of these parts gets 400 `invalid_option`, so that nothing is silently ignored, cached or charged
 * wrong. Remove an entry when you build it.
 */
export const notYetAvailable = {
  endpoints: [] as const satisfies readonly Endpoint[],

  /** Refused if the value differs from the default. */
  options: [] as readonly string[],

  /** Single values of otherwise available options. */
  values: {} as Readonly<Record<string, readonly unknown[]>>,

  /** Paths of the public port; `*` is one segment, `**` the rest. */
  routes: [] as readonly string[],
};

/** A table over this type has no rows for missing endpoints. */
export type AvailableEndpoint = Exclude<Endpoint, (typeof notYetAvailable.endpoints)[number]>;

export const isAvailable = (endpoint: Endpoint): endpoint is AvailableEndpoint =>
  !(notYetAvailable.endpoints as readonly Endpoint[]).includes(endpoint);

/** Throws `invalid_option`. */
export const checkAvailable: (endpoint: Endpoint) => asserts endpoint is AvailableEndpoint = (endpoint) => {
  if (isAvailable(endpoint)) return;
  throw new TintypeError(
    'invalid_option',
    `The endpoint ${endpoint} is not available in this version. \`/docs\` lists those that are.`,
  );
};
