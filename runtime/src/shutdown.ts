/** What a program is asked to end by. */
const signals = ['SIGTERM', 'SIGINT'] as const;

/** Exit code of a program that a restart does not help (sysexits.h, EX_CONFIG). */
export const exitConfig = 78;

export interface ShutdownOptions {
  /** Drains and stops everything; the process exits once it has settled. */
  stop: (signal: NodeJS.Signals) => Promise<void>;
  /** After so many milliseconds the process exits with 1, whatever still runs. */
  hardMs: number;
}

/** One signal may come twice, from whoever signals a process group and from make, which passes it on. */
const sameSignalMs = 250;

/** Ends the process on the first SIGTERM or SIGINT in order, on a second one at once. */
export const onShutdown = ({ stop, hardMs }: ShutdownOptions): void => {
  let since: number | undefined;
  const end = (signal: NodeJS.Signals) => {
    if (since !== undefined && performance.now() - since > sameSignalMs) process.exit(1);
    if (since !== undefined) return;
    since = performance.now();
    setTimeout(() => process.exit(1), hardMs).unref();
    stop(signal).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of signals) process.on(signal, () => end(signal));
};
