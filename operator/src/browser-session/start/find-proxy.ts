import { NoProxy } from '../pass/dependencies.js';
import { markFailed } from '../pass/mark-failed.js';
import type { Pass, Step } from '../pass/pass.js';

/**
 * The account's proxy, for a session that is to go through it, and begins on no way around it. It is read by itself: where it
 * can't be for now, no pod is to blame, and the next pass goes on with the same one.
 */
export const findProxy: Step = async (pass) => {
  const { account, proxy } = pass.session.spec;
  if (!pass.isBinding || !proxy) return undefined;
  const found = await proxyOf(pass, account);
  if (found instanceof NoProxy) return markFailed(pass, 'OrderRefused', found.message);
  pass.upstreamProxy = found;
  return undefined;
};

const proxyOf = async ({ outside }: Pass, account: string): Promise<string | NoProxy> => {
  try {
    return await outside.proxies.proxyOf(account);
  } catch (error) {
    if (error instanceof NoProxy) return error;
    throw error;
  }
};
