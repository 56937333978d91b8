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
  /** Adds 96 random bits, so that two tokens of equal claims differ. No reader checks these bits. */
  withNonce?: boolean;
}

const sign = (key: string | KeyObject, text: string) => createHmac('sha256', key).update(text).digest('base64url');

/**
 * The key of one pod, derived from the root key, so that no list of keys is kept. The pod gets the key at its creation.
 * Tokens of this key open no other pod.
 */
export const podKeyOf = (rootKey: KeyObject, pod: { namespace: string; name: string }): string =>
  sign(rootKey, `${pod.namespace}/${pod.name}`);

/**
 * The key for tokens in `connectUrl` and in links to the live view. Apis check such a token without a look-up, so a
 * false token costs nothing. No pod has this key: pods' keys are made from texts with a slash.
 */
export const connectKeyOf = (rootKey: KeyObject): string => sign(rootKey, 'connect');

/** `v1.<session>.<purpose>.<expiry>[.<nonce>].<HMAC-SHA256 of the text before, base64url>`. Signed, not encrypted. */
export const mintToken = (key: string, { session, purpose, expiresAt, withNonce }: TokenClaims): string => {
  const nonce = withNonce ? `.${randomBytes(12).toString('base64url')}` : '';
  const claims = `v1.${session}.${purpose}.${expiresAt}${nonce}`;
  return `${claims}.${sign(key, claims)}`;
};

const tokenForm = /^(v1\.(sess_[A-Za-z0-9-]{1,64})\.([a-z]{1,16})\.(\d{1,16})(?:\.[\w-]{16})?)\.([A-Za-z0-9_-]{43})$/;

export interface TokenUse {
  purpose: TokenPurpose;
  /** Milliseconds of the Unix epoch. */
  now: number;
}

/**
 * The session of a token of this key and purpose. Undefined, without a reason, if the token is false or has expired.
 */
export const sessionOfToken = (key: string, token: string, { purpose, now }: TokenUse): string | undefined => {
  const [, claims = '', session, tokenPurpose, expiry, mac = ''] = tokenForm.exec(token) ?? [];
  const isSigned = mac !== '' && timingSafeEqual(Buffer.from(mac), Buffer.from(sign(key, claims)));
  return isSigned && tokenPurpose === purpose && now <= Number(expiry) ? session : undefined;
};
