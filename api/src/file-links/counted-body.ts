import { Readable } from 'node:stream';

/** The size of a socket's buffer. */
const pieceBytes = 64 * 1024;

export interface CountedBody {
  stream: Readable;
  /**
   * Bytes that the connection has taken. Two pieces of 64 KiB of these, and the content of the system's buffers, may
   * not have reached the client.
   */
  taken: () => number;
}

/** Sends bytes in pieces, so that they can be counted even if the client leaves. */
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
