import { createHmac } from 'node:crypto';
import { TintypeError } from '@tintype/contracts';
import { sameText } from '../../auth/signature.js';

/** Headers of a request from Slack. A missing header is an empty string. */
export interface SlackHeaders {
  /** `X-Slack-Request-Timestamp`: Unix time in seconds. */
  timestamp: string;
  /** `X-Slack-Signature`: `v0=` and hex digits. */
  signature: string;
}

/**
 * The most seconds between a request's time and ours, in both directions. Slack advises this limit:
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export const windowSeconds = 300;

/** The value of `X-Slack-Signature`. `timestamp` is the value of the other header. */
export const signSlack = (secret: string, timestamp: string, body: Uint8Array): string =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')}`;

const refuse = (message: string) => new TintypeError('invalid_signature', message);

/**
 * Throws `invalid_signature` unless the request is recent, and signed with the secret of the Slack app. `now` is in
 * milliseconds of the Unix epoch.
 */
export const checkSlackSignature = (
  { secret, now }: { secret: string; now: number },
  { timestamp, signature }: SlackHeaders,
  body: Uint8Array,
): void => {
  if (!timestamp || !signature)
    throw refuse('Send `X-Slack-Signature` and `X-Slack-Request-Timestamp`, as Slack does.');
  if (!/^\d{1,12}$/.test(timestamp))
    throw refuse('`X-Slack-Request-Timestamp` is no Unix time: send whole seconds, as Slack does.');
  if (Math.abs(now / 1000 - Number(timestamp)) > windowSeconds)
    throw refuse(
      `The time of the request is more than ${windowSeconds / 60} minutes off. Check the clock of this service.`,
    );
  if (!sameText(signSlack(secret, timestamp, body), signature))
    throw refuse('The signature is wrong. Set TINTYPE_SLACK_SIGNING_SECRET to the signing secret of the Slack app.');
};
