import { buckets, chargeIndexConsumer, streams } from '@tintype/contracts';
import {
  AckPolicy,
  DeliverPolicy,
  ensureConsumer,
  JetStreamApiError,
  jsonOf,
  type Nats,
  nanos,
  pagesOf,
} from '@tintype/runtime';
import { ChargeIndex, lastIndexed } from './charge-index.js';
import { readCharge } from './charges.js';

/**
 * Creates or updates a durable consumer of charges. It gives out one charge at a time. So charges keep their order
 * across the replicas of the api.
 *
 * @param firstSequence the sequence of the first charge that a new consumer gets. Default: the first of the stream
 */
export const ensureChargeConsumer = (nats: Nats, name: string, firstSequence?: number): Promise<void> =>
  ensureConsumer(nats.manager, streams.charges, {
    durable_name: name,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(30_000),
    max_ack_pending: 1,
    ...(firstSequence && { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: firstSequence }),
  });

const indexStream = `KV_${buckets.chargeIndex}`;

/** JetStream's error codes for a missing consumer and a missing stream. */
const notFound = [10_014, 10_059];

/** Undefined if the stream or the consumer is missing. */
const undefinedIfMissing = async <T>(call: Promise<T>): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof JetStreamApiError && notFound.includes(error.code)) return undefined;
    throw error;
  }
};

/**
 * Removes the index and its consumer. Call it before a new stream of charges is created. The new stream may repeat
 * sequences of lost charges, which the old index still lists.
 */
export const removeChargeIndex = async ({ manager }: Nats): Promise<void> => {
  await undefinedIfMissing(manager.consumers.delete(streams.charges, chargeIndexConsumer));
  await undefinedIfMissing(manager.streams.delete(indexStream));
};

/**
 * Whether the index lists all charges that its consumer acknowledged, and none after the last stored charge. A power
 * cut may take the last minutes from the charges only, or from the index only. The consumer is created last: if it is
 * missing, the index is unfinished.
 */
const isIntact = async ({ manager }: Nats): Promise<boolean> => {
  // Read the consumer before the index, which may grow meanwhile. `last_by_subj` gets the last message in one call.
  // With one call for its sequence and a second for the message, a write in between could replace the message.
  const consumer = await undefinedIfMissing(manager.consumers.info(streams.charges, chargeIndexConsumer));
  const index = await undefinedIfMissing(manager.streams.info(indexStream));
  if (!index || !consumer) return false;
  const message = await undefinedIfMissing(manager.streams.getMessage(indexStream, { last_by_subj: '>' }));
  const { state } = await manager.streams.info(streams.charges);
  // An index without entries is intact if no charges are stored: both expire together.
  if (!message) return state.messages === 0;
  const last = lastIndexed(jsonOf(message));
  if (!last || last.sequence > state.last_seq) return false;
  // A block is the last message only if the program crashed before it wrote the head. The head's new charge is then
  // delivered again.
  return last.isBlock || consumer.ack_floor.stream_seq <= last.sequence;
};

/**
 * Creates the index of charges by account from the stored charges, unless an intact index exists. None exists after an
 * upgrade from a version without it, or after a restore without it. An interrupted call can be repeated. Needs the
 * admin login.
 *
 * @param options.ttl how long entries of the index are kept, in ms: as long as charges
 */
export const makeChargeIndex = async (nats: Nats, options: { replicas: number; ttl: number }): Promise<void> => {
  if (await isIntact(nats)) return ensureChargeConsumer(nats, chargeIndexConsumer);
  await removeChargeIndex(nats);
  // Without direct reads, each read asks the leader. Another replica may lack the latest block, which would then look
  // expired.
  const index = new ChargeIndex(
    await nats.makeKv(buckets.chargeIndex, { ...options, history: 1, allow_direct: false }),
  );
  let lastSequence = 0;
  const storedCharges = async function* () {
    for await (const page of pagesOf(nats.manager, streams.charges)) {
      lastSequence = page.at(-1)?.seq ?? lastSequence;
      yield page.flatMap((message) => {
        const { data } = readCharge(message);
        return data ? [{ account: data.account, sequence: message.seq }] : [];
      });
    }
  };
  await index.fill(storedCharges());
  await ensureChargeConsumer(nats, chargeIndexConsumer, lastSequence + 1);
};
