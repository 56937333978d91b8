import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';

const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  // The script of /docs: 405 kB after 0.2 s; quality 11 needs 16 s for 359 kB. gzip has 460 kB.
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** The value of `Cache-Control` for files whose address stays the same when they change. */
export const revalidate = 'no-cache';

/** The first of `encodings` that the client accepts. Browsers list gzip before br, with the same q. */
const encodingFor = (context: Context): Encoding | undefined =>
  encodings.find((encoding) => context.acceptsEncodings(encoding));

/** A file that the api holds in memory and serves unchanged. Each compressed form is made for its first client. */
export class Asset {
  readonly #type: string;
  readonly #body: Buffer;
  readonly #hash: string;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  /** The extension of the name tells the type. */
  constructor(name: string, body: string | Buffer) {
    this.#type = types[extname(name)] ?? 'application/octet-stream';
    this.#body = Buffer.from(body);
    this.#hash = createHash('sha256').update(this.#body).digest('hex').slice(0, 32);
  }

  /** `cacheControl` is the header's value. Answers 304 if the client has the file in this encoding. */
  async answer(context: Context, cacheControl: string): Promise<void> {
    const chosen = encodingFor(context);
    context.vary('Accept-Encoding');
    context.set('Cache-Control', cacheControl);
    context.set('ETag', `"${this.#hash}${chosen ? `-${chosen}` : ''}"`);
    context.set('X-Content-Type-Options', 'nosniff');
    context.status = 200;
    context.type = this.#type;
    if (context.fresh) {
      context.status = 304;
      return;
    }
    if (chosen) context.set('Content-Encoding', chosen);
    context.body = chosen ? await this.#compress(chosen) : this.#body;
  }

  #compress(encoding: Encoding): Promise<Buffer> {
    const made = this.#compressed.get(encoding) ?? compress[encoding](this.#body);
    this.#compressed.set(encoding, made);
    return made;
  }
}

/** The files of a folder by name, without those of its subfolders. */
export const readAssets = (
  folder: string,
  isWanted: (name: string) => boolean = () => true,
): ReadonlyMap<string, Asset> => {
  const names = readdirSync(folder).filter(isWanted);
  return new Map(names.map((name) => [name, new Asset(name, readFileSync(join(folder, name)))]));
};
