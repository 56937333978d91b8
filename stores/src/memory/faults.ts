import { Conflict, Expired, type Kind, type ObjectKey, StoreUnavailable, Throttled } from '@tintype/crds';

/** `event` is one that a watch is about to tell. */
export type Verb = 'get' | 'list' | 'watch' | 'event' | 'create' | 'update' | 'updateStatus' | 'delete';

export interface StoreCall {
  verb: Verb;
  kind: Kind;
  /** Of the one object that it is about. */
  key?: ObjectKey;
}

/**
 * What goes wrong with a call. `unavailable`: nothing was done, and that is known. `requestLost`: nothing was done.
 * `answerLost`: all was done; of neither the caller can know. An event that any of them meets ends its watch.
 * `crashBefore` and `crashAfter` throw what they are given, for a program that ends there.
 */
export type Fault =
  | { type: 'unavailable' | 'requestLost' | 'answerLost' | 'conflict' | 'throttled' | 'expired' }
  | { type: 'crashBefore' | 'crashAfter'; error: unknown }
  /** A read sees the objects as they were at this version. Of a store that remembers. */
  | { type: 'stale'; version: string }
  /** The watch ends as servers end watches from time to time. */
  | { type: 'ended' }
  /** The watch works until the signal, and then fails. */
  | { type: 'cut'; when: AbortSignal };

/** Asked before each call; may hold it up. Nothing goes wrong when it answers nothing. */
export type FaultPlan = (call: StoreCall) => Fault | undefined | Promise<Fault | undefined>;

const isWrite = ({ verb }: StoreCall) => ['create', 'update', 'updateStatus', 'delete'].includes(verb);

const textOf = ({ verb, kind, key }: StoreCall) => `${verb} ${kind}${key ? ` ${key.namespace}/${key.name}` : ''}`;

/** The error that the caller of a faulty call gets. */
export const errorOf = (call: StoreCall, fault: Fault): unknown => {
  const text = `${textOf(call)}: ${fault.type}`;
  switch (fault.type) {
    case 'unavailable':
    case 'cut':
      return new StoreUnavailable(text, 'none');
    case 'requestLost':
    case 'answerLost':
      return new StoreUnavailable(text, isWrite(call) ? 'unknown' : 'none');
    case 'conflict':
      return new Conflict(text);
    case 'throttled':
      return new Throttled(text, 1000);
    case 'expired':
      return new Expired(text);
    case 'crashBefore':
    case 'crashAfter':
      return fault.error;
    case 'stale':
    case 'ended':
      return new TypeError(`${text}: no such fault for this call`);
  }
};
