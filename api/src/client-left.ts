import type { IncomingMessage, ServerResponse } from 'node:http';

export class ClientLeft extends Error {
  override name = 'ClientLeft';
}

/** All requests share one instance. The stack trace of a new one takes as long as writing the headers of a hit. */
export const clientLeft = new ClientLeft('The client closed the connection.');

/** A signal that aborts when the connection closes or the answer is sent. Its reason is `clientLeft` in both cases. */
export const leftSignal = ({ res }: { res: ServerResponse }): AbortSignal => {
  const left = new AbortController();
  // If the client has left already, `close` is not emitted again.
  if (res.closed || res.destroyed) left.abort(clientLeft);
  else res.once('close', () => left.abort(clientLeft));
  return left.signal;
};

/** A client that reads nothing for this long has left. */
const stuckMs = 60_000;

/** Closes the connection of a client that does not read its answer. This frees the memory of the answer. */
export const dropWhenStuck = ({ req, res }: { req: IncomingMessage; res: ServerResponse }): void => {
  res.setTimeout(stuckMs, () => req.socket.destroy());
};
