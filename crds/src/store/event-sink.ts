import type { CallOptions } from './resource-store.js';

export interface EventRegarding {
  apiVersion: string;
  kind: string;
  namespace: string;
  name: string;
  uid: string;
}

export interface ObjectEvent {
  /** All writes of one event share this name. */
  name: string;
  regarding: EventRegarding;
  type: 'Normal' | 'Warning';
  /** One word for programs. */
  reason: string;
  /** What the program did or tried, in one word. */
  action: string;
  /** A sentence for people, at most 1024 bytes. */
  note: string;
  /** Milliseconds of the Unix epoch. */
  at: number;
}

export interface EventSink {
  /** Writes an event. Fails with a `StoreError`; may be repeated. */
  write(event: ObjectEvent, options?: CallOptions): Promise<void>;
}
