import { type Kind, type Kinds, keyOf, type Selector, type WatchEvent, type WatchOptions } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import { isSelected } from '../registry/names.js';
import type { Waiters } from '../waiters.js';
import type { History, Write } from './history.js';

export interface MemoryWatchOptions extends Pick<WatchOptions, 'signal'> {
  kind: Kind;
  selector: Selector;
  /** The version of the last write that the reader has. */
  afterVersion: number;
  history: History;
  waiters: Waiters;
  clock: Clock;
  bookmarkEveryMs: number;
}

/** Undefined if the object was and is outside the selector. */
const eventOf = <K extends Kind>(
  { version, key, before, after }: Write<K>,
  selector: Selector,
): WatchEvent<Kinds[K]> | undefined => {
  const resourceVersion = String(version);
  if (after && isSelected(selector, after)) return { type: 'changed', resourceVersion, object: after };
  if (before && isSelected(selector, before)) return { type: 'deleted', resourceVersion, key: keyOf(key) };
  return undefined;
};

/** Sends an event for each matching write, and a bookmark after `bookmarkEveryMs` without an event. */
export async function* memoryWatch<K extends Kind>(options: MemoryWatchOptions): AsyncGenerator<WatchEvent<Kinds[K]>> {
  const { kind, selector, history, waiters, clock, bookmarkEveryMs, signal } = options;
  let sentVersion = options.afterVersion;
  let sentAt = clock.monotonic();
  while (!signal.aborted) {
    const write = history.at(sentVersion + 1);
    const quietMs = clock.monotonic() - sentAt;
    let event: WatchEvent<Kinds[K]> | undefined;
    if (write) {
      sentVersion = write.version;
      if (write.kind === kind) event = eventOf(write as unknown as Write<K>, selector);
    } else if (quietMs >= bookmarkEveryMs) event = { type: 'bookmark', resourceVersion: String(sentVersion) };
    else await waiters.wait(clock, bookmarkEveryMs - quietMs, signal);
    if (!event) continue;
    sentAt = clock.monotonic();
    yield event;
  }
}
