/** Where the bytes of results lie. They are written once, under a name of `blobName`, and never changed. */
export interface BlobStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, if all `length` of them are there; else undefined. */
  get(name: string, length: number): Promise<Uint8Array | undefined>;
  /** Whether they are there or not. */
  delete(name: string, length: number): Promise<void>;
}
