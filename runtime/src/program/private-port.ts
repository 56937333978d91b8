import { createServer, type RequestListener, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { listen } from './listen.js';

export interface Readiness {
  /**
   * True even if dependencies are down. Otherwise all replicas would become unready at once, and none could answer 503.
   */
  ready: boolean;
  /** Whether each part is up, dependencies included. For people. */
  parts: Record<string, boolean>;
  /** What a person has to do. */
  reason?: string;
}

export interface PrivateServerOptions {
  host: string;
  port: number;
  ready: () => Readiness | Promise<Readiness>;
  metrics: () => Promise<string>;
  metricsContentType: Registry['contentType'];
  /** Answers all other paths. Default: 404. */
  otherwise?: RequestListener | undefined;
}

const json = (status: number, body: unknown) => ({ status, type: 'application/json', body: JSON.stringify(body) });

/** `/healthz` (the process lives), `/readyz` (it can serve), `/metrics` (Prometheus text). */
export const startPrivateServer = async (options: PrivateServerOptions): Promise<Server> => {
  const answer = async (path: string) => {
    if (path === '/healthz') return json(200, { ok: true });
    if (path === '/metrics') return { status: 200, type: options.metricsContentType, body: await options.metrics() };
    if (path !== '/readyz') return undefined;
    const readiness = await options.ready();
    return json(readiness.ready ? 200 : 503, readiness);
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    answer(path)
      .catch(() => json(500, { ok: false }))
      .then((found) => {
        if (!found && options.otherwise) return options.otherwise(request, response);
        const { status, type, body } = found ?? json(404, { ok: false });
        response.writeHead(status, { 'content-type': type }).end(body);
      })
      .catch(() => response.destroy());
  });
  await listen(server, options);
  return server;
};

export type PrivateAnswers = Pick<PrivateServerOptions, 'ready' | 'otherwise'>;

const waiting = (reason: string): PrivateAnswers => ({ ready: () => ({ ready: false, parts: {}, reason }) });

/**
 * Until the program calls `setAnswers`, `/healthz` succeeds, and `/readyz` answers 503 with what the program waits for.
 */
export class PrivatePort {
  readonly server: Server;
  readonly #current: { answers: PrivateAnswers };

  private constructor(server: Server, current: { answers: PrivateAnswers }) {
    this.server = server;
    this.#current = current;
  }

  static async open(options: { host: string; port: number; registry: Registry }): Promise<PrivatePort> {
    const { registry, ...address } = options;
    const current = { answers: waiting('the program is starting') };
    const server = await startPrivateServer({
      ...address,
      ready: () => current.answers.ready(),
      get otherwise() {
        return current.answers.otherwise;
      },
      metrics: () => registry.metrics(),
      metricsContentType: registry.contentType,
    });
    return new PrivatePort(server, current);
  }

  /** Not ready, for this reason: a sentence for people. */
  setWaiting(reason: string): void {
    this.#current.answers = waiting(reason);
  }

  setAnswers(answers: PrivateAnswers): void {
    this.#current.answers = answers;
  }
}
