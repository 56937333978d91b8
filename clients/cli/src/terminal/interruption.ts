import { CommandError } from '../failures.js';

/** Ctrl-C, `kill`, a closed window, and a reader of the output that left. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGPIPE'] as const;

/**
 * A signal aborts the work, which then closes what it opened. The second one ends the program at once. `next` is the
 * last sentence of the error.
 */
export const interruptible = async <T>(work: (signal: AbortSignal) => Promise<T>, next?: string): Promise<T> => {
  const ending = new AbortController();
  const end = (name: NodeJS.Signals) => {
    // Each line to a reader that left is one more SIGPIPE.
    if (ending.signal.aborted && name !== 'SIGPIPE') process.exit(130);
    const reason = name === 'SIGINT' ? 'Interrupted.' : `${name} ended the command.`;
    ending.abort(new CommandError(next ? `${reason} ${next}` : reason, 'interrupted'));
  };
  for (const name of signals) process.on(name, end);
  try {
    return await work(ending.signal);
  } finally {
    for (const name of signals) process.off(name, end);
  }
};
