import type { Kind, Kinds, NewKinds } from '../kinds/kinds.js';
import type { ObjectKey } from '../object/object-meta.js';

export interface CallOptions {
  /** Aborts the call. A write may still have taken effect. */
  signal?: AbortSignal;
  /** Called right before each attempt is sent. If it throws, the call fails with that error and writes no more. */
  beforeSending?: () => void;
}

/** Selects objects of a kind; empty: all. `Invalid` for an impossible namespace or name. */
export interface Selector {
  namespace?: string;
  name?: string;
  /** Objects with all of these labels; `Invalid` if they break Kubernetes' grammar for labels. */
  labels?: Readonly<Record<string, string>>;
}

export interface ObjectList<T> {
  items: T[];
  /** A watch from here misses nothing after this list. */
  resourceVersion: string;
}

/**
 * An event of a watch. Several changes of an object may arrive as the last one only. If that hides a deletion and a new
 * object of this name, `uid` differs. `deleted` also reports that an object no longer matches the selector. After a
 * `bookmark`, everything up to its version has been sent.
 */
export type WatchEvent<T> =
  | { type: 'changed'; resourceVersion: string; object: T }
  | { type: 'deleted'; resourceVersion: string; key: ObjectKey }
  | { type: 'bookmark'; resourceVersion: string };

export interface WatchOptions {
  selector?: Selector;
  /**
   * The version of a list or of the last event; `Expired` for one that the engine no longer has. Never an object's own
   * version, which some engines refuse. After a restored backup, it may be a future version. Then the API server waits
   * and skips earlier events; other engines throw `Expired`.
   */
  resourceVersion: string;
  /** Ends the watch without an error. */
  signal: AbortSignal;
}

export interface DeleteOptions extends CallOptions {
  /** Deletes only this object, not a later one of the same name. */
  uid?: string;
  /** Deletes only this version. */
  resourceVersion?: string;
  /** Pods: 0 removes the object without waiting for the node. Default: the pod's own period. */
  gracePeriodSeconds?: number;
}

/**
 * Objects of the four kinds, as the Kubernetes API keeps them. They are stored on Kubernetes, on JetStream KV (one
 * machine), or in memory (tests). The conformance suite of `stores` is the specification. In short:
 *
 * - Reads see every write that was answered before they began. Results may be shared and frozen: change a copy.
 * - Writes fail with a `StoreError` (store-errors.ts); its `effect` tells whether the write may have happened.
 * - `Invalid`: an impossible namespace, name or type, values that JSON cannot hold, a create with a version. Also an
 *   object that is too large. 1 MiB of JSON fits; more than 1.5 MiB does not, dropped fields included.
 * - Only an API server has namespaces: a create in a missing one is `NotFound`. Other engines accept every valid name.
 * - `update` and `updateStatus` take an object as read, with changes, and refuse another `resourceVersion`. `update`
 *   keeps the status, `updateStatus` all but the status. Change nothing else with a pod's status. Whether labels,
 *   annotations and finalizers are then written is unspecified (an API server writes them).
 * - A write without a change makes no new version.
 * - Only the name protects a `create`. `delete` compares `uid` and `resourceVersion` only if given.
 * - Our kinds get defaults, lose unknown fields, and are checked against schema and rules.
 * - Only an API server checks pods and leases. It refuses more, and normalises quantities.
 * - Every engine stores the times of a pod's status in UTC, cut to whole seconds.
 */
export interface ResourceStore {
  /** Undefined if there is none. Fails with `Invalid` for an impossible key. */
  get<K extends Kind>(kind: K, key: ObjectKey, options?: CallOptions): Promise<Kinds[K] | undefined>;

  list<K extends Kind>(kind: K, selector?: Selector, options?: CallOptions): Promise<ObjectList<Kinds[K]>>;

  /**
   * Sends events after `resourceVersion`, in order for each object. Ends with the signal, or when the server ends it.
   * On Kubernetes it also ends after unusual silence: the server may be lost, or the kind is quiet. On JetStream,
   * silence without heartbeats is a failure. Fails with `Expired` if the version is too old.
   */
  watch<K extends Kind>(kind: K, options: WatchOptions): AsyncIterable<WatchEvent<Kinds[K]>>;

  /** Fails with `AlreadyExists`, or with `NotFound` for a missing namespace. */
  create<K extends Kind>(kind: K, object: NewKinds[K], options?: CallOptions): Promise<Kinds[K]>;

  /**
   * Fails with `Conflict` or `NotFound`. Removing the last finalizer of an object that is being deleted removes the
   * object.
   */
  update<K extends Kind>(kind: K, object: Kinds[K], options?: CallOptions): Promise<Kinds[K]>;

  /** Fails with `Conflict` or `NotFound`, and with `Invalid` for a kind without a status. */
  updateStatus<K extends Kind>(kind: K, object: Kinds[K], options?: CallOptions): Promise<Kinds[K]>;

  /**
   * Returns the object while finalizers, or a pod's node, hold it back; undefined if it is gone. Fails with `Conflict`
   * for another `uid` or `resourceVersion`, and as `get` for an impossible key.
   */
  delete<K extends Kind>(kind: K, key: ObjectKey, options?: DeleteOptions): Promise<Kinds[K] | undefined>;
}
