import { type BrowserSession, sessionId } from '@tintype/crds';
import { Backoff, type Logger, pause } from '@tintype/runtime';
import type { SessionDependencies } from '../dependencies.js';
import { closeSession, SlotNotFreed } from './close-session.js';

/** Repeats the close for 20 s: long enough for a short outage of the store, short enough for a shutdown. */
const retryForMs = 20_000;

/**
 * Closes a confirmed session that its client does not want: the client left, or abandoned the key. Otherwise the
 * client would pay for the whole time. Repeats the close for 20 s.
 */
export const closeAbandoned = async (
  dependencies: SessionDependencies,
  session: BrowserSession,
  log: Pick<Logger, 'warn'>,
): Promise<void> => {
  const { clock, random = Math.random } = dependencies;
  const until = clock.now() + retryForMs;
  const backoff = new Backoff({ firstMs: 100, maxMs: 3000, random });
  for (;;) {
    const err = await failureOf(closeSession(dependencies, session.metadata));
    if (err === undefined) return;
    if (clock.now() >= until) {
      log.warn(
        { err, session: sessionId(session) },
        `cannot close an abandoned session, after ${retryForMs / 1000} s of attempts`,
      );
      return;
    }
    await pause(clock, backoff.next());
  }
};

/** Ignores SlotNotFreed: the session is closed, and the operator frees its slot. */
const failureOf = (closing: Promise<unknown>): Promise<unknown> =>
  closing.then(
    () => undefined,
    (error: unknown) => (error instanceof SlotNotFreed ? undefined : error),
  );
