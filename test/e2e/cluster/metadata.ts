import { once } from 'node:events';
import { createServer } from 'node:http';
import { addresses } from './addresses.js';

/** Serves where clouds have the secrets of a machine, to every page that asks. */
export const startMetadata = async (): Promise<void> => {
  const server = createServer((_, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.end('secret');
  });
  server.listen(80, addresses.metadata);
  await once(server, 'listening');
};
