import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a viewer of the live view may do. */
export const liveRights = ['view', 'control'] as const;
export type LiveRight = (typeof liveRights)[number];

/** What a token allows on its session's pod; each token allows one kind of call. */
export const tokenPurposes = ['activate', 'load', 'confirm', 'close', 'act', 'read', 'cdp', ...liveRights] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];

export interface TokenClaims {
  session: string;
  purpose: TokenPurpose;
  /** Milliseconds of the Unix epoch, on the pod's clock; valid until then. */
  expiresAt: number;
  /** Adds 96 random bits, so that two tokens of equal claims differ; nothing checks them. */
  withNonce?: boolean;
}

const sign = (key: string | KeyObject, text: string) => createHmac('sha256', key).update(text).digest('base64url');

/**
 * The key of one pod, passed to it at its creation: it opens no other pod. It is derived from the root key, so no list
 * is kept.
 */
export const podKeyOf = (rootKey: KeyObject, pod: { namespace: string; name: string }): string =>
  sign(rootKey, `${pod.namespace}/${pod.name}`);

/**
 * The key for tokens in `connectUrl` and in links to the live view. Apis check such a token without a look-up, so a
 * false one costs nothing. No pod has this key: the text of a pod's key has a slash.
 */
export const connectKeyOf = (rootKey: KeyObject): string => sign(rootKey, 'connect');

/** `v1.<session>.<purpose>.<expiry>[.<nonce>].<HMAC-SHA256 of that, base64url>`. Signed, not encrypted. */
export const mintToken = (podKey: string, { session, purpose, expiresAt, withNonce }: TokenClaims): string => {
  const nonce = withNonce ? `.${randomBytes(12).toString('base64url')}` : '';
  const claims = `v1.${session}.${purpose}.${expiresAt}${nonce}`;
  return `${claims}.${sign(podKey, claims)}`;
};

const form = /^(v1\.(sess_[A-Za-z0-9-]{1,64})\.([a-z]{1,16})\.(\d{1,16})(?:\.[\w-]{16})?)\.([A-Za-z0-9_-]{43})$/;

export interface TokenUse {
  purpose: TokenPurpose;
  /** Milliseconds of the Unix epoch. */
  now: number;
}

/** The session of a valid token of this pod's key and purpose. Undefined otherwise, without a reason. */
export const sessionOfToken = (podKey: string, token: string, { purpose, now }: TokenUse): string | undefined => {
  const [, claims = '', session, tokenPurpose, expiry, mac = ''] = form.exec(token) ?? [];
  const isSigned = mac !== '' && timingSafeEqual(Buffer.from(mac), Buffer.from(sign(podKey, claims)));
  return isSigned && tokenPurpose === purpose && now <= Number(expiry) ? session : undefined;
};
