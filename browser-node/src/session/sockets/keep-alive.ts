import type { Socket } from 'node:net';
import type { Clock } from '@tintype/runtime';
import type { WebSocket } from 'ws';

const everyMs = 20_000;

type Client = Pick<WebSocket, 'bufferedAmount' | 'isPaused' | 'ping' | 'terminate' | 'once'>;

type Connection = Pick<Socket, 'bytesRead' | 'setTimeout' | 'on'>;

/**
 * Pings every 20 s, and ends a client that sends no byte until the next ping. Spares a client whose socket is paused,
 * or that still reads.
 */
export const keepAlive = (client: Client, wire: Connection, clock: Pick<Clock, 'after'>): void => {
  let bytesSeen = -1;
  let isIdle = false;
  // A long message in progress counts as activity, in both directions.
  wire.setTimeout(everyMs);
  wire.on('timeout', () => {
    isIdle = true;
  });
  const check = () => {
    const reads = client.bufferedAmount > 0 && !isIdle;
    if (wire.bytesRead === bytesSeen && !client.isPaused && !reads) return client.terminate();
    bytesSeen = wire.bytesRead;
    isIdle = false;
    client.ping();
    return checkLater();
  };
  const checkLater = () => {
    cancel = clock.after(everyMs, check);
  };
  let cancel = clock.after(everyMs, check);
  client.once('close', () => cancel());
};
