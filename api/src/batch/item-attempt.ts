import { type ErrorCode, TintypeError } from '@tintype/contracts';
import { DeadlineExceeded } from '@tintype/runtime';
import type { Account } from '../accounts/account.js';
import { checkMayUse } from '../auth/signed-request.js';
import { batchTime, type Renders } from '../render/renders.js';
import { UploadFailed } from '../storage/uploads.js';
import type { BatchPlace } from './batch-log.js';
import type { BatchItem, ItemEnd } from './records.js';

export interface ItemOrder {
  place: BatchPlace;
  account: Account;
  endpoint: 'image' | 'pdf';
  /** Milliseconds of the Unix epoch. */
  acceptedAt: number;
  number: number;
  item: BatchItem;
}

export type ItemOutcome = Omit<ItemEnd, 'attempts' | 'at'>;

/** How often an item is tried that fails so. Codes that are not here will not pass: once. */
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
  storage_failed: 6,
  timeout: 2,
};

/** The bucket's settings are wrong, or its login is: the next attempt gets the same answer. */
const lastingFaults = new Set(['refused', 'no_bucket', 'other_region', 'no_store', 'blocked', 'tls']);

/** How often an item that failed so is tried in all. */
export const maxTries = ({ code, cause }: TintypeError): number => {
  if (cause instanceof UploadFailed && lastingFaults.has(cause.fault.kind)) return 1;
  // No node had time for it; a page that takes too long ends as the node's failure, without this cause.
  if (code === 'timeout' && cause instanceof DeadlineExceeded) return Number.POSITIVE_INFINITY;
  return triesOf[code] ?? 1;
};

/** Renders an item into the account's storage. Throws errors of the catalogue, and the reason of `left`. */
export const renderItem = async (
  renders: Pick<Renders, 'render'>,
  { place, account, endpoint, acceptedAt, number, item }: ItemOrder,
  left: AbortSignal,
): Promise<ItemOutcome> => {
  if (item.fault) throw new TintypeError(item.fault.code, item.fault.message);
  checkMayUse(account, endpoint);
  const requestId = `${place.batch}.${number}`;
  const how = { class: 'batch', time: batchTime, accepts: [], requestId, toStorage: true } as const;
  // One request brought the whole batch.
  const render = { account, endpoint, pairs: item.pairs, ...how, freshSince: acceptedAt, isCounted: true };
  const { location, record, warnings } = await renders.render(render, left);
  const { contentType, length } = record;
  return {
    status: 'completed',
    ...(location === undefined ? {} : { location }),
    bytes: length,
    contentType,
    ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
  };
};
