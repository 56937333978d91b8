import type { IncomingMessage, ServerResponse } from 'node:http';

export class ClientLeft extends Error {
  override name = 'ClientLeft';
}

/** All requests share one instance. The stack trace of a new one takes as long as writing the headers of a hit. */
export const clientLeft = new ClientLeft('The client closed the connection.');

/** Aborts when the connection closes, or the answer is sent. */
export const leftSignal = ({ res }: { res: ServerResponse }): AbortSignal => {
  const left = new AbortController();
  // If the client left before, `close` was already emitted.
  if (res.closed || res.destroyed) left.abort(clientLeft);
  else res.once('close', () => left.abort(clientLeft));
  return left.signal;
};

/** A client that reads nothing for this long has left. */
const stuckMs = 60_000;

/** Frees the memory of an answer that its client does not read. */
export const dropWhenStuck = ({ req, res }: { req: IncomingMessage; res: ServerResponse }): void => {
  res.setTimeout(stuckMs, () => req.socket.destroy());
};
