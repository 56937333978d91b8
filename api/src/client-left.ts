import type { ServerResponse } from 'node:http';

/** The client has gone away: nobody is there to be answered. */
export class ClientLeft extends Error {
  override name = 'ClientLeft';
}

/** Made once: every request ends with it, and a trace of each would take as long as a cached answer's headers. */
export const clientLeft = new ClientLeft('The client has left.');

/** Aborted once the connection of a request is gone, or its answer has been sent. */
export const leftSignal = ({ res }: { res: ServerResponse }): AbortSignal => {
  const left = new AbortController();
  res.once('close', () => left.abort(clientLeft));
  return left.signal;
};
