import { JetStreamApiError, type JetStreamManager } from './nats.js';

type StreamConfig = Parameters<JetStreamManager['streams']['add']>[0];

const alreadyInUse = 10_058;

/** Makes a stream, or brings the one that is there to this configuration. */
export const ensureStream = async ({ streams }: JetStreamManager, config: StreamConfig): Promise<void> => {
  try {
    await streams.add(config);
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== alreadyInUse) throw error;
    await streams.update(config.name, config);
  }
};
