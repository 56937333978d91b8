import type { Socket } from 'node:net';
import type { Clock } from '@tintype/runtime';
import type { WebSocket } from 'ws';

const everyMs = 20_000;

type Client = Pick<WebSocket, 'bufferedAmount' | 'isPaused' | 'ping' | 'terminate' | 'once'>;

/** What a WebSocket goes over. */
type Connection = Pick<Socket, 'bytesRead' | 'setTimeout' | 'on'>;

/**
 * Asks a client again and again whether it is there, and ends one of whom nothing is heard until it is asked the next time.
 * Whatever it says counts, also a part of a message. One that is kept from speaking is not judged, nor one that still reads
 * what it was told before it was asked.
 */
export const keepAlive = (client: Client, wire: Connection, clock: Pick<Clock, 'after'>): void => {
  let heard = -1;
  let isStill = false;
  // Also of a long message that goes out piece by piece: only when no byte has moved, neither way.
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
