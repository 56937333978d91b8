import { Account } from './account.js';
import { Api, idempotencyHeader } from './api.js';
import { type AcceptedBatch, Batches } from './batches.js';
import { type ClientOptions, type Settings, settingsOf } from './config.js';
import { UsageError } from './errors.js';
import { knownOptions } from './names.js';
import type { Endpoint, EndpointOptions } from './options.generated.js';
import { type ContentResult, type MetadataResult, type RenderedFile, readFile, readWithFacts } from './results.js';
import { Sessions } from './sessions.js';
import { type AnyOptions, queryOf } from './signing/query.js';
import { signV1, signV2 } from './signing/signing.js';
import { type Notification, verifyWebhook } from './signing/webhooks.js';
import { type CallOptions, type Reader, readJson, send } from './transport.js';

/** An edge request may run 300 s. */
const renderMs = 330_000;

/** Options of an endpoint. `extra` sends options of a newer service; unknown ones only change the cache key. */
export type OptionsOf<E extends Endpoint> = EndpointOptions[E] & { extra?: AnyOptions };

export interface Expiring {
  /** When the URL stops working: a date, or unix seconds. Null: never. */
  expires: Date | number | null;
}

type Page = { url: string } | { html: string; baseUrl?: string } | { markdown: string; baseUrl?: string };

/** One file of a page. */
export type RenderRequest = { [E in Endpoint]: Page & { endpoint: E } & OptionsOf<E> }[Endpoint];

export type Output = Exclude<Endpoint, 'animated'>;

/** Several files of one page load, each charged as one render; or one file as a link. */
export type ReportRequest =
  | RenderRequest
  | (Page & { outputs: ReadonlyArray<Output | ({ endpoint: Output } & AnyOptions)> } & AnyOptions);

export interface ReportedFile {
  endpoint: Endpoint;
  /** A link for anybody. */
  url: string;
  contentType: string;
  bytes: number;
  cache: 'HIT' | 'MISS' | 'COALESCED';
  credits: number;
}

export interface FailedOutput {
  endpoint: Endpoint;
  error: { code: string; message: string };
}

export interface RenderReport {
  results: Array<ReportedFile | FailedOutput>;
  warnings: string[];
  timings: Record<string, number>;
  targetStatus: number | null;
}

export interface LaterOptions extends CallOptions {
  notificationUri?: string;
  idempotencyKey?: string;
}

export interface Device {
  name: string;
  key: string;
  userAgent: string;
  viewport: {
    width: number;
    height: number;
    deviceScaleFactor: number;
    isMobile: boolean;
    hasTouch: boolean;
    isLandscape: boolean;
  };
}

/** What a render takes beside options and `url`. */
const pageNames = ['html', 'markdown', 'baseUrl'];

const outputOf = (output: Output | ({ endpoint: Output } & AnyOptions)) => {
  if (typeof output !== 'object') return output;
  const { endpoint, ...options } = output;
  return { endpoint, ...knownOptions(endpoint, options) };
};

/** The body of a render. Throws a `UsageError` for an option that the endpoint lacks. */
const bodyOf = (request: ReportRequest): object => {
  if (!('outputs' in request)) {
    const { endpoint, ...options } = request;
    return { endpoint, ...knownOptions(endpoint, options, pageNames) };
  }
  const { outputs, ...options } = request;
  return { outputs: outputs.map(outputOf), ...knownOptions(null, options, pageNames) };
};

/** The year 5138 in seconds; `Date.now()` passed it in 1973. */
const leastMilliseconds = 1e11;

/** Unix seconds; undefined: never. */
const expiryOf = (expires: Date | number | null | undefined): number | undefined => {
  if (expires === null) return undefined;
  if (expires === undefined)
    throw new UsageError('Give `expires`: a Date, unix seconds, or null for a URL that never expires.');
  const seconds = Math.floor(expires instanceof Date ? expires.getTime() / 1000 : expires);
  if (seconds >= leastMilliseconds)
    throw new UsageError(`\`expires\` takes a Date or unix seconds; ${seconds} looks like milliseconds.`);
  if (seconds > Date.now() / 1000) return seconds;
  throw new UsageError(`\`expires\` takes a Date or unix seconds in the future; it got ${String(expires)}.`);
};

/** A client of one account. Its secret is in no property, so that logs do not show it. */
export class Tintype {
  readonly sessions: Sessions;
  readonly batches: Batches;
  readonly account: Account;
  readonly #settings: Settings;
  readonly #api: Api;

  constructor(options?: ClientOptions);
  constructor(key: string, secret: string, options?: ClientOptions);
  constructor(first: ClientOptions | string = {}, secret?: string, others: ClientOptions = {}) {
    const options = typeof first === 'string' ? { ...others, key: first, ...(secret ? { secret } : {}) } : first;
    this.#settings = settingsOf(options);
    this.#api = new Api(this.#settings);
    this.sessions = new Sessions(this.#api);
    this.batches = new Batches(this.#api);
    this.account = new Account(this.#api);
  }

  /** A signed URL (version 1). Anybody who has it may use it, until you delete the secret. */
  buildUrl<E extends Endpoint>(endpoint: E, url: string, options?: OptionsOf<E>): string {
    const query = this.#queryOf(endpoint, url, options as AnyOptions | undefined);
    return `${this.#renderBase}/${encodeURIComponent(this.#api.key)}/${signV1(this.#api.secret, query)}/${endpoint}?${query}`;
  }

  buildImageUrl(url: string, options?: OptionsOf<'image'>): string {
    return this.buildUrl('image', url, options);
  }

  buildPdfUrl(url: string, options?: OptionsOf<'pdf'>): string {
    return this.buildUrl('pdf', url, options);
  }

  buildContentUrl(url: string, options?: OptionsOf<'content'>): string {
    return this.buildUrl('content', url, options);
  }

  buildMetadataUrl(url: string, options?: OptionsOf<'metadata'>): string {
    return this.buildUrl('metadata', url, options);
  }

  buildAnimatedUrl(url: string, options?: OptionsOf<'animated'>): string {
    return this.buildUrl('animated', url, options);
  }

  /** A signed URL of version 2: it is good for this endpoint only, and may expire. */
  async buildExpiringUrl<E extends Endpoint>(
    endpoint: E,
    url: string,
    { expires, ...options }: OptionsOf<E> & Expiring,
  ): Promise<string> {
    const query = this.#queryOf(endpoint, url, { ...options, expires: expiryOf(expires) } as AnyOptions, ['expires']);
    const signature = await signV2(this.#api.secret, endpoint, query);
    return `${this.#renderBase}/v2/${encodeURIComponent(this.#api.key)}/${signature}/${endpoint}?${query}`;
  }

  fetchImage(url: string, options?: OptionsOf<'image'>, call?: CallOptions): Promise<RenderedFile> {
    return this.#fetch(this.buildImageUrl(url, options), call, readFile);
  }

  fetchPdf(url: string, options?: OptionsOf<'pdf'>, call?: CallOptions): Promise<RenderedFile> {
    return this.#fetch(this.buildPdfUrl(url, options), call, readFile);
  }

  fetchAnimated(url: string, options?: OptionsOf<'animated'>, call?: CallOptions): Promise<RenderedFile> {
    return this.#fetch(this.buildAnimatedUrl(url, options), call, readFile);
  }

  fetchContent(url: string, options?: OptionsOf<'content'>, call?: CallOptions): Promise<ContentResult> {
    return this.#fetch(this.buildContentUrl(url, options), call, readWithFacts<ContentResult>);
  }

  fetchMetadata(url: string, options?: OptionsOf<'metadata'>, call?: CallOptions): Promise<MetadataResult> {
    return this.#fetch(this.buildMetadataUrl(url, options), call, readWithFacts<MetadataResult>);
  }

  /** Any signed URL of the service, such as one that your server made. It needs neither key nor secret. */
  async fetchSigned(signedUrl: string, call?: CallOptions): Promise<RenderedFile> {
    if (!/^https?:/.test(signedUrl) || !URL.canParse(signedUrl))
      throw new UsageError('`fetchSigned` takes an http or https URL, such as one that `buildUrl` made.');
    return this.#fetch(signedUrl, call, readFile);
  }

  /** One file of a page, of HTML or of Markdown. Content and metadata are JSON in its bytes. */
  async render(request: RenderRequest, call: CallOptions = {}): Promise<RenderedFile> {
    return this.#api.read(this.#renderCall(bodyOf(request), call), readFile);
  }

  /** Links to the files instead of their bytes, also to several of one page load. */
  async renderReport(request: ReportRequest, call: CallOptions = {}): Promise<RenderReport> {
    const headers = { prefer: 'return=representation' };
    return this.#api.json({ ...this.#renderCall(bodyOf(request), call), headers });
  }

  /** Renders into the account's storage without a client that waits. */
  async renderLater(
    request: Extract<RenderRequest, { endpoint: 'image' | 'pdf' }> & { url: string },
    { notificationUri, idempotencyKey, ...call }: LaterOptions = {},
  ): Promise<AcceptedBatch> {
    const uri = notificationUri === undefined ? {} : { notification_uri: notificationUri };
    const headers = idempotencyHeader(idempotencyKey);
    return this.#api.json({ ...this.#renderCall({ ...bodyOf(request), ...uri, async: true }, call), headers });
  }

  /** Takes a link to a stored result back: the result is gone. */
  async deleteFile(fileUrl: string, call: CallOptions = {}): Promise<void> {
    const { baseUrl } = this.#settings;
    // The call carries the secret.
    if (!fileUrl.startsWith(`${baseUrl}/files/`))
      throw new UsageError(`\`deleteFile\` takes a link to a result. It starts with ${baseUrl}/files/.`);
    await this.#api.read({ ...call, method: 'DELETE', path: fileUrl.slice(baseUrl.length) }, async (response) =>
      response.text(),
    );
  }

  /** The values of `emulateDevice`. */
  async devices(call: CallOptions = {}): Promise<Device[]> {
    return (await this.#public<{ devices: Device[] }>('/screenshot/devices', call)).devices;
  }

  /** The addresses from which pages are loaded, as CIDR. */
  async ipRanges(call: CallOptions = {}): Promise<string[]> {
    return (await this.#public<{ prefixes: string[] }>('/ip-ranges.json', call)).prefixes;
  }

  /** The notification of a delivery, signed with this client's secret. Throws `WebhookError` for a forged one. */
  verifyWebhook(
    signature: string | null | undefined,
    body: string | Uint8Array,
    tolerance?: number,
  ): Promise<Notification> {
    const { secret } = this.#api;
    return verifyWebhook({ signature, body, secret, ...(tolerance === undefined ? {} : { tolerance }) });
  }

  get #renderBase(): string {
    const { useEdge, edgeUrl, baseUrl } = this.#settings;
    return useEdge && edgeUrl ? edgeUrl : baseUrl;
  }

  #queryOf(endpoint: Endpoint, url: string, options?: AnyOptions, more?: readonly string[]): string {
    if (typeof url !== 'string' || url === '') throw new UsageError('`url` takes the address of a page.');
    return queryOf(Object.entries(Object.assign({ url }, knownOptions(endpoint, options, more), { url })));
  }

  #fetch<T>(url: string, call: CallOptions = {}, read: Reader<T>): Promise<T> {
    return send(this.#settings, { usualMs: renderMs, ...call, method: 'GET', url }, read);
  }

  #public<T>(path: string, call: CallOptions): Promise<T> {
    const url = `${this.#settings.baseUrl}${path}`;
    return send(this.#settings, { usualMs: 30_000, ...call, method: 'GET', url }, readJson<T>);
  }

  #renderCall(body: object, call: CallOptions) {
    const { endpoint, url } = body as { endpoint?: string; url?: string };
    const what = `the ${endpoint ?? 'render'}${url ? ` of ${url}` : ''}`;
    return { usualMs: renderMs, ...call, method: 'POST', path: '/v1/renders', body, what };
  }
}
