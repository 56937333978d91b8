import { Readable } from 'node:stream';

/** The size of a socket's buffer. */
const pieceBytes = 64 * 1024;

export interface CountedBody {
  stream: Readable;
  /** Bytes that the connection has taken. The client may lack two pieces of 64 KiB and the system's buffers. */
  taken: () => number;
}

/** Sends bytes in pieces, so that those of an answer whose client leaves can be counted. */
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
