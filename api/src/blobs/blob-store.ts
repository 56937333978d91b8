/** Where the bytes of results lie. They are written once, under a name of `blobName`, and never changed. */
export interface BlobStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, if all `length` of them are there; else undefined. */
  get(name: string, length: number): Promise<Uint8Array | undefined>;
  /** Whether they are there or not. */
  delete(name: string, length: number): Promise<void>;
}

/**
 * The name of bytes begins with the moment that nobody needs them any more, in seconds of the Unix epoch; so a store that
 * lists by name lists what has expired first. `id` is one that is never used again.
 */
export const blobName = (id: string, seconds: number): string => `${Math.ceil(Date.now() / 1000 + seconds)}.${id}`;

/** That moment, in milliseconds of the Unix epoch; undefined for a name that `blobName` did not make. */
export const expiryOf = (name: string): number | undefined => {
  // Ten digits until the year 2286, so that the order of names is that of times.
  const [, seconds] = /^(\d{10})\./.exec(name) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
};

/**
 * Seconds that bytes outlive the moment in their name: their record is written later than they are, and the clocks of
 * the machines differ.
 */
export const graceSeconds = 3600;
