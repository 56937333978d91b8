import { limitsOf } from '@tintype/contracts';
import type { StoredAccount } from '../../accounts/records.js';

/**
 * An account as the admin routes show it: what is left of its credits, secrets by id only, its proxy without the password,
 * and the limits that hold beside the account's own.
 */
export const accountAnswer = ({ id, value }: StoredAccount, balance: number | null) => ({
  id,
  apiKey: value.apiKey,
  disabled: value.disabled,
  createdAt: value.createdAt,
  credits: balance,
  endpoints: value.endpoints,
  limits: limitsOf(value),
  ownLimits: value.limits,
  proxy: value.proxy ? { url: value.proxy.url, setAt: value.proxy.setAt } : null,
  secrets: value.secrets.map((secret) => ({ id: secret.id, origin: secret.origin, createdAt: secret.createdAt })),
});
