import { createHash } from 'node:crypto';
import { type ErrorCode, TintypeError, tooMuchMemory } from '@tintype/contracts';
import { DeadlineExceeded } from '@tintype/runtime';
import { UploadFailed } from '../../account-storage/upload-faults.js';
import type { Account } from '../../accounts/account.js';
import { checkMayUse } from '../../auth/signed-request.js';
import { readOptions } from '../../render/preset.js';
import { batchTime, type Renders } from '../../render/renders.js';
import { uuidOf } from '../facts/batch-ids.js';
import type { BatchKey } from '../facts/batch-log.js';
import type { BatchItem, ItemEnd } from '../facts/records.js';

export interface ItemOrder {
  batchKey: BatchKey;
  account: Account;
  endpoint: 'image' | 'pdf';
  /** Milliseconds of the Unix epoch. */
  acceptedAt: number;
  number: number;
  item: BatchItem;
  /** Aborts when the batch is cancelled. */
  withdrawn: AbortSignal;
}

export type ItemOutcome = Omit<ItemEnd, 'attempts' | 'at'>;

/** Attempts by error code; other codes get one. */
const triesOf: Partial<Record<ErrorCode, number>> = {
  // Our failures are no reason to fail an item.
  unavailable: Number.POSITIVE_INFINITY,
  overloaded: Number.POSITIVE_INFINITY,
  rate_limited: Number.POSITIVE_INFINITY,
  // Unknown failures of ours: 10 attempts take three minutes, longer than a restart of NATS.
  internal: 10,
  render_failed: 3,
  target_unreachable: 3,
  target_dns: 3,
  // 12 attempts take four minutes, in which a store can restart. The rendered result is cached.
  storage_failed: 12,
  timeout: 2,
};

/** Nothing was uploaded, because the store had just refused other files for the same reason. */
export const isGuess = ({ cause }: TintypeError): boolean => cause instanceof UploadFailed && cause.isGuess;

/**
 * The most attempts of an item that end with a guess. The first guess may be wrong, because an upload works meanwhile.
 * The second rests on a newer answer of the store.
 */
const maxGuesses = 2;

/** The number of attempts for an item with this failure. Guesses have their own count. */
export const maxTries = (failure: TintypeError): number => {
  const { code, cause } = failure;
  if (isGuess(failure)) return maxGuesses;
  if (cause instanceof UploadFailed) {
    const { kind, reach } = cause.fault;
    // Another upload of the same object would get the same answer.
    if (reach !== 'store' && kind !== 'no_time') return 1;
  }
  // Another attempt would take as much memory of another browser.
  if (failure.message === tooMuchMemory) return 1;
  // No node had time for the item. For a page that takes too long, the node reports the failure, without this cause.
  if (code === 'timeout' && cause instanceof DeadlineExceeded) return Number.POSITIVE_INFINITY;
  return triesOf[code] ?? 1;
};

/** Made of batch and number, so that an item is charged once however often it begins. */
const chargeIdOf = (item: string): string => uuidOf(createHash('sha256').update(`batch-item ${item}`).digest(), 8);

/** Throws if no attempt of the item can succeed, judged without a render. */
export const checkItem = ({ account, endpoint, item }: Pick<ItemOrder, 'account' | 'endpoint' | 'item'>): void => {
  if (item.fault) throw new TintypeError(item.fault.code, item.fault.message);
  checkMayUse(account, endpoint);
  readOptions({ account, endpoint, pairs: item.pairs });
};

/**
 * Renders an item that `checkItem` has accepted, and uploads the result to the account's storage. Throws errors of the
 * catalogue, or the reason of `ending`.
 */
export const renderItem = async (
  renders: Pick<Renders, 'render'>,
  { batchKey, account, endpoint, acceptedAt, number, item, withdrawn }: ItemOrder,
  ending: AbortSignal,
): Promise<ItemOutcome> => {
  const requestId = `${batchKey.batch}.${number}`;
  const toStorage = { chargeId: chargeIdOf(requestId), since: acceptedAt, withdrawn };
  // One request brought the whole batch, and was counted: its items are not counted again.
  const settings = { class: 'batch', time: batchTime, accepts: [], requestId, toStorage, isCounted: true } as const;
  const render = { account, endpoint, pairs: item.pairs, ...settings };
  const { location, record, warnings } = await renders.render(render, ending);
  const { contentType, length, targetStatus } = record;
  return {
    status: 'completed',
    ...(location === undefined ? {} : { location }),
    bytes: length,
    contentType,
    targetStatus,
    ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
  };
};
