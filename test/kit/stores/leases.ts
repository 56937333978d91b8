import assert from 'node:assert/strict';
import type { Lease, NewLease, ResourceStore, StoreError, WatchEvent } from '@tintype/crds';
import { until } from '../until.js';

export const namespace = 'space';

export const lease = (name: string, holderIdentity = 'a'): NewLease => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { namespace, name },
  spec: { holderIdentity },
});

export const heldBy = (object: Lease, holderIdentity: string): Lease => ({
  ...object,
  spec: { ...object.spec, holderIdentity },
});

/** Checks that the call fails so; returns the error. */
export const fails = async (
  call: Promise<unknown>,
  kind: new (...parameters: never[]) => StoreError,
  effect: string,
): Promise<StoreError> => {
  const error = await call.then(
    () => undefined,
    (thrown) => thrown,
  );
  assert.ok(error instanceof kind, String(error));
  assert.equal(error.effect, effect);
  return error;
};

/** For a watch from now on. */
export const versionOf = async (store: ResourceStore): Promise<string> => (await store.list('Lease')).resourceVersion;

export class LeaseWatch {
  readonly events: WatchEvent<Lease>[] = [];
  readonly #end: Promise<unknown>;
  readonly #stop = new AbortController();

  constructor(store: ResourceStore, resourceVersion: string) {
    this.#end = this.#read(store, resourceVersion).then(
      () => undefined,
      (error) => error,
    );
  }

  /** The last event's version. */
  get version(): string {
    return this.events.at(-1)?.resourceVersion ?? '';
  }

  /** Waits for an object's deletion, or for an event with this holder. */
  waitFor(name: string, holder?: string): Promise<void> {
    const isReported = () => this.events.some((event) => isAbout(event, name, holder));
    return until(`an event of ${name}`, isReported).catch((error) => {
      this.#stop.abort();
      throw error;
    });
  }

  /** Waits for the end; returns its error. */
  async end(): Promise<unknown> {
    const ended: unknown[] = [];
    void this.#end.then((error) => ended.push(error));
    await until('the watch has ended', () => ended.length > 0).finally(() => this.#stop.abort());
    return ended[0];
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    assert.equal(await this.end(), undefined);
  }

  async #read(store: ResourceStore, resourceVersion: string): Promise<void> {
    const { signal } = this.#stop;
    for await (const event of store.watch('Lease', { resourceVersion, signal })) this.events.push(event);
  }
}

const isAbout = (event: WatchEvent<Lease>, name: string, holder: string | undefined): boolean => {
  if (event.type === 'deleted') return holder === undefined && event.key.name === name;
  return event.type === 'changed' && event.object.metadata.name === name && event.object.spec.holderIdentity === holder;
};
