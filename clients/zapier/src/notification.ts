import type { Notification } from '@tintype/client';
import { clientOf } from './connection.js';
import type { Bundle } from './platform.js';

/** Zapier writes `X-Signature` or `Http-X-Signature` for the header `x-signature`. */
const headerOf = ({ rawRequest }: Bundle, name: string): string | undefined =>
  Object.entries(rawRequest?.headers ?? {}).find(([key]) => key.toLowerCase().replace(/^http-/, '') === name)?.[1];

/**
 * The notification in a POST that Zapier received. Throws a `WebhookError` if the connection's secret did not sign it,
 * or if it is older than `tolerance` seconds.
 */
export const verified = (bundle: Bundle, tolerance: number): Promise<Notification> => {
  const { rawRequest } = bundle;
  return clientOf(bundle).verifyWebhook(headerOf(bundle, 'x-signature'), rawRequest?.content ?? '', tolerance);
};
