/** A part of a result's bytes. Both offsets count from 0. */
export interface ByteRange {
  start: number;
  /** Inclusive. */
  end: number;
}

/** Bytes of results, written once under a name of `blobName`. `length` is the number of all bytes under the name. */
export interface BlobStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Reads `range`, or all bytes. Undefined if one of them is missing. */
  get(name: string, length: number, range?: ByteRange): Promise<Uint8Array | undefined>;
  /** Succeeds also if the bytes are gone already. */
  delete(name: string, length: number): Promise<void>;
}

/**
 * A name for bytes that expire in this many seconds. It begins with the expiry, in seconds of the Unix epoch, so that
 * stores list expired bytes first. Never use an `id` again.
 */
export const blobName = (id: string, seconds: number): string => `${Math.ceil(Date.now() / 1000 + seconds)}.${id}`;

/** The expiry in milliseconds of the Unix epoch; undefined for a name that `blobName` did not make. */
export const expiryOf = (name: string): number | undefined => {
  // Ten digits until the year 2286: names sort by time.
  const [, seconds] = /^(\d{10})\./.exec(name) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
};

/** The bytes of a range; without one, all. */
export const partOf = <Bytes extends Uint8Array | undefined>(bytes: Bytes, range: ByteRange | undefined) =>
  (range && bytes ? bytes.subarray(range.start, range.end + 1) : bytes) as Bytes;

/** How long bytes outlive the expiry in their name: their record is written later, and clocks differ. */
export const graceSeconds = 3600;
