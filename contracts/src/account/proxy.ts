import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { seal, unseal } from './sealing.js';

export const accountProxySchema = z.looseObject({
  /** Without the password, for people; without one, the user name is masked. */
  url: z.string(),
  /** The whole URL, sealed. */
  sealed: z.string(),
  setAt: z.iso.datetime(),
});

export type AccountProxy = z.output<typeof accountProxySchema>;

/** Ids of an account's secrets start with `sec_`, so this one is free. */
const locationOf = (account: string) => ({ account, secretId: 'proxy' });

const mask = '***';

/** A user name without a password may be a key: some proxies take one so. */
const withoutSecret = (text: string): string => {
  const url = new URL(text);
  if (url.username && !url.password) url.username = mask;
  url.password = '';
  return url.href;
};

export const sealProxy = (masterKey: KeyObject, account: string, url: string): AccountProxy => ({
  url: withoutSecret(url),
  sealed: seal(masterKey, locationOf(account), url),
  setAt: new Date().toISOString(),
});

/** Throws UnsealError. */
export const decryptProxy = (masterKey: KeyObject, account: string, { sealed }: AccountProxy): string =>
  unseal(masterKey, locationOf(account), sealed);
