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
 * Ensures a durable consumer that gives out one charge at a time, which keeps their order across replicas.
 *
 * @param firstSequence the first charge that a new consumer gets. Default: the first of the stream
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
const ifThere = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof JetStreamApiError && notFound.includes(error.code)) return undefined;
    throw error;
  }
};

/** Call it before a new stream of charges is created. Its sequences may repeat lost ones, which the old index has. */
export const removeChargeIndex = async ({ manager }: Nats): Promise<void> => {
  await ifThere(manager.consumers.delete(streams.charges, chargeIndexConsumer));
  await ifThere(manager.streams.delete(indexStream));
};

/**
 * Whether the index has exactly the charges that its consumer acknowledged. A power cut may take the last minutes from
 * the charges only, or from the index only. The consumer is made last, so a missing one means an unfinished index.
 */
const isIntact = async ({ manager }: Nats): Promise<boolean> => {
  // Read the consumer before the index, which may grow meanwhile. `last_by_subj` reads the last write in one call: a
  // later write could replace it between two calls.
  const consumer = await ifThere(manager.consumers.info(streams.charges, chargeIndexConsumer));
  const index = await ifThere(manager.streams.info(indexStream));
  if (!index || !consumer) return false;
  const message = await ifThere(manager.streams.getMessage(indexStream, { last_by_subj: '>' }));
  const { state } = await manager.streams.info(streams.charges);
  // An index without entries is intact if no charges are stored: both expire together.
  if (!message) return state.messages === 0;
  const last = lastIndexed(jsonOf(message));
  if (!last || last.sequence > state.last_seq) return false;
  // A block comes last only after a crash before its account's head was written. The head's charge is delivered again.
  return last.isBlock || consumer.ack_floor.stream_seq <= last.sequence;
};

/**
 * Creates the index of charges by account from the stored charges, unless an intact one exists. None exists after an
 * upgrade, or after a restore without it. An interrupted call can be repeated. Needs the admin login.
 *
 * @param options.ttl how long charges are kept, in ms
 */
export const makeChargeIndex = async (nats: Nats, options: { replicas: number; ttl: number }): Promise<void> => {
  if (await isIntact(nats)) return ensureChargeConsumer(nats, chargeIndexConsumer);
  await removeChargeIndex(nats);
  // Without direct reads, each read asks the leader: another replica may lack the latest block, which then looks
  // expired.
  const index = new ChargeIndex(
    await nats.makeKv(buckets.chargeIndex, { ...options, history: 1, allow_direct: false }),
  );
  let last = 0;
  const stored = async function* () {
    for await (const page of pagesOf(nats.manager, streams.charges)) {
      last = page.at(-1)?.seq ?? last;
      yield page.flatMap((message) => {
        const { data } = readCharge(message);
        return data ? [{ account: data.account, sequence: message.seq }] : [];
      });
    }
  };
  await index.fill(stored());
  await ensureChargeConsumer(nats, chargeIndexConsumer, last + 1);
};
