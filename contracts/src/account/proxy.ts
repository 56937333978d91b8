import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { seal, unseal } from './sealing.js';

export const accountProxySchema = z.looseObject({
  /** The proxy's URL without its password, to show to people. If it has no password, the user name is masked. */
  url: z.string(),
  /** The URL with user name and password, sealed. */
  sealed: z.string(),
  setAt: z.iso.datetime(),
});

export type AccountProxy = z.output<typeof accountProxySchema>;

/** No secret of the account has the id `proxy`: their ids start with `sec_`. */
const locationOf = (account: string) => ({ account, secretId: 'proxy' });

const mask = '***';

/** Removes the password. If there is none, masks the user name: some proxies take a key as user name. */
const withoutSecret = (proxyUrl: string): string => {
  const url = new URL(proxyUrl);
  if (url.username && !url.password) url.username = mask;
  url.password = '';
  return url.href;
};

export const sealProxy = (masterKey: KeyObject, account: string, url: string): AccountProxy => ({
  url: withoutSecret(url),
  sealed: seal(masterKey, locationOf(account), url),
  setAt: new Date().toISOString(),
});

/** Returns the proxy's whole URL. Throws UnsealError. */
export const decryptProxy = (masterKey: KeyObject, account: string, { sealed }: AccountProxy): string =>
  unseal(masterKey, locationOf(account), sealed);
