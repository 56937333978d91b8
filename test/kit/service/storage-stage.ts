import { html, type PageServer, startPages } from '../pages/pages.js';
import { BearerClient } from './bearer-client.js';
import { type FaultyS3, startFaultyS3 } from './faulty-s3.js';
import { type S3Server, startS3Server } from './s3-server.js';
import { type RequestOptions, type Service, startService } from './service.js';

export interface StorageAnswer {
  success: boolean;
  storage: Record<string, unknown> | null;
  source: string | null;
  /** In answers to PUT only. */
  warnings?: string[];
  code?: string;
  error?: string;
}

export interface StorageTrial {
  uploads: boolean;
  works: boolean;
  object: string;
  steps: { step: string; works: boolean; error?: string }[];
  access?: { s3Acl: string; works: boolean; error?: string };
  publicRead?: { url: string; works: boolean; error?: string };
}

interface Parts {
  site: PageServer;
  foreign: S3Server;
  faulty: FaultyS3;
  service: Service;
}

/** An account with a storage that takes bytes and never answers. */
const slow = { id: 'slow', apiKey: 'slow-key', secret: 'slow-secret' };
const other = { id: 'other', apiKey: 'other-key', secret: 'other-secret' };

/** A service without a store of its own, a real foreign store, and one with faults. */
export class StorageStage {
  readonly #parts: Parts;
  #requests = 0;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async start(): Promise<StorageStage> {
    const site = await startPages({ '/page': html('<h1>page</h1>') });
    const [foreign, faulty] = await Promise.all([startS3Server(), startFaultyS3()]);
    const api = { TINTYPE_EGRESS_ALLOW: '127.0.0.1' };
    const service = await startService({ allow: `127.0.0.1:${site.port}`, api, accounts: [other, slow] });
    return new StorageStage({ site, foreign, faulty, service });
  }

  get service(): Service {
    return this.#parts.service;
  }

  get foreign(): S3Server {
    return this.#parts.foreign;
  }

  get faulty(): FaultyS3 {
    return this.#parts.faulty;
  }

  /** An account that never has a storage. */
  get other() {
    return other;
  }

  /** The body that makes the foreign store the tester's. */
  foreignStorage(change: object = {}) {
    const { endpoint, region, bucket, key, secret } = this.foreign.settings;
    return { endpoint: endpoint.href, region, bucket, key, secret, ...change };
  }

  setStorage(body: object): Promise<StorageAnswer> {
    return this.service.admin<StorageAnswer>('/storage', { method: 'PUT', body });
  }

  /** Requests a picture twice for the account whose storage is slow. */
  async askSlowly() {
    const own = new BearerClient(`http://127.0.0.1:${this.service.publicPorts[0]}`, slow.id, slow.secret);
    await own.call('PUT', '/v1/account/storage', this.faulty.storage('slow'));
    const request = this.fresh();
    const timed = async () => {
      const begun = performance.now();
      const { status, cache, warnings, body } = await this.ask(request, { account: slow });
      return { status, cache, warnings, body, seconds: (performance.now() - begun) / 1000 };
    };
    return [await timed(), await timed()] as const;
  }

  /** Options of a request that no other test has made. */
  fresh(): Record<string, string> {
    this.#requests += 1;
    return { timestamp: String(this.#requests) };
  }

  /** Follows no redirect. */
  async ask(
    options: Record<string, string>,
    { method = 'GET', ...request }: RequestOptions & { method?: string } = {},
  ) {
    const query = new URLSearchParams({ url: this.#parts.site.url('/page'), ...options }).toString();
    const response = await fetch(this.service.signed(query, request), { redirect: 'manual', method });
    const { status, headers } = response;
    const body = Buffer.from(await response.arrayBuffer());
    const json = () => JSON.parse(body.toString()) as { code: string; error: string };
    return { status, headers, body, json, warnings: headers.get('x-warnings') ?? '', cache: headers.get('x-cache') };
  }

  /** How many uploads had this outcome. */
  async uploads(outcome: string): Promise<number> {
    const metrics = await fetch(`http://127.0.0.1:${this.service.apis[0]?.privatePort}/metrics`);
    const line = new RegExp(`^tintype_uploads_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`, 'm');
    return Number(line.exec(await metrics.text())?.[1] ?? 0);
  }

  async stop(): Promise<void> {
    const { service, foreign, faulty, site } = this.#parts;
    await service.stop();
    await Promise.all([foreign.stop(), faulty.close(), site.close()]);
  }
}
