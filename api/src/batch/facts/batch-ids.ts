import { randomBytes } from 'node:crypto';

/** A UUID of RFC 9562 from the first 16 bytes. In version 7, these begin with the time; version 8 is our own form. */
export const uuidOf = (source: Uint8Array, version: 7 | 8): string => {
  const bytes = Buffer.from(source.subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

export const batchIdPattern = /^batch_[0-9a-f-]{36}$/;

/** A new id, which sorts after the ids of earlier milliseconds. `now`: milliseconds of the Unix epoch. */
export const newBatchId = (now: number): string => {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  return `batch_${uuidOf(bytes, 7)}`;
};

/** The id of a refused request. It is made from the request's hash, so that an equal request gets the same id. */
export const refusedBatchId = (hash: Uint8Array): string => `batch_${uuidOf(hash, 8)}`;

/** Whether the id is that of an accepted batch, not of a refused request. The UUID's 15th character is its version. */
export const isAcceptedId = (id: string): boolean => /^batch_.{14}7/.test(id);
