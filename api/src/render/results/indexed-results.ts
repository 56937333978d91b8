import { buckets } from '@tintype/contracts';
import type { IndexedResult } from '@tintype/ledger';
import { JetStreamApiError, type Nats } from '@tintype/runtime';
import { resultRecordSchema } from './result-record.js';

const streamNotFound = 10_059;

/** Undefined where it was lost with all the rest: the next start makes it. */
const entriesOf = async (nats: Pick<Nats, 'kv'>) => {
  try {
    return await (await nats.kv(buckets.index)).history({ key: '>' });
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === streamNotFound) return undefined;
    throw error;
  }
};

/** What the index of results says of charges, for whoever checks the books. */
export const readIndexedResults = async (nats: Pick<Nats, 'kv'>): Promise<IndexedResult[]> => {
  const found: IndexedResult[] = [];
  for await (const entry of (await entriesOf(nats)) ?? []) {
    // Of an earlier version, which had no charges.
    const { data } = resultRecordSchema.safeParse(entry.operation === 'PUT' ? entry.json() : undefined);
    if (data) found.push({ key: entry.key, chargeId: data.chargeId, charged: data.charged });
  }
  return found;
};
