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

/** The most attempts of an item, by the error code of its failures. Other codes get one attempt. */
const attemptsByCode: Partial<Record<ErrorCode, number>> = {
  // These three are the service's own failures, which never fail an item.
  unavailable: Number.POSITIVE_INFINITY,
  overloaded: Number.POSITIVE_INFINITY,
  rate_limited: Number.POSITIVE_INFINITY,
  // Unknown failures of the service. The pauses between 10 attempts add up to 75 s or more: NATS restarts faster.
  internal: 10,
  render_failed: 3,
  target_unreachable: 3,
  target_dns: 3,
  // The pauses between 12 attempts add up to 105 s or more: a store can restart. The result stays cached.
  storage_failed: 12,
  timeout: 2,
};

/** Whether nothing was uploaded, because the store had just refused other files for the same reason. */
export const isGuess = ({ cause }: TintypeError): boolean => cause instanceof UploadFailed && cause.isGuess;

/**
 * The most attempts of an item that end with a guess. The first guess may be wrong, because the store may accept files
 * again. The second guess rests on a newer answer of the store.
 */
const maxGuesses = 2;

/** The number of such failures at which an item fails. Guesses are counted apart from other failures. */
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
  // No node had time for the item. If a page takes too long, the node's `timeout` does not have this cause.
  if (code === 'timeout' && cause instanceof DeadlineExceeded) return Number.POSITIVE_INFINITY;
  return attemptsByCode[code] ?? 1;
};

/** Made of the item's batch and number, so that an item is charged once even if it begins several times. */
const chargeIdOf = (requestId: string): string =>
  uuidOf(createHash('sha256').update(`batch-item ${requestId}`).digest(), 8);

/** Throws the item's fault, or why the account or the options refuse it. Does not render. */
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
  // The one request for the whole batch was counted. So its items do not count again as requests.
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
