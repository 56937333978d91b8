import { TintypeError } from '@tintype/contracts';
import type { UsageRecords } from '@tintype/ledger';
import { reachable } from '../reachable.js';
import type { Account } from './account.js';

/** An account's remaining credits; null is "unlimited". Negative if work in flight overdrew them. */
export const balanceOf = async (
  usage: Pick<UsageRecords, 'total'>,
  { id, credits, creditsBase }: Pick<Account, 'id' | 'credits' | 'creditsBase'>,
): Promise<number | null> => {
  if (credits === null) return null;
  const { credits: used } = await reachable(usage.total(id));
  return credits - (used - creditsBase);
};

/** Throws `credits_exhausted`. */
export const checkBalance = async (usage: Pick<UsageRecords, 'total'>, account: Account): Promise<void> => {
  const balance = await balanceOf(usage, account);
  if (balance !== null && balance <= 0) throw new TintypeError('credits_exhausted');
};
