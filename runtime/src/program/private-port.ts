import { createServer, type RequestListener, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { listen } from './listen.js';

export interface Readiness {
  /**
   * Stays true while a shared dependency, such as NATS, is down. Otherwise all replicas would become unready at once,
   * and none could answer clients with 503.
   */
  ready: boolean;
  /** Whether each part is up, dependencies included. For people. */
  parts: Record<string, boolean>;
  /** Why the program is not ready, or what a person has to do. A text for people. */
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

const jsonAnswer = (status: number, body: unknown) => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});

/**
 * Starts a server that answers `/healthz` (the process lives), `/readyz` (the program can serve) and `/metrics`
 * (Prometheus text). Resolves when it listens. Throws as `listen` does.
 */
export const startPrivateServer = async (options: PrivateServerOptions): Promise<Server> => {
  const answerFor = async (path: string) => {
    if (path === '/healthz') return jsonAnswer(200, { ok: true });
    if (path === '/metrics') return { status: 200, type: options.metricsContentType, body: await options.metrics() };
    if (path !== '/readyz') return undefined;
    const readiness = await options.ready();
    return jsonAnswer(readiness.ready ? 200 : 503, readiness);
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    answerFor(path)
      .catch(() => jsonAnswer(500, { ok: false }))
      .then((answer) => {
        if (!answer && options.otherwise) return options.otherwise(request, response);
        const { status, type, body } = answer ?? jsonAnswer(404, { ok: false });
        response.writeHead(status, { 'content-type': type }).end(body);
      })
      .catch(() => response.destroy());
  });
  await listen(server, options);
  return server;
};

export type PrivateAnswers = Pick<PrivateServerOptions, 'ready' | 'otherwise'>;

const waitingAnswers = (reason: string): PrivateAnswers => ({ ready: () => ({ ready: false, parts: {}, reason }) });

/**
 * A program's port for probes and metrics. Until the program calls `setAnswers`, `/healthz` succeeds, and `/readyz`
 * answers 503 with what the program waits for.
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
    const current = { answers: waitingAnswers('the program is starting') };
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

  /** Makes `/readyz` answer 503 with this reason, a text for people. */
  setWaiting(reason: string): void {
    this.#current.answers = waitingAnswers(reason);
  }

  setAnswers(answers: PrivateAnswers): void {
    this.#current.answers = answers;
  }
}
