import type { Context } from 'koa';

/**
 * Pages of any origin may embed and read the answer, errors included. It is for routes whose URL is the only
 * credential. They take no cookie and no header, so another site's page gets only what its author could fetch.
 */
export const openToPages = (context: Context, exposed: readonly string[]): void => {
  context.set('Access-Control-Allow-Origin', '*');
  context.set('Access-Control-Expose-Headers', exposed.join(', '));
  context.set('Cross-Origin-Resource-Policy', 'cross-origin');
};
