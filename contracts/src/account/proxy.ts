import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { seal, unseal } from './sealing.js';

export const accountProxySchema = z.looseObject({
  /** The proxy's URL without the password, for people. Without a password, the user name is masked. */
  url: z.string(),
  /** The whole URL, sealed. */
  sealed: z.string(),
  setAt: z.iso.datetime(),
});

export type AccountProxy = z.output<typeof accountProxySchema>;

/** Ids of an account's secrets start with `sec_`, so this one is free. */
const locationOf = (account: string) => ({ account, secretId: 'proxy' });

const mask = '***';

/** Masks a user name without a password, too: some proxies take a key as user name. */
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
