import { buckets } from '@tintype/contracts';
import type { IndexedResult } from '@tintype/ledger';
import type { Nats } from '@tintype/runtime';
import { resultRecordSchema } from './result-record.js';

/** What the index of results says of charges, for whoever checks the books. */
export const readIndexedResults = async (nats: Pick<Nats, 'kv'>): Promise<IndexedResult[]> => {
  const found: IndexedResult[] = [];
  for await (const entry of await (await nats.kv(buckets.index)).history({ key: '>' })) {
    // Of an earlier version, which had no charges.
    const { data } = resultRecordSchema.safeParse(entry.operation === 'PUT' ? entry.json() : undefined);
    if (data) found.push({ key: entry.key, chargeId: data.chargeId, charged: data.charged });
  }
  return found;
};
