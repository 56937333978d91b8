import { Agent, request } from 'undici';

interface Opened {
  session: string;
  /** The index of its account, as in `create`. */
  at: number;
  milliseconds: number;
}

const patienceMs = 90_000;

export const accountOf = (index: number) => ({ id: `bench${index}`, apiKey: `bench-key${index}`, secret: 'secret' });

/** Opens and closes sessions for many accounts in turn. Throws unless the api reports success. */
export class BenchClient {
  readonly #url: string;
  readonly #accounts: number;
  readonly #connections = new Agent({ headersTimeout: patienceMs, bodyTimeout: patienceMs });

  constructor(port: number, accounts: number) {
    this.#url = `http://127.0.0.1:${port}/v1/sessions`;
    this.#accounts = accounts;
  }

  async create(index: number, body: object = { maxTtlSeconds: 900 }): Promise<Opened> {
    const at = index % this.#accounts;
    const start = performance.now();
    const { sessionId } = await this.call('POST', '', at, body);
    return { session: String(sessionId), at, milliseconds: performance.now() - start };
  }

  async close({ session, at }: Opened): Promise<void> {
    await this.call('DELETE', `/${session}`, at);
  }

  // biome-ignore lint/suspicious/noExplicitAny: it reads any field of the api's answer
  async call(method: 'GET' | 'POST' | 'DELETE', path: string, at: number, body?: object): Promise<any> {
    const { id, secret } = accountOf(at);
    const answer = await request(`${this.#url}${path}`, {
      method,
      headers: { authorization: `Bearer ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      ...(body && { body: JSON.stringify(body) }),
      dispatcher: this.#connections,
    });
    const reply = (await answer.body.json()) as { error?: string };
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${path} was answered ${answer.statusCode}: ${reply.error}`);
    return reply;
  }

  end(): Promise<void> {
    return this.#connections.destroy();
  }
}

export type { Opened };
