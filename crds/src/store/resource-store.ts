import type { Kind, Kinds, NewKinds } from '../kinds/kinds.js';
import type { ObjectKey } from '../object/object-meta.js';

export interface CallOptions {
  /** Ends the call; a write that was under way may have taken effect. */
  signal?: AbortSignal;
  /**
   * Asked right before each attempt of a write goes out, however long it waited. When it throws, nothing more is written,
   * and the call fails with what was thrown.
   */
  beforeSending?: () => void;
}

/** Which objects of a kind. All of them when empty; `Invalid` with a namespace or a name that none can have. */
export interface Selector {
  namespace?: string;
  /** The one object of this name. */
  name?: string;
  /** Those that carry all of these labels; `Invalid` when no object can have them by Kubernetes' grammar for labels. */
  labels?: Readonly<Record<string, string>>;
}

export interface ObjectList<T> {
  items: T[];
  /** A watch from here misses nothing that is not in `items`. */
  resourceVersion: string;
}

/**
 * One thing that a watch tells. Several changes of one object may come as the last of them alone, a deletion and a new
 * object of the same name too: then `uid` differs. `deleted` also says that the object no longer fits the selector.
 * A `bookmark` says that all up to this version has been told.
 */
export type WatchEvent<T> =
  | { type: 'changed'; resourceVersion: string; object: T }
  | { type: 'deleted'; resourceVersion: string; key: ObjectKey }
  | { type: 'bookmark'; resourceVersion: string };

export interface WatchOptions {
  selector?: Selector;
  /**
   * From a list, or from the last event; `Expired` for what no engine gives. Not an object's own, which some engines refuse. For
   * one that is still to come, as after a server was restored from a copy, an API server waits and tells nothing of before; the
   * others say `Expired`.
   */
  resourceVersion: string;
  /** Ends the watch, without an error. */
  signal: AbortSignal;
}

export interface DeleteOptions extends CallOptions {
  /** The object that is meant, not a later one of the same name. */
  uid?: string;
  /** Only as it was read. */
  resourceVersion?: string;
  /** Pods: 0 takes the object away without waiting for the node. The pod's own period by default. */
  gracePeriodSeconds?: number;
}

/**
 * Objects of the four kinds, as the Kubernetes API keeps them: on Kubernetes, on JetStream KV (one machine), and in memory
 * (tests). The conformance suite of `stores` is the specification; in short:
 *
 * - Reads are consistent: they see every write that was answered before they began. What they answer may be shared and
 *   frozen: change a copy.
 * - Writes fail with a `StoreError` (store-errors.ts); `effect` of it says whether the write may have happened.
 * - What is no namespace, no name or no object of the kind (its types, in metadata and above), what JSON cannot say and what
 *   is too large is `Invalid`, and so is an object that has a version and is to be made. 1 MiB is not too large; more than
 *   1.5 MiB in JSON are, with what would be dropped.
 * - Namespaces are the API server's: where there is one, a create in a namespace that is not there is `NotFound`. The other
 *   engines take every name that a namespace can have.
 * - `update` and `updateStatus` take an object as it was read, changed, and refuse one of another `resourceVersion`.
 *   `update` leaves the status alone, `updateStatus` all but the status. Send a pod's status with nothing else changed:
 *   whether changes of its labels, annotations and finalizers are taken then is not specified (an API server takes them).
 *   A write that changes nothing makes no new version.
 *   `create` has no version to carry: only the name protects it. `delete` compares a `uid` or a `resourceVersion` only when
 *   it is given one.
 * - Objects of our own kinds get their schema's defaults, lose unknown fields, and are refused with `Invalid` against their
 *   schema or a rule of it.
 * - Pods and leases are checked by an API server alone: it refuses more, and writes quantities in its own form. The other
 *   engines take their specs and statuses as they are, and hold them to what the suite says.
 * - The times of a pod's status are kept in UTC and cut to whole seconds, on every engine: what is finer goes elsewhere.
 */
export interface ResourceStore {
  /** Undefined when there is none. Fails with `Invalid` for a key that no object can have. */
  get<K extends Kind>(kind: K, key: ObjectKey, options?: CallOptions): Promise<Kinds[K] | undefined>;

  list<K extends Kind>(kind: K, selector?: Selector, options?: CallOptions): Promise<ObjectList<Kinds[K]>>;

  /**
   * Tells what happens after `resourceVersion`, in the order in which it happened to each object. Ends when the signal
   * does, when the server ends it, as it does from time to time, and on Kubernetes when nothing came for longer than it
   * usually takes: that may be a server that is gone, or a kind to which nothing happens. JetStream owes heartbeats, so there
   * silence is a failure. Fails with `Expired` when the version is too old.
   */
  watch<K extends Kind>(kind: K, options: WatchOptions): AsyncIterable<WatchEvent<Kinds[K]>>;

  /** Fails with `AlreadyExists` when the name is taken, and with `NotFound` when there is no such namespace. */
  create<K extends Kind>(kind: K, object: NewKinds[K], options?: CallOptions): Promise<Kinds[K]>;

  /** Fails with `Conflict` or `NotFound`. Removing the last finalizer of an object that is being deleted takes it away. */
  update<K extends Kind>(kind: K, object: Kinds[K], options?: CallOptions): Promise<Kinds[K]>;

  /** Fails with `Conflict` or `NotFound`, and with `Invalid` for a kind that has no status. */
  updateStatus<K extends Kind>(kind: K, object: Kinds[K], options?: CallOptions): Promise<Kinds[K]>;

  /**
   * Answers the object while finalizers, or for a pod its node, hold it back; undefined when it is gone, or was not there.
   * Fails with `Conflict` when `uid` or `resourceVersion` is not the object's, and as `get` does without a name.
   */
  delete<K extends Kind>(kind: K, key: ObjectKey, options?: DeleteOptions): Promise<Kinds[K] | undefined>;
}
