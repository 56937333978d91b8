import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { startOrigin } from '../pages/origin.js';
import type { Aim } from './cases.js';

const serviceWorker = `
  const to = new URL(location).searchParams.get('to');
  oninstall = (event) => event.waitUntil(fetch(to, { mode: 'no-cors' }).catch(() => undefined));
`;

/** The page of an attack, with resources for some attacks. */
export const attackSite: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://example');
  const location = searchParams.get('to') ?? '';
  if (pathname === '/redirect') response.writeHead(Number(searchParams.get('status')), { location }).end();
  else if (pathname === '/service-worker.js') response.setHeader('content-type', 'text/javascript').end(serviceWorker);
  else response.setHeader('content-type', 'text/html').end('<!doctype html><title>example</title>');
};

/** Resolves to the forbidden server where the test's name server is used. */
export const privateName = 'private.test';

/** One forbidden server per attack, so that a late arrival counts for its own attack. */
export const startTarget = async () => {
  const origin = await startOrigin('::', 0, (_request, response) => response.end('forbidden'));
  const socket = createSocket('udp4');
  let packets = 0;
  socket.on('message', () => {
    packets += 1;
  });
  socket.bind(0, '0.0.0.0');
  await once(socket, 'listening');
  const { port } = origin;
  const aim: Aim = {
    url: `http://127.0.0.1:${port}/x`,
    named: `http://${privateName}:${port}/x`,
    udp: socket.address().port,
  };
  const close = () => origin.close().then(() => socket.close());
  return { aim, port, hits: () => origin.connections + packets, close };
};

export type Target = Awaited<ReturnType<typeof startTarget>>;
