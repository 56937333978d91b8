import { connectNats, createLog, type Nats } from '@tintype/runtime';
import { JetStreamStore, type JetStreamStoreOptions, provisionObjects } from '@tintype/stores';
import { type NatsServer, type NatsServerOptions, startNatsServer } from './server.js';

export const stream = 'KV_objects';

const log = createLog('objects', 'silent');

export interface Objects {
  server: NatsServer;
  nats: Nats;
  store: JetStreamStore;
  close: () => Promise<void>;
}

export const openObjects = async (url: URL, options: Partial<JetStreamStoreOptions> = {}) => {
  const nats = await connectNats({ url, name: 'objects', log });
  const store = new JetStreamStore({ nats, bucket: 'objects', ...options });
  return { nats, store, close: () => nats.connection.close() };
};

export const startObjects = async (
  options: Partial<JetStreamStoreOptions> = {},
  serverOptions: NatsServerOptions = {},
): Promise<Objects> => {
  const server = await startNatsServer(serverOptions);
  const objects = await openObjects(server.url, options);
  await provisionObjects(objects.nats.manager, { bucket: 'objects' });
  return {
    ...objects,
    server,
    close: async () => {
      await objects.close();
      await server.stop();
    },
  };
};
