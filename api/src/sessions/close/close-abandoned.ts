import { type BrowserSession, sessionId } from '@tintype/crds';
import { Backoff, type Logger, pause } from '@tintype/runtime';
import type { SessionsOutside } from '../dependencies.js';
import { closeSession, SlotNotFreed } from './close-session.js';

/** Of a store that is away for a moment; a longer time would keep the program from its end. */
const forMs = 20_000;

/**
 * Closes a session that was confirmed for a caller that has left: nobody is there to do it, and it would cost what its whole
 * time does. It is asked for again until it is done, or was for some time.
 */
export const closeAbandoned = async (
  dependencies: SessionsOutside,
  session: BrowserSession,
  log: Pick<Logger, 'warn'>,
): Promise<void> => {
  const { clock, random = Math.random } = dependencies;
  const until = clock.now() + forMs;
  const backoff = new Backoff({ firstMs: 100, maxMs: 3000, random });
  for (;;) {
    const err = await failureOf(closeSession(dependencies, session.metadata));
    if (err === undefined) return;
    if (clock.now() >= until) {
      log.warn({ err, session: sessionId(session) }, 'a session whose caller has left is not known to be closed');
      return;
    }
    await pause(clock, backoff.next());
  }
};

/** A slot that was not freed is the operator's: the session is closed. */
const failureOf = (closing: Promise<unknown>): Promise<unknown> =>
  closing.then(
    () => undefined,
    (error: unknown) => (error instanceof SlotNotFreed ? undefined : error),
  );
