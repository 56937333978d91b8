import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Origin, startOrigin } from '../../kit/pages/origin.js';
import { root } from '../languages.js';
import type { LambdaAnswer, LambdaCall } from './lambda.js';

/** An error that a function of the app threw, as Zapier gets it. */
class AppFailure extends Error {}

interface Rpc {
  id: string;
  method: string;
  params: [key: string, value?: unknown];
}

/** Zapier's side of the app: it runs the app's functions, keeps their cache, and takes their files and logs. */
export class PlayedZapier {
  /** Files that the app uploaded, by key. */
  readonly files = new Map<string, File>();
  /** All log lines of the app, which the platform has scrubbed. */
  logs = '';
  readonly #cache = new Map<string, unknown>();
  readonly #calls = new Map<number, (answer: LambdaAnswer) => void>();
  readonly #lambda: ChildProcess;
  readonly #exit: Promise<unknown[]>;
  #server: Origin | undefined;

  private constructor(lambda: ChildProcess) {
    this.#lambda = lambda;
    this.#exit = once(lambda, 'exit');
    lambda.on('message', (answer: LambdaAnswer) => this.#calls.get(answer.number)?.(answer));
  }

  /** Bundles the app first, as Zapier's command line does before it uploads it. */
  static async start(): Promise<PlayedZapier> {
    await promisify(execFile)(process.execPath, [join(root, 'scripts/bundle-zapier.mjs')]);
    let played: PlayedZapier | undefined;
    const server = await startOrigin('127.0.0.1', 0, (request, response) => {
      played?.answer(request, response).catch(() => response.writeHead(500).end());
    });
    const lambda = fork(
      fileURLToPath(new URL('lambda.js', import.meta.url)),
      [join(root, 'clients/zapier/dist/bundle/index.js')],
      {
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          LOGGING_ENDPOINT: `http://127.0.0.1:${server.port}/logs`,
        },
        // The platform prints its memory at each call.
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    );
    played = new PlayedZapier(lambda);
    played.#server = server;
    return played;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server?.port}`;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (request.url === '/logs') {
      this.logs += body.toString();
      response.end('{}');
    } else if (request.url === '/upload') {
      const type = request.headers['content-type'] ?? '';
      const form = await new Response(body, { headers: { 'content-type': type } }).formData();
      this.files.set(String(form.get('key')), form.get('file') as File);
      response.writeHead(204).end();
    } else {
      const rpc: Rpc = JSON.parse(body.toString());
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id: rpc.id, result: this.#resultOf(rpc) }));
    }
  }

  #resultOf({ method, params: [key, value] }: Rpc): unknown {
    if (method === 'get_presigned_upload_post_data')
      return { url: `${this.url}/upload`, fields: { key: `file-${this.files.size}` } };
    if (method === 'zcache_get') return this.#cache.get(key) ?? null;
    if (method !== 'zcache_set') throw new Error(`Zapier's ${method} is not played.`);
    this.#cache.set(key, value);
    return true;
  }

  /** Rejects with an `AppFailure`, whose message is the one that a person sees. */
  async call(event: Record<string, unknown>): Promise<{ results: unknown; status: string | undefined }> {
    const { promise, resolve } = Promise.withResolvers<LambdaAnswer>();
    const number = this.#calls.size;
    this.#calls.set(number, resolve);
    const whole = { token: 'zapier-token', rpc_base: `${this.url}/rpc`, ...event };
    // Without a callback, `send` to a process that has ended emits `error`, which nothing handles.
    this.#lambda.send({ number, event: whole } satisfies LambdaCall, () => undefined);
    const ended = this.#exit.then(([code, signal]) => {
      throw new Error(`The app's process ended before it answered: ${code ?? signal}.`);
    });
    const { results, status, error } = await Promise.race([promise, ended]);
    if (error) throw Object.assign(new AppFailure(error.message), { name: error.name });
    return { results, status };
  }

  async stop(): Promise<void> {
    if (this.#lambda.connected) this.#lambda.disconnect();
    await this.#exit;
    await this.#server?.close();
  }
}
