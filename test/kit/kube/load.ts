import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import {
  type Effect,
  Expired,
  type Lease,
  type NewLease,
  StoreError,
  StoreUnavailable,
  type WatchEvent,
} from '@tintype/crds';
import type { KubernetesStore } from '@tintype/stores';

export const leaseOf = (namespace: string, name: string): NewLease => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { namespace, name },
  spec: { holderIdentity: name },
});

/** Work beside a test, until it is stopped or the test ends. */
export interface Beside {
  /** Rejects if the work failed. */
  stop: () => Promise<unknown>;
}

const beside = (test: TestContext, run: (signal: AbortSignal) => Promise<unknown>): Beside => {
  const stopping = new AbortController();
  const running = run(stopping.signal);
  // `stop` reports it.
  running.catch((error) => test.diagnostic(`beside the test: ${error}`));
  const stop = () => {
    stopping.abort();
    return running;
  };
  test.after(() => stop().catch(() => undefined));
  return { stop };
};

/** Without it, calls would use both processors as long as the test waits for something else. */
const betweenCallsMs = 25;

/** Repeats `act`, four at a time. `done` counts. */
export const busyWith = (test: TestContext, act: () => Promise<unknown>): Beside & { done: () => number } => {
  let done = 0;
  const work = async (signal: AbortSignal) => {
    for (; !signal.aborted; done += 1) {
      await act();
      await setTimeout(betweenCallsMs);
    }
  };
  return { ...beside(test, (signal) => Promise.all([1, 2, 3, 4].map(() => work(signal)))), done: () => done };
};

/** Creates leases; records the store's answer for each name: done, `none` or `unknown`. */
export const makingLeases = (test: TestContext, store: KubernetesStore, namespace: string) => {
  const made = { done: new Set<string>(), none: new Set<string>(), unknown: new Set<string>() };
  let count = 0;
  const makeOne = async () => {
    const name = `lease-${++count}`;
    const outcome: Effect | 'done' = await store.create('Lease', leaseOf(namespace, name)).then(
      () => 'done' as const,
      (error) => {
        assert.ok(error instanceof StoreError, `${error}`);
        return error.effect;
      },
    );
    made[outcome].add(name);
  };
  return { ...busyWith(test, makeOne), made };
};

/** The names of leases in lists and watches, across the ends of watches. */
export const followingLeases = (test: TestContext, store: KubernetesStore, namespace: string) => {
  const names = new Set<string>();
  const take = (event: WatchEvent<Lease>) => {
    if (event.type === 'changed') names.add(event.object.metadata.name);
    if (event.type === 'deleted') names.delete(event.key.name);
    return event.resourceVersion;
  };
  const list = async (signal: AbortSignal) => {
    const { items, resourceVersion } = await store.list('Lease', { namespace }, { signal });
    names.clear();
    for (const { metadata } of items) names.add(metadata.name);
    return resourceVersion;
  };
  /** Starts at a version, or with a list. Returns the version to continue from. */
  const followOnce = async (from: string | undefined, signal: AbortSignal) => {
    let resourceVersion = from;
    try {
      resourceVersion ??= await list(signal);
      const options = { selector: { namespace }, resourceVersion, signal };
      for await (const event of store.watch('Lease', options)) resourceVersion = take(event);
    } catch (error) {
      // A restarted server has no history.
      if (error instanceof Expired) return undefined;
      assert.ok(error instanceof StoreUnavailable, `${error}`);
    }
    return resourceVersion;
  };
  const follow = async (signal: AbortSignal) => {
    let version: string | undefined;
    while (!signal.aborted) version = await followOnce(version, signal);
  };
  return { ...beside(test, follow), names };
};
