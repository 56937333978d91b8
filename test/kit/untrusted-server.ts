import { createServer as createHttpsServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from './certificate.js';

/** Clients do not trust its certificate. */
export const startUntrusted = async (): Promise<{ server: Server; port: number }> => {
  const server = createHttpsServer(makeCertificate('127.0.0.1'), (_, response) => response.end('x'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
};
