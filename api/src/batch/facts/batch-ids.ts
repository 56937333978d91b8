import { randomBytes } from 'node:crypto';

/** A UUID of RFC 9562 from at least 16 bytes. Version 7 begins with the time; version 8 is our own. */
export const uuidOf = (source: Uint8Array, version: 7 | 8): string => {
  const bytes = Buffer.from(source.subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

export const batchIdPattern = /^batch_[0-9a-f-]{36}$/;

/** Later ids sort behind earlier ones. `now`: milliseconds of the Unix epoch. */
export const newBatchId = (now: number): string => {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  return `batch_${uuidOf(bytes, 7)}`;
};

/** The id of a refused request. Made from the body's digest, so that a refused body is reported once. */
export const refusedBatchId = (digest: Uint8Array): string => `batch_${uuidOf(digest, 8)}`;

/** Whether the id is that of an accepted batch, not of a refused request. The UUID's 15th character is its version. */
export const isAcceptedId = (id: string): boolean => /^batch_.{14}7/.test(id);
