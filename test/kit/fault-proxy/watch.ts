import { once } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { KubeCall } from './call.js';
import { type StatusOptions, statusBody } from './status.js';

const newline = 0x0a;

/** Whole lines with their ends; throws when the stream is cut. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
      yield rest.subarray(0, end + 1);
      rest = rest.subarray(end + 1);
    }
  }
}

/** A watch through the proxy: each line is an event. */
export class ProxiedWatch {
  readonly call: KubeCall;
  readonly #response: ServerResponse;
  readonly #reset: () => void;
  #silent = false;
  #wholeEvents = Number.POSITIVE_INFINITY;
  #break = () => this.cut();

  constructor(call: KubeCall, response: ServerResponse, reset: () => void) {
    this.call = call;
    this.#response = response;
    this.#reset = reset;
  }

  begin(headers: OutgoingHttpHeaders = { 'content-type': 'application/json' }): void {
    this.#response.writeHead(200, headers).flushHeaders();
  }

  /** Forwards events until one of the three ends it. */
  async run(upstream: IncomingMessage): Promise<void> {
    this.begin(upstream.headers);
    try {
      for await (const line of linesOf(upstream)) {
        if (this.#response.destroyed) return;
        await this.#pass(line);
      }
      this.end();
    } catch {
      this.cut();
    }
  }

  cut(): void {
    this.#reset();
  }

  /** An orderly end, as from the API server. */
  end(): void {
    if (!this.#silent) this.#response.end();
  }

  /** Keeps the connection, without events. */
  silence(): void {
    this.#silent = true;
  }

  /** Ends with an event that gives the reason: by default that its version is too old. */
  fail(code = 410, options?: StatusOptions): void {
    if (this.#silent) return;
    this.#response.end(`${JSON.stringify({ type: 'ERROR', object: statusBody(code, options) })}\n`);
  }

  /** After that many events sends half of one, then resets or ends in order. */
  breakAfter(events: number, by: 'cut' | 'end'): void {
    this.#wholeEvents = events;
    this.#break = () => this[by]();
  }

  async #pass(line: Buffer): Promise<void> {
    if (this.#silent || this.#response.writableEnded) return;
    if (this.#wholeEvents === 0) {
      // Otherwise the client may get the reset without the half.
      await new Promise((sent) => this.#response.write(line.subarray(0, line.length / 2), sent));
      return this.#break();
    }
    this.#wholeEvents--;
    if (this.#response.write(line)) return;
    await Promise.race(['drain', 'close'].map((event) => once(this.#response, event)));
  }
}
