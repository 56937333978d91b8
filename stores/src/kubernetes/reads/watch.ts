import {
  Expired,
  type Kind,
  type Kinds,
  type ObjectMeta,
  type StoreError,
  type WatchEvent,
  type WatchOptions,
} from '@tintype/crds';
import { errors } from 'undici';
import { checkSelector } from '../../registry/names.js';
import { type Call, errorWithoutResponse } from '../requests/call.js';
import { selectorQuery } from '../requests/paths.js';
import { responseError } from '../requests/response-error.js';
import type { RestClient } from '../requests/rest-client.js';
import { jsonLines } from './json-lines.js';
import { scopeOf } from './list.js';
import { isVersion, storedObject } from './stored-object.js';

export interface WatchLimits {
  /** The server ends a watch after once to twice this time, so that watches do not all restart together. */
  watchSeconds: number;
  /**
   * Ends a watch after this silence; the next start shows whether the server lives. Silence alone proves nothing: the
   * server sends no bookmark while the kind is unchanged.
   */
  silenceMs: number;
  /** The longest line, which holds one event. */
  lineBytes: number;
}

/** https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes */
interface Line {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  /** A Status in an ERROR, else an object. */
  object: { metadata: ObjectMeta; code?: number };
}

/**
 * Reads one watch until the server, the signal or a silence ends it. Reads each event on demand. Throws a StoreError if
 * the watch fails.
 */
export async function* watchOnce<K extends Kind>(
  client: RestClient,
  kind: K,
  options: WatchOptions,
  limits: WatchLimits,
): AsyncGenerator<WatchEvent<Kinds[K]>> {
  if (!isVersion(options.resourceVersion))
    throw new Expired(`${JSON.stringify(options.resourceVersion)} is not a version that a watch can start from`);
  const { selector = {} } = options;
  checkSelector(selector);
  const call = callOf(kind, options, limits.watchSeconds);
  try {
    for await (const line of jsonLines(await client.stream(call, limits.silenceMs), limits.lineBytes)) {
      if (options.signal.aborted) return;
      yield eventOf(kind, line as Line);
    }
  } catch (error) {
    if (!options.signal.aborted && !isSilence(error)) throw errorWithoutResponse(call, error);
  }
}

const isSilence = (error: unknown) => error instanceof errors.BodyTimeoutError;

const callOf = (
  kind: Kind,
  { selector = {}, resourceVersion, signal }: WatchOptions,
  minSeconds: number,
): Call & { signal: AbortSignal } => {
  const timeoutSeconds = String(Math.ceil(minSeconds * (1 + Math.random())));
  const watchQuery = { watch: 'true', allowWatchBookmarks: 'true', timeoutSeconds };
  const query = { ...selectorQuery(selector), ...watchQuery, resourceVersion };
  return { verb: 'watch', kind, at: scopeOf(selector), query, signal };
};

const eventOf = <K extends Kind>(kind: K, { type, object }: Line): WatchEvent<Kinds[K]> => {
  const { namespace, name, resourceVersion } = object.metadata ?? {};
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
      return { type: 'changed', resourceVersion, object: storedObject(kind, object) };
    case 'DELETED':
      return { type: 'deleted', resourceVersion, key: { namespace, name } };
    case 'BOOKMARK':
      return { type: 'bookmark', resourceVersion };
    default:
      throw failureOf(kind, object);
  }
};

/** An ERROR carries a Status: 410 for a version that is too old. */
const failureOf = (kind: Kind, status: { code?: number }): StoreError =>
  responseError(
    { what: `watch of ${kind}`, kind, isRead: true },
    { status: status.code ?? 500, headers: {}, body: JSON.stringify(status) },
  );
