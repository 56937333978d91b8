import type { CallOptions } from './resource-store.js';

/** The object that something happened to. */
export interface EventRegarding {
  apiVersion: string;
  kind: string;
  namespace: string;
  name: string;
  uid: string;
}

/**
 * Something that happened to an object, once or again and again, told to whoever looks after it (Kubernetes' Event).
 * Times are milliseconds of the Unix epoch.
 */
export interface ObjectEvent {
  /** The event's own, in the object's namespace; the same each time that it is written. */
  name: string;
  regarding: EventRegarding;
  type: 'Normal' | 'Warning';
  /** Why, in one word for programs. */
  reason: string;
  /** What the program did or tried to do, in one word. */
  action: string;
  /** A sentence for people, at most 1024 bytes. */
  note: string;
  firstAt: number;
  lastAt: number;
  /** How often it happened from `firstAt` to `lastAt`. */
  count: number;
}

/** Where events go. */
export interface EventSink {
  /** Writes an event, or how it has grown since it was written last. Fails with a `StoreError`; may be repeated. */
  write(event: ObjectEvent, options?: CallOptions): Promise<void>;
}
