import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface PlayedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
  body: string;
  response: ServerResponse;
}

export type Play = (request: PlayedRequest) => void;

export const answerJson = ({ response }: PlayedRequest, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

export const refuse = (request: PlayedRequest, code: number, reason: string, more = {}): void =>
  answerJson(request, code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, ...more });

/**
 * Plays a Kubernetes API server for answers that a real one never gives. `play` answers and may change at any time;
 * `requests` keeps all.
 */
export class PlayedApiServer {
  readonly requests: PlayedRequest[] = [];
  readonly kubeconfig: string;
  play: Play = (request) => refuse(request, 404, 'NotFound');
  readonly #folder: string;
  readonly #server: Server;
  readonly #port: number;

  private constructor(server: Server, folder: string) {
    this.#server = server;
    this.#folder = folder;
    this.#port = (server.address() as AddressInfo).port;
    this.kubeconfig = join(folder, 'kubeconfig');
    this.writeToken('first');
    writeFileSync(this.kubeconfig, JSON.stringify(this.#kubeconfig()));
    server.on('request', (request, response) => void this.#hear(request, response));
  }

  static async start(): Promise<PlayedApiServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PlayedApiServer(server, mkdtempSync(join(tmpdir(), 'tintype-played-')));
  }

  writeToken(token: string): void {
    writeFileSync(join(this.#folder, 'token'), token);
  }

  removeToken(): void {
    rmSync(join(this.#folder, 'token'));
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
    rmSync(this.#folder, { recursive: true });
  }

  async #hear(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '', 'http://played');
    const request = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      authorization: incoming.headers.authorization,
      body: await text(incoming),
      response,
    };
    this.requests.push(request);
    this.play(request);
  }

  #kubeconfig() {
    return {
      'current-context': 'played',
      clusters: [{ name: 'played', cluster: { server: `http://127.0.0.1:${this.#port}` } }],
      users: [{ name: 'played', user: { tokenFile: 'token' } }],
      contexts: [{ name: 'played', context: { cluster: 'played', user: 'played', namespace: 'web' } }],
    };
  }
}
