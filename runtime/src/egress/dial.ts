// biome-ignore lint/style/noRestrictedImports: the guarded connector itself
import { connect, type Socket } from 'node:net';
import { systemClock } from '../time/clock.js';
import { pause } from '../time/wait.js';
import type { ResolvedAddress } from './resolver.js';

export interface DialOptions {
  /** Limit for all addresses together. */
  timeoutMs: number;
  /** Aborts when the client leaves. */
  signal: AbortSignal;
}

/** The next address is tried after this time, or at once when the previous one failed (RFC 8305: 250 ms). */
const headStartMs = 250;
/** A name can have hundreds of addresses: later ones are not tried. */
const maxAddresses = 6;

const ignore = () => undefined;

const connectTo = (address: string, port: number, stop: AbortSignal): Promise<Socket> => {
  stop.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  // Node calls this if `address` is a name, which must not be looked up here.
  const lookup = () => reject(new Error('The connector accepts addresses only.'));
  const socket = connect({ host: address, port, noDelay: true, keepAlive: true, lookup });
  const abort = () => socket.destroy(stop.reason);
  stop.addEventListener('abort', abort, { once: true });
  // This listener stays for the socket's life: an error must not end the process.
  socket.on('error', reject);
  socket.once('connect', () => {
    stop.removeEventListener('abort', abort);
    resolve(socket);
  });
  return promise;
};

const startAttempts = (addresses: readonly ResolvedAddress[], port: number, stop: AbortSignal): Promise<Socket>[] => {
  let nextStart: Promise<unknown> = Promise.resolve();
  return addresses.slice(0, maxAddresses).map(({ address }) => {
    const start = nextStart;
    const attempt = start.then(() => connectTo(address, port, stop));
    const failed = new Promise((resolve) => attempt.catch(resolve));
    const headStart = start.then(() => pause(systemClock, headStartMs, stop));
    nextStart = Promise.race([failed, headStart]);
    return attempt;
  });
};

/**
 * Connects to the first of these addresses that answers, and to no other. Tries at most six. Throws AggregateError if
 * none answers in time or the signal aborts.
 */
export const dial = async (
  addresses: readonly ResolvedAddress[],
  port: number,
  { timeoutMs, signal }: DialOptions,
): Promise<Socket> => {
  const stop = new AbortController();
  const leave = () => stop.abort(signal.reason);
  const timer = setTimeout(() => stop.abort(new Error('No address answered in time.')), timeoutMs);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  const running = startAttempts(addresses, port, stop.signal);
  try {
    const winner = await Promise.any(running);
    for (const attempt of running) attempt.then((socket) => socket !== winner && socket.destroy()).catch(ignore);
    return winner;
  } finally {
    stop.abort();
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
};
