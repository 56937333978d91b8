import { once } from 'node:events';
import { createServer } from 'node:http';
import { addresses } from './addresses.js';

/** Serves where clouds have the secrets of a machine. Answers the list of what it is asked for. */
export const startMetadata = async (): Promise<string[]> => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.end('secret');
  });
  server.listen(80, addresses.metadata);
  await once(server, 'listening');
  return asked;
};
