import type { Server } from 'node:http';
import type { Registry } from 'prom-client';
import { type PrivateServerOptions, startPrivateServer } from './private-server.js';

export type PrivateAnswers = Pick<PrivateServerOptions, 'ready' | 'otherwise'>;

const waiting = (reason: string): PrivateAnswers => ({ ready: () => ({ ready: false, parts: {}, reason }) });

/**
 * The private port of a program, from its very start: until the program has answers of its own, it lives, is not ready, and
 * says what it waits for.
 */
export class PrivatePort {
  readonly server: Server;
  readonly #now: { answers: PrivateAnswers };

  private constructor(server: Server, now: { answers: PrivateAnswers }) {
    this.server = server;
    this.#now = now;
  }

  static async open(options: { host: string; port: number; registry: Registry }): Promise<PrivatePort> {
    const { registry, ...place } = options;
    const now = { answers: waiting('it starts') };
    const server = await startPrivateServer({
      ...place,
      ready: () => now.answers.ready(),
      get otherwise() {
        return now.answers.otherwise;
      },
      metrics: () => registry.metrics(),
      metricsContentType: registry.contentType,
    });
    return new PrivatePort(server, now);
  }

  /** In a sentence for people. */
  waitsFor(what: string): void {
    this.#now.answers = waiting(what);
  }

  /** What it answers from now on. */
  answers(answers: PrivateAnswers): void {
    this.#now.answers = answers;
  }
}
