import type { S3 } from '@aws-sdk/client-s3';
import type { CannedAcl } from '@tintype/contracts';
import { type Logger, race } from '@tintype/runtime';
import type { ByteRange } from '../result-bytes/blob-store.js';
import type { S3Handler } from './guarded-handler.js';
import { checkTaken, multipartBytes, putInParts } from './s3-parts.js';

export interface S3Settings {
  endpoint: URL;
  region: string;
  bucket: string;
  key: string;
  secret: string;
  /** True for `<endpoint>/<bucket>/…`, false for `<bucket>.<endpoint>/…`. */
  pathStyle: boolean;
  /** The base URL at which the public reads the bucket; undefined: its endpoint. */
  publicUrl?: URL | undefined;
}

/** Has no cause: the client's error may contain the signed request and the key, and would be logged. */
export class S3Failure extends Error {
  override name = 'S3Failure';
  /** The server's status; undefined if it did not answer. */
  readonly status: number | undefined;
  /** The server's code, such as `NoSuchBucket`, or the system's, such as `ECONNREFUSED`. */
  readonly code: string;
  /** The answer has a code of S3. Without it, another web server may have answered. */
  readonly isS3: boolean;
  /** The bucket's region, if the server names it. */
  readonly region: string | undefined;

  constructor(operation: string, cause: unknown) {
    const { name, code, Code, Region, $metadata, $response } = cause as FailureOfClient;
    const status = $metadata?.httpStatusCode ?? $response?.statusCode;
    // The client puts the server's code into `name`. `code` of a DOMException is a number.
    const reason = (status === undefined && typeof code === 'string' ? code : undefined) ?? name ?? 'unknown';
    super(`S3 ${operation}: ${reason}${status === undefined ? '' : ` (${status})`}`);
    this.status = status;
    this.code = reason;
    this.isS3 = Code !== undefined;
    const region = Region ?? $response?.headers?.['x-amz-bucket-region'];
    this.region = region && /^[a-z0-9-]{1,40}$/.test(region) ? region : undefined;
  }
}

interface FailureOfClient {
  name?: string;
  code?: string | number;
  /** The code of S3 in the XML of the answer. */
  Code?: string;
  Region?: string;
  $metadata?: { httpStatusCode?: number };
  $response?: { statusCode?: number; headers?: Record<string, string> };
}

export type S3Operation = 'put' | 'get' | 'delete' | 'list';

/** Called when an operation ends, with its failure, and with the bytes of the object's content (0 after a failure). */
export type OnS3Request = (operation: S3Operation, failure: S3Failure | undefined, bytes: number) => void;

export interface PutOptions {
  contentType?: string;
  contentDisposition?: string;
  acl?: CannedAcl | undefined;
  /** Limit for all attempts and parts. */
  timeoutMs?: number;
}

export interface GetOptions {
  /** Undefined: all bytes. */
  range?: ByteRange | undefined;
  /** Limit for all attempts. */
  timeoutMs?: number;
}

export interface S3BucketOptions {
  settings: S3Settings;
  onRequest: OnS3Request;
  log: Logger;
  /** `direct` connects to any address; an account's own store needs a guarded handler. */
  transport: 'direct' | S3Handler;
}

/** For each attempt: the time to connect, and the longest silence of the server. */
const connectMs = 2000;
const idleMs = 5000;
const attempts = 2;
/** For all attempts: enough for 32 MiB at 14 Mbit/s. */
const requestMs = 20_000;
const connections = 64;

const directHandler = (log: Logger) => ({
  connectionTimeout: connectMs,
  socketTimeout: idleMs,
  httpAgent: { maxSockets: connections },
  httpsAgent: { maxSockets: connections },
  // Without a logger, the client warns on the console.
  logger: log,
});

/** Imported on demand: the client costs 36 MB of memory. */
const connect = async ({ settings, log, transport }: Omit<S3BucketOptions, 'onRequest'>): Promise<S3> => {
  const { endpoint, region, key, secret, pathStyle } = settings;
  const client = await import('@aws-sdk/client-s3');
  return new client.S3({
    endpoint: endpoint.href,
    region,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    forcePathStyle: pathStyle,
    maxAttempts: attempts,
    // Servers other than Amazon's may not know the client's default checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: transport === 'direct' ? directHandler(log) : transport,
  });
};

interface ReadOptions {
  length: number;
  range: ByteRange | undefined;
  abortSignal: AbortSignal;
}

interface AskOptions<T> {
  bytesOf?: (answer: T) => number;
  timeoutMs?: number | undefined;
}

/** Opens a client for the bucket; sends no request. */
export const openS3Bucket = async ({ onRequest, ...parts }: S3BucketOptions): Promise<S3Bucket> =>
  new S3Bucket(await connect(parts), parts.settings.bucket, onRequest);

/** Uses only requests that every S3-compatible server has. Throws only S3Failure. */
export class S3Bucket {
  readonly #client: S3;
  readonly #bucket: string;
  readonly #onRequest: OnS3Request;

  constructor(client: S3, bucket: string, onRequest: OnS3Request) {
    this.#client = client;
    this.#bucket = bucket;
    this.#onRequest = onRequest;
  }

  async put(key: string, bytes: Uint8Array, { timeoutMs, ...how }: PutOptions = {}): Promise<void> {
    const { contentType: ContentType, contentDisposition: ContentDisposition, acl: ACL } = how;
    const object = { ...this.#object(key), ContentType, ContentDisposition, ACL };
    const send = async (abortSignal: AbortSignal) => {
      if (bytes.length > multipartBytes) return putInParts(this.#client, { object, bytes, abortSignal });
      checkTaken(
        await this.#client.putObject({ ...object, Body: bytes, ContentLength: bytes.length }, { abortSignal }),
      );
    };
    await this.#ask('put', send, { bytesOf: () => bytes.length, timeoutMs });
  }

  /** Undefined if there is no such object, or it has another length. */
  get(key: string, length: number, { range, timeoutMs }: GetOptions = {}): Promise<Uint8Array | undefined> {
    const send = (abortSignal: AbortSignal) => this.#read(key, { length, range, abortSignal });
    return this.#ask('get', send, { bytesOf: (bytes) => bytes?.length ?? 0, timeoutMs });
  }

  /** Succeeds also if there is no object. */
  async delete(key: string, { timeoutMs }: Pick<GetOptions, 'timeoutMs'> = {}): Promise<void> {
    const send = (abortSignal: AbortSignal) => this.#client.deleteObject(this.#object(key), { abortSignal });
    await this.#ask('delete', send, { timeoutMs });
  }

  /** At most `max` keys, in byte order, after the given key. */
  async list(prefix: string, max: number, after?: string): Promise<string[]> {
    const page = { Bucket: this.#bucket, Prefix: prefix, MaxKeys: max, ...(after ? { StartAfter: after } : {}) };
    const { Contents = [] } = await this.#ask('list', async (abortSignal) => {
      const listing = await this.#client.listObjectsV2(page, { abortSignal });
      // Any web server may answer 200. The client reads that as an empty listing, so check that the store names itself.
      if (listing.Name === undefined) throw Object.assign(new Error(), { ...listing, name: 'NoListing' });
      return listing;
    });
    return Contents.flatMap(({ Key }) => Key ?? []);
  }

  /** Closes idle connections. */
  close(): void {
    this.#client.destroy();
  }

  #object(key: string) {
    return { Bucket: this.#bucket, Key: key };
  }

  async #read(key: string, { length, range, abortSignal }: ReadOptions): Promise<Uint8Array | undefined> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    try {
      const answer = await this.#client.getObject({ ...this.#object(key), Range }, { abortSignal });
      const { Body, ContentLength, ContentRange } = answer;
      const isRight = range ? ContentRange === `bytes ${range.start}-${range.end}/${length}` : ContentLength === length;
      if (isRight) return await Body?.transformToByteArray();
      // Cancel the body: an unread one would keep its connection.
      await Body?.transformToWebStream().cancel();
      return undefined;
    } catch (error) {
      if (['NoSuchKey', 'InvalidRange'].includes((error as Error).name)) return undefined;
      throw error;
    }
  }

  /** Runs one operation within its time, and reports its end. The client tries each request up to twice. */
  async #ask<T>(
    operation: S3Operation,
    send: (signal: AbortSignal) => Promise<T>,
    { bytesOf = () => 0, timeoutMs = requestMs }: AskOptions<T> = {},
  ): Promise<T> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await race(send(signal), signal);
      this.#onRequest(operation, undefined, bytesOf(answer));
      return answer;
    } catch (cause) {
      const failure = new S3Failure(operation, cause);
      this.#onRequest(operation, failure, 0);
      throw failure;
    }
  }
}
