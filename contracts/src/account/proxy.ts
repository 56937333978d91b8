import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { seal, unseal } from './sealing.js';

/** The proxy of an account, as it lies in the account's record. */
export const accountProxySchema = z.looseObject({
  /** Without its password, for people. */
  url: z.string(),
  /** The whole URL. */
  sealed: z.string(),
  setAt: z.iso.datetime(),
});

export type AccountProxy = z.output<typeof accountProxySchema>;

/** Secrets of an account have ids that begin with `sec_`. */
const placeOf = (account: string) => ({ account, secretId: 'proxy' });

const withoutPassword = (text: string): string => {
  const url = new URL(text);
  url.password = '';
  return url.href;
};

/** What of a proxy's URL is written down. */
export const sealProxy = (masterKey: KeyObject, account: string, url: string): AccountProxy => ({
  url: withoutPassword(url),
  sealed: seal(masterKey, placeOf(account), url),
  setAt: new Date().toISOString(),
});

/** The proxy's URL with its login. Throws an UnsealError. */
export const openProxy = (masterKey: KeyObject, account: string, { sealed }: AccountProxy): string =>
  unseal(masterKey, placeOf(account), sealed);
