import { Readable } from 'node:stream';

/** The size of a socket's buffer. */
const pieceBytes = 64 * 1024;

export interface CountedBody {
  stream: Readable;
  /**
   * The number of bytes that the connection has taken. The last two pieces of 64 KiB, and the content of the system's
   * buffers, may not have reached the client.
   */
  taken: () => number;
}

/** Sends bytes in pieces, so that sent bytes are counted even if the client leaves before the end. */
export const countedBody = (bytes: Uint8Array): CountedBody => {
  let taken = 0;
  const pieces = function* () {
    while (taken < bytes.length) {
      const piece = bytes.subarray(taken, taken + pieceBytes);
      taken += piece.length;
      yield piece;
    }
  };
  return { stream: Readable.from(pieces()), taken: () => taken };
};
