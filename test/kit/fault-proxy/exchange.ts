import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Agent, request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type KubeAccess, tlsOf } from '../kube/access.js';
import { callOf, type KubeCall } from './call.js';
import { type StatusOptions, statusBody } from './status.js';
import { ProxiedWatch } from './watch.js';

export interface ExchangeParts {
  request: IncomingMessage;
  response: ServerResponse;
  /** The caller, and its connections. */
  access: KubeAccess;
  agent: Agent;
  cut: () => void;
}

/** One call in the proxy. A fault decides its fate. */
export class Exchange {
  readonly call: KubeCall;
  /** Only for a watch. */
  readonly watch: ProxiedWatch | undefined;
  readonly #parts: ExchangeParts;

  constructor(parts: ExchangeParts) {
    const { request: asked, response, cut } = parts;
    this.#parts = parts;
    this.call = callOf(asked.method ?? '', asked.url ?? '');
    this.watch = this.call.verb === 'watch' ? new ProxiedWatch(this.call, response, cut) : undefined;
  }

  cut(): void {
    this.#parts.cut();
  }

  async pass(): Promise<void> {
    const answer = await this.#forward();
    if (this.watch && answer.statusCode === 200) return this.watch.run(answer);
    const { response } = this.#parts;
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    await pipeline(answer, response);
  }

  /** Forwards the call, and that share of its answer's body; 0 omits the head too. */
  async passPart(share: number): Promise<void> {
    const answer = await this.#forward();
    const body = await buffer(answer);
    if (share === 0) return;
    const { response } = this.#parts;
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    await new Promise((sent) => response.write(body.subarray(0, body.length * share), sent));
  }

  refuse(status: number, options: StatusOptions = {}): void {
    const { retryAfterSeconds } = options;
    const { response } = this.#parts;
    if (retryAfterSeconds !== undefined) response.setHeader('retry-after', retryAfterSeconds);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(statusBody(status, options)));
  }

  async #forward(): Promise<IncomingMessage> {
    const { access, agent, request: asked, response } = this.#parts;
    const { method, url = '/', headers } = asked;
    const options = { method, headers: { ...headers, host: access.server.host }, agent, ...tlsOf(access) };
    const forwarded = request(new URL(url, access.server), options);
    const answered = once(forwarded, 'response');
    // When the client gives up, so does the proxy.
    response.once('close', () => forwarded.destroy());
    asked.pipe(forwarded);
    const [answer] = (await answered) as [IncomingMessage];
    forwarded.on('error', () => undefined);
    return answer;
  }
}
