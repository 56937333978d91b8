import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { addresses } from './cluster/addresses.js';

/** Two servers of the node's: one that browsers may reach, and one in the place of what they may not. */
export interface Pages {
  /** Of what may be reached, `10.201.0.1:8800`; the rest of the node may not. */
  allowed: string;
  url: (path: string) => string;
  /** Where clouds have their metadata. */
  metadata: string;
  /** Requests that the metadata server has had. */
  asked: string[];
  /** Sets what `url('/page')` shows. */
  show: (html: string) => void;
  close: () => void;
}

const allowedPort = 8800;

const listen = async (server: Server, host: string, port: number): Promise<Server> => {
  server.listen(port, host);
  await once(server, 'listening');
  return server;
};

export const startPages = async (): Promise<Pages> => {
  let page = '<title>a page</title><h1>A page</h1>';
  const asked: string[] = [];
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><meta charset="utf-8">${page}`);
  });
  const secrets = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.end('secret');
  });
  await Promise.all([listen(site, addresses.node, allowedPort), listen(secrets, addresses.metadata, 80)]);
  const allowed = `${addresses.node}:${allowedPort}`;
  return {
    allowed,
    url: (path) => `http://${allowed}${path}`,
    metadata: `http://${addresses.metadata}/latest/meta-data/`,
    asked,
    show: (html) => {
      page = html;
    },
    close: () => {
      for (const server of [site, secrets]) server.close().closeAllConnections();
    },
  };
};
