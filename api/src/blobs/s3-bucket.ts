import type { S3 } from '@aws-sdk/client-s3';
import { type Logger, raceSignal } from '@tintype/runtime';
import type { S3Handler } from './guarded-handler.js';

export interface S3Settings {
  endpoint: URL;
  region: string;
  bucket: string;
  key: string;
  secret: string;
  /** `<endpoint>/<bucket>/…`, not `<bucket>.<endpoint>/…`. */
  pathStyle: boolean;
}

/**
 * A request to the S3 store that failed. It holds none of the client's error, which may repeat what was signed, and with
 * which key, and would be logged with all of that.
 */
export class S3Failure extends Error {
  override name = 'S3Failure';
  /** The server's status; undefined when it did not answer. */
  readonly status: number | undefined;
  /** The server's code, such as `NoSuchBucket`, or the system's, such as `ECONNREFUSED`. */
  readonly code: string;

  constructor(operation: string, cause: unknown) {
    const { name, code, $metadata, $response } = cause as FailureOfClient;
    const status = $metadata?.httpStatusCode ?? $response?.statusCode;
    // The name is the server's code, if it sent one.
    const reason = (status === undefined ? code : undefined) ?? name ?? 'unknown';
    super(`S3 ${operation}: ${reason}${status === undefined ? '' : ` (${status})`}`);
    this.status = status;
    this.code = reason;
  }
}

interface FailureOfClient {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
  $response?: { statusCode?: number };
}

export type S3Operation = 'put' | 'get' | 'delete' | 'list';

/** Hears how each request ends: its failure if it has one, and the bytes of a result that went over. */
export type OnS3Request = (operation: S3Operation, failure: S3Failure | undefined, bytes: number) => void;

export interface S3BucketOptions {
  settings: S3Settings;
  onRequest: OnS3Request;
  log: Logger;
  /** Sends the requests: `operator` connects to any address, so an account's own store needs a guarded handler. */
  transport: 'operator' | S3Handler;
}

/** A server that cannot be reached, or says nothing for so long, fails the attempt. */
const connectMs = 2000;
const idleMs = 5000;
const attempts = 2;
/** All attempts of a request, with their bytes: 32 MiB at 14 Mbit/s. */
const requestMs = 20_000;
const connections = 64;

const operatorHandler = (log: Logger) => ({
  connectionTimeout: connectMs,
  socketTimeout: idleMs,
  httpAgent: { maxSockets: connections },
  httpsAgent: { maxSockets: connections },
  // Else it warns on the console.
  logger: log,
});

/** Loaded only where it is used: the client costs 36 MB of memory. */
const connect = async ({ settings, log, transport }: Omit<S3BucketOptions, 'onRequest'>): Promise<S3> => {
  const { endpoint, region, key, secret, pathStyle } = settings;
  const client = await import('@aws-sdk/client-s3');
  return new client.S3({
    endpoint: endpoint.href,
    region,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    forcePathStyle: pathStyle,
    maxAttempts: attempts,
    // Servers that are not Amazon's may not know the checksums that the client adds by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: transport === 'operator' ? operatorHandler(log) : transport,
  });
};

/** Asks nothing of the store yet. */
export const openS3Bucket = async ({ onRequest, ...parts }: S3BucketOptions): Promise<S3Bucket> =>
  new S3Bucket(await connect(parts), parts.settings.bucket, onRequest);

/** One bucket, in the few requests that every S3-compatible server has. Throws S3Failure alone. */
export class S3Bucket {
  readonly #client: S3;
  readonly #bucket: string;
  readonly #onRequest: OnS3Request;

  constructor(client: S3, bucket: string, onRequest: OnS3Request) {
    this.#client = client;
    this.#bucket = bucket;
    this.#onRequest = onRequest;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const object = { ...this.#object(key), Body: bytes, ContentLength: bytes.length };
    await this.#ask(
      'put',
      (abortSignal) => this.#client.putObject(object, { abortSignal }),
      () => bytes.length,
    );
  }

  /** The object, if there is one of this length. */
  get(key: string, length: number): Promise<Uint8Array | undefined> {
    return this.#ask(
      'get',
      (abortSignal) => this.#read(key, length, abortSignal),
      (bytes) => bytes?.length ?? 0,
    );
  }

  /** Succeeds also when there is none. */
  async delete(key: string): Promise<void> {
    await this.#ask('delete', (abortSignal) => this.#client.deleteObject(this.#object(key), { abortSignal }));
  }

  /** Up to `most` keys that begin with the prefix, in the order of their bytes, after a key if it is given. */
  async list(prefix: string, most: number, after?: string): Promise<string[]> {
    const page = { Bucket: this.#bucket, Prefix: prefix, MaxKeys: most, ...(after ? { StartAfter: after } : {}) };
    const { Contents = [] } = await this.#ask('list', async (abortSignal) => {
      const listing = await this.#client.listObjectsV2(page, { abortSignal });
      // Any web server may answer 200, and the client reads an empty listing out of that.
      if (listing.Name === undefined) throw Object.assign(new Error(), { ...listing, name: 'NoListing' });
      return listing;
    });
    return Contents.flatMap(({ Key }) => Key ?? []);
  }

  /** Ends its idle connections. */
  close(): void {
    this.#client.destroy();
  }

  #object(key: string) {
    return { Bucket: this.#bucket, Key: key };
  }

  async #read(key: string, length: number, abortSignal: AbortSignal): Promise<Uint8Array | undefined> {
    try {
      const { Body, ContentLength } = await this.#client.getObject(this.#object(key), { abortSignal });
      if (ContentLength === length) return await Body?.transformToByteArray();
      // Unread, it would keep its connection.
      await Body?.transformToWebStream().cancel();
      return undefined;
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey') return undefined;
      throw error;
    }
  }

  /** One request, however often it is tried. */
  async #ask<T>(
    operation: S3Operation,
    send: (signal: AbortSignal) => Promise<T>,
    bytesOf: (answer: T) => number = () => 0,
  ): Promise<T> {
    const signal = AbortSignal.timeout(requestMs);
    try {
      const answer = await raceSignal(send(signal), signal);
      this.#onRequest(operation, undefined, bytesOf(answer));
      return answer;
    } catch (cause) {
      const failure = new S3Failure(operation, cause);
      this.#onRequest(operation, failure, 0);
      throw failure;
    }
  }
}
