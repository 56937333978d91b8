import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a token lets its bearer do with its session on its pod; each is good for that alone. */
export const tokenPurposes = ['activate', 'confirm', 'close', 'act', 'read', 'cdp'] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];

export interface TokenClaims {
  session: string;
  purpose: TokenPurpose;
  /** Milliseconds of the epoch, by the pod's clock: good until then, and not after. */
  expiresAt: number;
  /** Adds 96 random bits, so that two tokens of the same claims differ; nothing checks them. */
  withNonce?: boolean;
}

const sign = (key: string | KeyObject, text: string) => createHmac('sha256', key).update(text).digest('base64url');

/**
 * The key of one pod, which it is given when it is made: whoever learns it has that pod and no other. Nobody keeps a list,
 * since whoever has the root key can derive it again.
 */
export const podKeyOf = (rootKey: KeyObject, pod: { namespace: string; name: string }): string =>
  sign(rootKey, `${pod.namespace}/${pod.name}`);

/**
 * The key of the tokens in `connectUrl`, which the apis make and check: without a look-up, so that whoever has none costs
 * nothing. It is no pod's key, whose texts all have a slash.
 */
export const connectKeyOf = (rootKey: KeyObject): string => sign(rootKey, 'connect');

/** `v1.<session>.<purpose>.<expiry>[.<nonce>].<HMAC-SHA256 of that, base64url>`. The token is signed, not encrypted. */
export const mintToken = (podKey: string, { session, purpose, expiresAt, withNonce }: TokenClaims): string => {
  const nonce = withNonce ? `.${randomBytes(12).toString('base64url')}` : '';
  const claims = `v1.${session}.${purpose}.${expiresAt}${nonce}`;
  return `${claims}.${sign(podKey, claims)}`;
};

const form = /^(v1\.(sess_[A-Za-z0-9-]{1,64})\.([a-z]{1,16})\.(\d{1,16})(?:\.[\w-]{16})?)\.([A-Za-z0-9_-]{43})$/;

/** What a token is asked to allow. */
export interface TokenUse {
  purpose: TokenPurpose;
  /** Milliseconds of the epoch. */
  now: number;
}

/**
 * Whose session a token gives its bearer, when it was made with this pod's key for this purpose and is still good;
 * undefined for any other text, and no word about what is wrong with it.
 */
export const sessionOfToken = (podKey: string, token: string, { purpose, now }: TokenUse): string | undefined => {
  const [, claims = '', session, tokenPurpose, expiry, mac = ''] = form.exec(token) ?? [];
  const isSigned = mac !== '' && timingSafeEqual(Buffer.from(mac), Buffer.from(sign(podKey, claims)));
  return isSigned && tokenPurpose === purpose && now <= Number(expiry) ? session : undefined;
};
