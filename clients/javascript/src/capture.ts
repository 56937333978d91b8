import type { ActionType } from './actions.generated.js';
import { Api } from './api.js';
import { Tintype } from './client.js';
import { type ClientOptions, settingsOf } from './config.js';
import type { Endpoint } from './options.generated.js';
import type { ContentResult, MetadataResult } from './results.js';
import { openBrowser, type SessionOptions } from './sessions.js';

// The names, arguments and results of the npm package capture-node, so that a program moves to Tintype with its import.

export type RequestType = Endpoint;

/** Options of a render by name. Names that the service does not know are signed and sent, too. */
export type RequestOptions = Record<string, string | number | boolean>;

export type ActionPayload = Record<string, unknown>;

/** The JSON of an answer. */
export type SessionResponse = Record<string, unknown>;

/** Calls about sessions. They answer the JSON of the service, and throw `ApiError`. */
export interface SessionsAPI {
  create: (options?: SessionOptions) => Promise<SessionResponse>;
  get: (sessionId: string) => Promise<SessionResponse>;
  close: (sessionId: string) => Promise<SessionResponse>;
  action: (sessionId: string, type: string, payload?: ActionPayload) => Promise<SessionResponse>;
}

const sessionsOf = ({ sessions }: Tintype, api: Api): SessionsAPI => ({
  create: async (options = {}) => ({ ...(await openBrowser(api, options)) }),
  get: async (id) => ({ success: true, session: await sessions.get(id) }),
  close: async (id) => ({ success: true, session: await sessions.close(id) }),
  action: async (id, type, payload) => ({ ...(await sessions.act(id, type as ActionType, payload as never)) }),
});

/** A client with the names of capture-node. New programs use `Tintype`: it has types, facts and more routes. */
export class Capture {
  readonly sessions: SessionsAPI;
  readonly #client: Tintype;

  constructor(key: string, secret: string, options: ClientOptions = {}) {
    this.#client = new Tintype(key, secret, options);
    this.sessions = sessionsOf(this.#client, new Api(settingsOf({ ...options, key, secret })));
  }

  buildImageUrl(url: string, options?: RequestOptions): string {
    return this.#build('image', url, options);
  }

  buildPdfUrl(url: string, options?: RequestOptions): string {
    return this.#build('pdf', url, options);
  }

  buildContentUrl(url: string, options?: RequestOptions): string {
    return this.#build('content', url, options);
  }

  buildMetadataUrl(url: string, options?: RequestOptions): string {
    return this.#build('metadata', url, options);
  }

  buildAnimatedUrl(url: string, options?: RequestOptions): string {
    return this.#build('animated', url, options);
  }

  fetchImage(url: string, options?: RequestOptions): Promise<ArrayBuffer> {
    return this.#fetch('image', url, options);
  }

  fetchPdf(url: string, options?: RequestOptions): Promise<ArrayBuffer> {
    return this.#fetch('pdf', url, options);
  }

  fetchAnimated(url: string, options?: RequestOptions): Promise<ArrayBuffer> {
    return this.#fetch('animated', url, options);
  }

  fetchContent(url: string, options: RequestOptions = {}): Promise<ContentResult> {
    return this.#client.fetchContent(url, { extra: options });
  }

  fetchMetadata(url: string, options: RequestOptions = {}): Promise<MetadataResult> {
    return this.#client.fetchMetadata(url, { extra: options });
  }

  #build(endpoint: Endpoint, url: string, options: RequestOptions = {}): string {
    return this.#client.buildUrl(endpoint, url, { extra: options });
  }

  async #fetch(endpoint: Endpoint, url: string, options?: RequestOptions): Promise<ArrayBuffer> {
    return (await this.#client.fetchSigned(this.#build(endpoint, url, options))).buffer;
  }
}
