import { AlreadyExists, type NewBrowserSession, StoreError } from '@tintype/crds';
import { Backoff, pause } from '@tintype/runtime';
import type { SessionsOutside } from '../dependencies.js';

/** No object was made, and none comes late; `cause` says why. */
export class ObjectRefused extends Error {
  override name = 'ObjectRefused';

  constructor(cause: unknown) {
    super('The object of the session was refused.', { cause });
  }
}

type Outcome = 'made' | { error: unknown; isInDoubt: boolean };

const createOnce = async (
  { store }: Pick<SessionsOutside, 'store'>,
  object: NewBrowserSession,
  signal: AbortSignal,
): Promise<Outcome> => {
  try {
    await store.create('BrowserSession', object, { signal });
    return 'made';
  } catch (error) {
    if (error instanceof AlreadyExists) return 'made';
    return { error, isInDoubt: !(error instanceof StoreError) || error.effect === 'unknown' };
  }
};

/**
 * Makes a session's object. Whether a call without an answer has made it is found out by the same call again, until the
 * signal: an object of this name can only be this session's. One that is there is of such a call, or of an earlier request.
 * @throws ObjectRefused, or the error of the last call when nobody knows whether there is an object
 */
export const createObject = async (
  dependencies: Pick<SessionsOutside, 'store' | 'clock' | 'random'>,
  object: NewBrowserSession,
  signal: AbortSignal,
): Promise<void> => {
  const { clock, random = Math.random } = dependencies;
  const backoff = new Backoff({ firstMs: 100, maxMs: 2000, random });
  for (let isInDoubt = false; ; ) {
    const outcome = await createOnce(dependencies, object, signal);
    if (outcome === 'made') return;
    isInDoubt ||= outcome.isInDoubt;
    if (!isInDoubt) throw new ObjectRefused(outcome.error);
    await pause(clock, backoff.next(), signal);
    if (signal.aborted) throw outcome.error;
  }
};
