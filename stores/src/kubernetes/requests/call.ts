import { type ObjectKey, StoreError, StoreUnavailable } from '@tintype/crds';
import { DeadlineExceeded } from '@tintype/runtime';
import type { Dispatcher } from 'undici';
import { NoResponse } from './exchange.js';
import { collectionPath, objectPath, type Resource } from './paths.js';
import type { FailedCall } from './response-error.js';

export type Verb =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'update'
  | 'update_status'
  | 'apply'
  | 'delete'
  | 'get_scale'
  | 'update_scale';

export interface Call {
  verb: Verb;
  kind: Resource;
  /** Without a name: the collection. Without a namespace: all namespaces. */
  at: Partial<ObjectKey>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Called before each attempt is sent. It throws to stop the write. */
  beforeSending?: (() => void) | undefined;
}

type PathOf = (kind: Resource, at: Partial<ObjectKey>) => string;

const pathOfCollection: PathOf = (kind, { namespace }) => collectionPath(kind, namespace);
const pathOfObject: PathOf = (kind, { namespace = '', name = '' }) => objectPath(kind, { namespace, name });

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const requestShapes: Readonly<Record<Verb, { method: Method; pathOf: PathOf; contentType?: string }>> = {
  get: { method: 'GET', pathOf: pathOfObject },
  list: { method: 'GET', pathOf: pathOfCollection },
  watch: { method: 'GET', pathOf: pathOfCollection },
  create: { method: 'POST', pathOf: pathOfCollection },
  update: { method: 'PUT', pathOf: pathOfObject },
  update_status: { method: 'PUT', pathOf: (kind, at) => `${pathOfObject(kind, at)}/status` },
  // Server-side apply; JSON is valid YAML.
  apply: { method: 'PATCH', pathOf: pathOfObject, contentType: 'application/apply-patch+yaml' },
  delete: { method: 'DELETE', pathOf: pathOfObject },
  get_scale: { method: 'GET', pathOf: (kind, at) => `${pathOfObject(kind, at)}/scale` },
  update_scale: { method: 'PUT', pathOf: (kind, at) => `${pathOfObject(kind, at)}/scale` },
};

export const isRead = ({ verb }: Call): boolean => requestShapes[verb].method === 'GET';

/** For messages: `update of Pod web/a`. */
export const describe = ({ verb, kind, at }: Call): string => {
  const place = [at.namespace, at.name].filter(Boolean).join('/');
  return `${verb.replace('_', ' of the ')} of ${kind}${place ? ` ${place}` : ''}`;
};

export const failedCall = (call: Call): FailedCall => ({ what: describe(call), kind: call.kind, isRead: isRead(call) });

/** The request for a call. Its path begins with the path of the server's URL. */
export const requestOf = (
  call: Call,
  server: URL,
  headers: Readonly<Record<string, string>>,
): Dispatcher.DispatchOptions & { path: string; method: Method } => {
  const { method, pathOf, contentType = 'application/json' } = requestShapes[call.verb];
  const query = call.query ? `?${new URLSearchParams(call.query)}` : '';
  const base = server.pathname.replace(/\/$/, '');
  const path = `${base}${pathOf(call.kind, call.at)}${query}`;
  const commonHeaders = { ...headers, accept: 'application/json' };
  if (call.body === undefined) return { origin: server.origin, method, path, headers: commonHeaders };
  const body = JSON.stringify(call.body);
  const withBody = { body, headers: { ...commonHeaders, 'content-type': contentType } };
  // undici would close the connection after a DELETE with a body, because some servers do not read that body. An API
  // server reads it.
  return { origin: server.origin, method, path, ...withBody, reset: false };
};

const reasonOf = (cause: unknown): string => {
  if (cause instanceof DeadlineExceeded) return 'no answer within the deadline';
  return cause instanceof Error ? cause.message || cause.name : 'its caller ended it';
};

/** The error for a call without a response. The effect of a write that may have arrived is `unknown`. */
export const errorWithoutResponse = (call: Call, error: unknown): StoreError => {
  if (error instanceof StoreError) return error;
  const { mayHaveArrived, cause } = error instanceof NoResponse ? error : { mayHaveArrived: false, cause: error };
  if (!mayHaveArrived && cause instanceof StoreError) return cause;
  const effect = mayHaveArrived && !isRead(call) ? 'unknown' : 'none';
  return new StoreUnavailable(`The ${describe(call)} failed: ${reasonOf(cause)}.`, effect, { cause });
};
