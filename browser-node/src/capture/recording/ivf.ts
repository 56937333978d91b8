/**
 * PNG pictures with times in IVF, a plain container that ffmpeg reads from a pipe. The file begins with a header. Each
 * picture has a frame header. A place is the number of a picture in the video, from 0. Places may be skipped: ffmpeg's
 * filter `fps` fills the gaps.
 */

interface IvfOptions {
  /** Places a second. */
  fps: number;
  /** Pixels. */
  width: number;
  height: number;
}

const headerBytes = 32;

export const ivfHeader = ({ fps, width, height }: IvfOptions): Buffer => {
  const header = Buffer.alloc(headerBytes);
  header.write('DKIF');
  header.writeUInt16LE(headerBytes, 6);
  // ffmpeg's tag for PNG.
  header.write('MPNG', 8);
  header.writeUInt16LE(width, 12);
  header.writeUInt16LE(height, 14);
  header.writeUInt32LE(fps, 16);
  header.writeUInt32LE(1, 20);
  return header;
};

/** Comes before the bytes of the picture. */
export const ivfFrameHeader = (png: Uint8Array, place: number): Buffer => {
  const header = Buffer.alloc(12);
  header.writeUInt32LE(png.length);
  header.writeBigUInt64LE(BigInt(place), 4);
  return header;
};
