import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { streams, subjects } from '@tintype/contracts';
import { nanos } from '@tintype/runtime';
import { type PageServer, startPages } from '../pages/pages.js';
import { until } from '../until.js';
import { type S3Server, startS3Server } from './s3-server.js';
import { type Service, startService, tester } from './service.js';

export interface Notification {
  deliveryId: string;
  /** Checked. */
  body: Record<string, unknown> & {
    event: string;
    batchId: string;
    error?: { code: string };
    results?: { status: string; number: number }[];
  };
  accepted: boolean;
}

export interface State {
  success: boolean;
  code?: string;
  error?: string;
  batchId: string;
  status: string;
  startedAt: string | null;
  finishedAt: string | null;
  total: number;
  queued: number;
  succeeded: number;
  failed: number;
  cancelled: number;
  cancelRequested: boolean;
  items: {
    number: number;
    status: string;
    file_name: string | null;
    location: string | null;
    bytes: number | null;
    contentType: string | null;
    targetStatus: number | null;
    error: { code: string; message: string } | null;
    attempts: number;
  }[];
  nextCursor: string | null;
  notification: { status: string; deliveryId: string | null; attempts: number; lastError: string | null };
}

export interface BatchAnswer {
  status: number;
  /** `batches`: of a list. */
  json: State & { statusUrl: string; batches: State[] };
}

export interface BatchCall {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
  /** Index of the api. */
  api?: number;
}

const other = { id: 'other', apiKey: 'other-key', secret: 'other-secret' };

export const hmac = (body: string, encoding: 'hex' | 'base64' = 'hex', secret = tester.secret): string =>
  createHmac('sha256', secret).update(body).digest(encoding);

const isSigned = (header: string, body: string): boolean => {
  const [, time = '', signature = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  return hmac(`${time}.${body}`) === signature && Math.abs(Number(time) - Date.now() / 1000) < 60;
};

/** A service with a real store, pages by number, and a receiver of notifications that first refuses some. */
export class BatchStage {
  readonly service: Service;
  readonly s3: S3Server;
  readonly notifications: Notification[] = [];
  /** Notifications that the receiver still refuses. */
  refusals = 0;
  readonly #site: PageServer;
  #isHeld = false;
  #held: (() => void)[] = [];

  private constructor(service: Service, s3: S3Server, site: PageServer) {
    this.service = service;
    this.s3 = s3;
    this.#site = site;
  }

  static async start(options: { apis?: number; api?: Record<string, string> } = {}): Promise<BatchStage> {
    const s3 = await startS3Server();
    let stage: BatchStage | undefined;
    const site = await startPages((request, response) => {
      if (request.url?.startsWith('/notify'))
        return void stage?.receive(request).then((status) => response.writeHead(status).end());
      const number = Number(/^\/page\/(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
      const colour = `#${number.toString(16).padStart(6, '0')}`;
      const answer = () => {
        const page = `<!doctype html><meta charset="utf-8"><style>html{background:${colour}}</style>`;
        response.setHeader('content-type', 'text/html').end(page);
      };
      return stage ? stage.answerInTime(answer) : answer();
    });
    const api = { TINTYPE_EGRESS_ALLOW: '127.0.0.1', ...options.api };
    const allow = `127.0.0.1:${site.port}`;
    const service = await startService({ allow, api, apis: options.apis ?? 1, accounts: [other] });
    stage = new BatchStage(service, s3, site);
    await stage.useStorage();
    return stage;
  }

  /** An account without storage. */
  get other() {
    return other;
  }

  page(number: number): string {
    return this.#site.url(`/page/${number}`);
  }

  hits(number: number): number {
    return this.#site.hits(`/page/${number}`);
  }

  get receiver(): string {
    return this.#site.url('/notify');
  }

  /** Pages stay unanswered until `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  get heldPages(): number {
    return this.#held.length;
  }

  release(): void {
    this.#isHeld = false;
    for (const answer of this.#held.splice(0)) answer();
  }

  answerInTime(answer: () => void): void {
    if (this.#isHeld) this.#held.push(answer);
    else answer();
  }

  async useStorage(change: object = {}): Promise<void> {
    const { endpoint, region, bucket, key, secret } = this.s3.settings;
    const body = { endpoint: endpoint.href, region, bucket, key, secret, ...change };
    await this.service.admin('/storage', { method: 'PUT', body });
  }

  async receive(request: IncomingMessage): Promise<number> {
    const body = await text(request);
    assert.ok(isSigned(String(request.headers['x-signature']), body), 'the notification is signed');
    const accepted = this.refusals === 0;
    this.refusals = Math.max(this.refusals - 1, 0);
    const deliveryId = String(request.headers['x-delivery-id']);
    this.notifications.push({ deliveryId, body: JSON.parse(body), accepted });
    return accepted ? 204 : 500;
  }

  /** Signs the body, or else the path. */
  async call(path: string, { method = 'GET', body, headers = {}, api = 0 }: BatchCall = {}): Promise<BatchAnswer> {
    const signed = body ?? `${method === 'GET' ? '' : `${method} `}${path}`;
    const response = await fetch(`http://127.0.0.1:${this.service.publicPorts[api]}${path}`, {
      method,
      headers: { 'x-req-signature': hmac(signed), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, json: (await response.json()) as BatchAnswer['json'] };
  }

  create(
    data: unknown[],
    { endpoint = 'image', notify = true, ...call }: BatchCall & { endpoint?: string; notify?: boolean } = {},
  ) {
    const body = JSON.stringify({ data, ...(notify ? { notification_uri: this.receiver } : {}) });
    return this.call(`/batch-${endpoint}/${tester.apiKey}`, { method: 'POST', body, ...call });
  }

  pathOf(batch: string): string {
    return `/batch/${tester.apiKey}/${batch}`;
  }

  /** The state and all items. */
  async state(batch: string, api = 0): Promise<State> {
    const path = this.pathOf(batch);
    const headers = { 'x-req-signature': hmac(path) };
    return (await this.call(`${path}?limit=1000`, { headers, api })).json;
  }

  async untilFinished(batch: string, withinMs?: number, longestWaitMs?: number): Promise<State> {
    let state: State | undefined;
    await until(
      `the batch ${batch} is finished`,
      async () => {
        state = await this.state(batch);
        return !['queued', 'processing'].includes(state.status);
      },
      withinMs,
      longestWaitMs,
    );
    assert.ok(state);
    return state;
  }

  /** The notifications of a batch that the receiver accepted, once there is one. */
  async untilNotified(batch: string): Promise<Notification[]> {
    const found = () => this.notifications.filter(({ body, accepted }) => accepted && body.batchId === batch);
    await until(`the notification of ${batch}`, () => found().length > 0);
    return found();
  }

  async charges(): Promise<number> {
    const admin = await this.service.connect();
    return (await admin.manager.streams.info(streams.charges)).state.messages;
  }

  /** Items of a batch that apis have in work. */
  async marks(batch: string): Promise<number> {
    const admin = await this.service.connect();
    const filter = { subjects_filter: subjects.batch(tester.id, batch, 'begun.*') };
    const { state } = await admin.manager.streams.info(streams.batches, filter);
    return Object.keys(state.subjects ?? {}).length;
  }

  /** How long a replica may be silent about a batch; production has 10 s. */
  async setAckWait(milliseconds: number): Promise<void> {
    const admin = await this.service.connect();
    for (const kind of ['feed', 'notify'])
      await admin.manager.consumers.update(streams.batchWork, kind, { ack_wait: nanos(milliseconds) });
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await Promise.all([this.s3.stop(), this.#site.close()]);
  }
}
