import { type Endpoint, isEndpoint, type Pairs, TintypeError } from '@tintype/contracts';
import type { Account, AccountSecret } from '../accounts/account.js';
import { rawQueryOf, readPairs } from './query.js';
import { findSignedForm, signV1, signV2 } from './signature.js';

/** The parts of a signed URL's path, as the client sent them. */
export interface SignedPath {
  apiKey: string;
  signature: string;
  endpoint: string;
  version: 1 | 2;
}

export interface SignedRequest {
  account: Account;
  /** The secret that signed the request. */
  secret: AccountSecret;
  endpoint: Endpoint;
  pairs: Pairs;
}

export interface AccountsByKey {
  byApiKey: (apiKey: string) => Account | undefined;
}

const checkExpiry = (expires: string | undefined) => {
  if (expires === undefined) return;
  if (!/^\d{1,12}$/.test(expires)) {
    throw new TintypeError('invalid_option', 'The option `expires` takes a Unix time in seconds.');
  }
  if (Number(expires) * 1000 < Date.now()) throw new TintypeError('expired_url');
};

/** Throws `account_disabled` if the account is disabled, or may not use the endpoint. */
export const checkMayUse = ({ disabled, endpoints }: Account, endpoint: Endpoint): void => {
  if (disabled) throw new TintypeError('account_disabled');
  if (endpoints && !endpoints.includes(endpoint)) {
    throw new TintypeError(
      'account_disabled',
      `This account may not use the endpoint ${endpoint}. Ask the administrator of this service.`,
    );
  }
};

/**
 * Checks the signature, then the account, and with version 2 the expiry. `target` is the raw request target, which is
 * decoded only if the signature is valid. Throws a TintypeError.
 */
export const checkSigned = (accounts: AccountsByKey, path: SignedPath, target: string): SignedRequest => {
  const { apiKey, signature, endpoint, version } = path;
  if (!isEndpoint(endpoint)) throw new TintypeError('not_found');
  const rawQuery = rawQueryOf(target);
  const account = accounts.byApiKey(apiKey);
  if (!account) throw new TintypeError('unknown_api_key');
  const sign = version === 1 ? signV1 : (secret: string, query: string) => signV2(secret, endpoint, query);
  const signed = findSignedForm(rawQuery, signature, account.secrets, sign);
  if (!signed) throw new TintypeError('invalid_hash');
  checkMayUse(account, endpoint);
  const pairs = readPairs(signed.form);
  if (version === 2) checkExpiry(pairs.expires);
  return { account, secret: signed.secret, endpoint, pairs };
};
