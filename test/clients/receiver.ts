import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Origin, startOrigin } from '../kit/pages/origin.js';

interface Delivery {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver extends Origin {
  url: string;
}

const longestWaitMs = 60_000;

/** Keeps the first delivery of each batch, for whom it may come later. */
class Deliveries {
  readonly #byBatch = new Map<string, PromiseWithResolvers<Delivery>>();

  of(batchId: string): PromiseWithResolvers<Delivery> {
    const known = this.#byBatch.get(batchId) ?? Promise.withResolvers<Delivery>();
    this.#byBatch.set(batchId, known);
    return known;
  }
}

/** Takes the webhooks of clients/conformance/README.md at `/hook`, and hands them out at `/deliveries/{batchId}`. */
export const startReceiver = async (): Promise<Receiver> => {
  const deliveries = new Deliveries();
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    deliveries.of(JSON.parse(body).batchId).resolve({ headers: request.headers, body });
    response.writeHead(204).end();
  };
  const handOut = async (batchId: string, response: ServerResponse) => {
    const timer = setTimeout(() => response.writeHead(504).end(), longestWaitMs);
    const delivery = await deliveries.of(batchId).promise;
    clearTimeout(timer);
    if (!response.writableEnded) response.setHeader('content-type', 'application/json').end(JSON.stringify(delivery));
  };
  const receiver = await startOrigin('127.0.0.1', 0, (request, response) => {
    const [, batchId] = /^\/deliveries\/([\w-]+)$/.exec(request.url ?? '') ?? [];
    const work = batchId ? handOut(batchId, response) : take(request, response);
    work.catch(() => response.writeHead(400).end());
  });
  return Object.assign(receiver, { url: `http://127.0.0.1:${receiver.port}` });
};
