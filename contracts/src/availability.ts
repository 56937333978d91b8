import { TintypeError } from './errors.js';
import { type Endpoint, laterValues } from './options/endpoints.js';

/**
 * What the contract names and this version does not do yet. Asking for it answers 400 `invalid_option`, so that nothing
 * is silently ignored, cached or charged wrong. Whoever builds one of these takes its entry out.
 */
export const notYetAvailable = {
  endpoints: ['animated'] as const satisfies readonly Endpoint[],

  /** Refused when their value differs from the default. */
  options: [
    'preset',
    'stealth',
    'bypassBotDetection',
    'blockAds',
    'blockCookieBanners',
    'resizeWidth',
    'resizeHeight',
    's3Acl',
    's3Redirect',
  ] as readonly string[],

  /** Single values of options that are otherwise there. */
  values: laterValues as Readonly<Record<string, readonly unknown[]>>,

  /** Paths of the public port; `*` stands for one segment, `**` for all that follow. */
  routes: [
    'POST /batch-image/*',
    'POST /batch-pdf/*',
    'GET /batch/*/*',
    'POST /mcp/v1',
    'POST /integrations/slack/commands',
    'GET /files/**',
    'GET /console',
  ] as readonly string[],
};

/** The endpoints that this version has: whoever has a row for each of them has none for the others. */
export type AvailableEndpoint = Exclude<Endpoint, (typeof notYetAvailable.endpoints)[number]>;

export const isAvailable = (endpoint: Endpoint): endpoint is AvailableEndpoint =>
  !(notYetAvailable.endpoints as readonly Endpoint[]).includes(endpoint);

/** Throws `invalid_option` for an endpoint that this version does not have. */
export const checkAvailable: (endpoint: Endpoint) => asserts endpoint is AvailableEndpoint = (endpoint) => {
  if (isAvailable(endpoint)) return;
  throw new TintypeError(
    'invalid_option',
    `The endpoint ${endpoint} is not available in this version. \`/docs\` lists those that are.`,
  );
};
