import { JetStreamApiError, type JetStreamManager } from '../nats.js';

type StreamConfig = Parameters<JetStreamManager['streams']['add']>[0];

type ConsumerConfig = Parameters<JetStreamManager['consumers']['add']>[1] & { durable_name: string };

/** JetStream's error codes. */
const streamExists = 10_058;
const consumerExists = 10_148;

const hasCode = (error: unknown, code: number) => error instanceof JetStreamApiError && error.code === code;

/** Creates a stream, or updates it to this configuration. */
export const ensureStream = async ({ streams }: JetStreamManager, config: StreamConfig): Promise<void> => {
  try {
    await streams.add(config);
  } catch (error) {
    if (!hasCode(error, streamExists)) throw error;
    await streams.update(config.name, config);
  }
};

/** Creates a durable consumer, or updates it to this configuration. */
export const ensureConsumer = async (
  { consumers }: JetStreamManager,
  stream: string,
  config: ConsumerConfig,
): Promise<void> => {
  try {
    await consumers.add(stream, config);
  } catch (error) {
    if (!hasCode(error, consumerExists)) throw error;
    await consumers.update(stream, config.durable_name, config);
  }
};
