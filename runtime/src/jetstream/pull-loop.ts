import type { Consumer, JsMsg, Nats } from '../nats.js';
import type { Logger } from '../program/log.js';
import { Backoff } from '../time/backoff.js';
import { systemClock } from '../time/clock.js';
import { pause, race } from '../time/wait.js';

export interface PullLoopOptions {
  nats: Pick<Nats, 'jetstream'>;
  stream: string;
  consumer: string;
  /** Called with one message at a time, which it has to acknowledge. */
  handle: (message: JsMsg) => Promise<void>;
  /** Ends the loop after the current message. */
  signal: AbortSignal;
  log: Pick<Logger, 'warn'>;
}

/** How long a pull waits for a message. A pull cannot be cancelled, so the end of the loop waits for it. */
const pullMs = 1000;

/** The limit for the last pull. The NATS client never ends a pull whose connection was lost. */
const lastPullMs = 2 * pullMs;

/**
 * Pulls one message at a time until `signal` aborts. If a pull or `handle` fails, pulls again, with backoff. Logs
 * equal failures in a row once.
 */
export const pullLoop = async (options: PullLoopOptions): Promise<void> => {
  const { nats, stream, consumer: name, handle, signal, log } = options;
  const backoff = new Backoff({ firstMs: 100, maxMs: 5000 });
  let consumer: Consumer | undefined;
  let lastLogged: string | undefined;
  const lastPullLimit = new AbortController();
  const limitLastPull = () =>
    systemClock.after(lastPullMs, () => lastPullLimit.abort(new Error('the last pull did not end')));
  signal.addEventListener('abort', limitLastPull, { once: true });
  while (!signal.aborted) {
    try {
      consumer ??= await nats.jetstream.consumers.get(stream, name);
      const message = await race(consumer.next({ expires: pullMs }), lastPullLimit.signal);
      if (message) await handle(message);
      backoff.reset();
      lastLogged = undefined;
    } catch (error) {
      if (lastLogged !== String(error))
        log.warn({ err: error, stream, consumer: name }, 'cannot pull messages: trying again');
      lastLogged = String(error);
      consumer = undefined;
      await pause(systemClock, backoff.next(), signal);
    }
  }
};
