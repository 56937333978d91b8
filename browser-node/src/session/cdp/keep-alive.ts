import type { Socket } from 'node:net';
import type { Clock } from '@tintype/runtime';
import type { WebSocket } from 'ws';

const everyMs = 20_000;

type Client = Pick<WebSocket, 'bufferedAmount' | 'isPaused' | 'ping' | 'terminate' | 'once'>;

/** The connection below a WebSocket. */
type Connection = Pick<Socket, 'bytesRead' | 'setTimeout' | 'on'>;

/**
 * Pings a client every 20 s, and ends it if nothing arrives until the next ping. Any byte counts. It does not end a
 * client whose reading is paused, or that still reads earlier messages.
 */
export const keepAlive = (client: Client, wire: Connection, clock: Pick<Clock, 'after'>): void => {
  let heard = -1;
  let isStill = false;
  // Counts bytes in both directions, so that a long message in progress counts as activity.
  wire.setTimeout(everyMs);
  wire.on('timeout', () => {
    isStill = true;
  });
  const look = () => {
    const reads = client.bufferedAmount > 0 && !isStill;
    if (wire.bytesRead === heard && !client.isPaused && !reads) return client.terminate();
    heard = wire.bytesRead;
    isStill = false;
    client.ping();
    return lookLater();
  };
  const lookLater = () => {
    cancel = clock.after(everyMs, look);
  };
  let cancel = clock.after(everyMs, look);
  client.once('close', () => cancel());
};
