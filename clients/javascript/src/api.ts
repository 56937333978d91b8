import type { Settings } from './config.js';
import { UsageError } from './errors.js';
import { jsonOf } from './signing/query.js';
import { bearerOf } from './signing/signing.js';
import { type CallOptions, type Reader, readJson, send } from './transport.js';

/** A batch of actions may take 120 s. */
const usualMs = 130_000;

export interface Request extends CallOptions {
  method: string;
  /** Below the base URL, with its query. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: object | undefined;
  /** What it does, for errors. */
  what?: string;
  usualMs?: number;
  retried?: readonly number[];
  onLost?: () => void;
}

/** Repeats of the library have the same key, so that the service does the work once. */
export const idempotencyHeader = (given: string | undefined): { 'idempotency-key': string } => ({
  'idempotency-key': given ?? crypto.randomUUID(),
});

/** Undefined values are left out, so that callers may pass what they have. */
export const searchOf = (parameters: Readonly<Record<string, string | number | undefined>>): string => {
  const pairs = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? '' : `?${search}`;
};

/** Calls of the routes that take the bearer. */
export class Api {
  readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  get key(): string {
    const { key } = this.settings;
    if (!key)
      throw new UsageError('There is no API key. Give `key` and `secret`, or set TINTYPE_KEY and TINTYPE_SECRET.');
    return key;
  }

  get secret(): string {
    const { secret } = this.settings;
    if (!secret)
      throw new UsageError(
        'There is no API secret for this key. Give `key` and `secret`, or set TINTYPE_KEY and TINTYPE_SECRET.',
      );
    return secret;
  }

  read<T>({ path, headers, body, ...call }: Request, reader: Reader<T>): Promise<T> {
    const authorization = `Bearer ${bearerOf(this.key, this.secret)}`;
    return send(
      this.settings,
      {
        usualMs,
        ...call,
        url: `${this.settings.baseUrl}${path}`,
        headers: { authorization, ...headers },
        ...(body === undefined ? {} : { body: jsonOf(body) }),
      },
      reader,
    );
  }

  json<T>(request: Request): Promise<T> {
    return this.read(request, readJson<T>);
  }
}
