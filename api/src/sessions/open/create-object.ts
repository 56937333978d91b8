import { AlreadyExists, type NewBrowserSession, StoreError } from '@tintype/crds';
import { Backoff, pause } from '@tintype/runtime';
import type { SessionDependencies } from '../dependencies.js';

/** The object was not created, and no earlier call can create it late. */
export class ObjectRefused extends Error {
  override name = 'ObjectRefused';

  constructor(cause: unknown) {
    super('The store refused to create the object of the session.', { cause });
  }
}

type Outcome = 'created' | { error: unknown; isInDoubt: boolean };

const createOnce = async (
  { store }: Pick<SessionDependencies, 'store'>,
  object: NewBrowserSession,
  signal: AbortSignal,
): Promise<Outcome> => {
  try {
    await store.create('BrowserSession', object, { signal });
    return 'created';
  } catch (error) {
    if (error instanceof AlreadyExists) return 'created';
    return { error, isInDoubt: !(error instanceof StoreError) || error.effect === 'unknown' };
  }
};

/**
 * Repeats a call without an answer until the signal aborts. Only this session can have an object of this name, so
 * AlreadyExists is success.
 * @throws ObjectRefused, or the last call's error if the object may exist
 */
export const createObject = async (
  dependencies: Pick<SessionDependencies, 'store' | 'clock' | 'random'>,
  object: NewBrowserSession,
  signal: AbortSignal,
): Promise<void> => {
  const { clock, random = Math.random } = dependencies;
  const backoff = new Backoff({ firstMs: 100, maxMs: 2000, random });
  for (let isInDoubt = false; ; ) {
    const outcome = await createOnce(dependencies, object, signal);
    if (outcome === 'created') return;
    isInDoubt ||= outcome.isInDoubt;
    if (!isInDoubt) throw new ObjectRefused(outcome.error);
    await pause(clock, backoff.next(), signal);
    if (signal.aborted) throw outcome.error;
  }
};
