import { type NatsServer, startNatsServer } from './nats-server.js';
import { unusedPort } from './unused-port.js';

/** nats-servers that keep replicas for each other; resolves before they have found each other. */
export const startNatsCluster = async (count: number): Promise<NatsServer[]> => {
  const ports = await Promise.all(Array.from({ length: count }, unusedPort));
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`);
  return Promise.all(
    ports.map((port, index) => {
      const cluster = { name: 'cluster', listen: `127.0.0.1:${port}`, routes };
      return startNatsServer({ config: `server_name: "n${index}"\ncluster: ${JSON.stringify(cluster)}` });
    }),
  );
};
