import type { IncomingMessage, ServerResponse } from 'node:http';

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

/** A client that reads nothing of its answer for so long has gone, as far as can be told. */
const stuckMs = 60_000;

/** Its answer would be kept in memory for ever. */
export const dropWhenStuck = ({ req, res }: { req: IncomingMessage; res: ServerResponse }): void => {
  res.setTimeout(stuckMs, () => req.socket.destroy());
};
