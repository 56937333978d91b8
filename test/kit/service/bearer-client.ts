export interface BearerAnswer<T> {
  status: number;
  headers: Headers;
  json: T & { success: boolean; code: string; error: string };
}

/** Calls routes below a base URL with a bearer. */
export class BearerClient {
  readonly #base: string;
  readonly #token: string;

  /** `secret` of the account, whose id or API key is `name`. */
  constructor(base: string, name: string, secret: string) {
    this.#base = base;
    this.#token = Buffer.from(`${name}:${secret}`).toString('base64');
  }

  // biome-ignore lint/suspicious/noExplicitAny: the answer of any route, read by assertions
  async call<T = any>(method: string, path: string, body?: unknown): Promise<BearerAnswer<T>> {
    const response = await fetch(`${this.#base}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}` },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, json: (await response.json()) as never };
  }
}
