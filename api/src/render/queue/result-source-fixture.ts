import { createSecretKey } from 'node:crypto';
import { type RenderJob, TintypeError } from '@tintype/contracts';
import { createLog, type Msg, type Nats } from '@tintype/runtime';
import type { StoredResult, StoreRequest } from '../results/result-store.js';
import { Admission } from './admission.js';
import type { RenderRequest } from './render-request.js';
import { ResultBodies } from './result-bodies.js';
import { ResultSource } from './result-source.js';

export const log = createLog('test', 'silent');
export const key = 'a'.repeat(64);

export const rendered = (job: string) => ({
  ok: true as const,
  job,
  contentType: 'image/png',
  length: 1,
  // SHA-256 of the one byte 1.
  sha256: '4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a',
  targetStatus: 200,
  warnings: [],
  timings: {},
});

export const request = (options: Partial<RenderRequest> = {}): RenderRequest => ({
  job: {
    endpoint: 'image',
    class: 'still',
    account: 'a',
    key,
    pairs: { url: 'https://example.com' },
    requestId: 'r',
    resultBytes: null,
    deadline: Date.now() + 5000,
  },
  deadline: Date.now() + 5000,
  fresh: false,
  cacheSeconds: 60,
  concurrentRenders: null,
  ...options,
});

type OnPublish = (job: RenderJob, announce: (message: Uint8Array) => Promise<void>) => void;

/** A queue and a bus in memory. Adds each `subscribe` and `publish` to `order`. */
const fakeNats = (order: string[], onPublish: OnPublish) => {
  const listeners = new Set<(error: null, message: Msg) => void>();
  const published: RenderJob[] = [];
  const confirmed = { count: 0 };
  /** `delivered` is the number of the last job that a node has got. */
  const queue = { delivered: 0 };
  const respond = () => {
    confirmed.count += 1;
    return true;
  };
  const announce = async (data: Uint8Array) => {
    for (const listener of listeners) listener(null, { data, respond } as unknown as Msg);
  };
  const subscribe = (_: string, { callback }: { callback: (error: null, message: Msg) => void }) => {
    order.push('subscribe');
    listeners.add(callback);
    return { unsubscribe: () => listeners.delete(callback) };
  };
  const publish = async (_: string, text: string) => {
    order.push('publish');
    const job = JSON.parse(text) as RenderJob;
    published.push(job);
    onPublish(job, announce);
  };
  const counts = { num_waiting: 1, num_pending: 0, num_ack_pending: 0 };
  const info = async () => ({ ...counts, delivered: { stream_seq: queue.delivered } });
  const getMessage = async () => (published.length > 0 ? { seq: published.length } : null);
  const nats = {
    connection: { subscribe, publish: () => undefined },
    jetstream: { publish },
    manager: { consumers: { info }, streams: { getMessage } },
  } as unknown as Nats;
  return { nats, announce, queue, published, listeners, confirmed };
};

const fakeStore = (order: string[]) => {
  const stored: StoreRequest[] = [];
  let result: StoredResult | undefined;
  const store = {
    find: async () => {
      order.push('find');
      return result;
    },
    load: async () => result,
    store: async (each: StoreRequest) => {
      stored.push(each);
      result = { record: { job: each.rendered.job } as never, revision: 1, body: each.body };
      return result;
    },
  };
  return { store, stored };
};

/** A `ResultSource` on a queue, a bus and a store in memory. `onPublish` gets each published job. */
export const stage = (onPublish: OnPublish) => {
  const order: string[] = [];
  const { nats, confirmed, ...bus } = fakeNats(order, onPublish);
  const { store, stored } = fakeStore(order);
  let isUp = true;
  const results = new ResultSource({
    ...{ nats, log, store: store as never, bodies: new ResultBodies(nats), admission: new Admission({ nats }) },
    ...{ jobKey: createSecretKey(Buffer.alloc(32, 1)), canStore: () => isUp },
  });
  const source = {
    obtain: (asked: RenderRequest, left: AbortSignal = new AbortController().signal) => results.obtain(asked, left),
  };
  const breakStore = () => {
    store.store = () => Promise.reject(new TintypeError('unavailable'));
  };
  const takeDown = () => {
    isUp = false;
  };
  return { source, breakStore, takeDown, ...bus, stored, order, confirmed: () => confirmed.count };
};

/** The bytes of `rendered`. */
export const oneByte = Uint8Array.of(1);
