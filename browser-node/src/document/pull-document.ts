import { createHash } from 'node:crypto';
import { type DocumentFacts, limits, subjects, TintypeError } from '@tintype/contracts';
import { type Nats, pullChunks, race } from '@tintype/runtime';

const chunkTimeoutMs = 5000;

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * The text of a document, from an api whose request waits for its render. Throws `unavailable` if no api has it any
 * more, or if its bytes differ. Also throws the signal's reason.
 */
export const pullDocument = async (
  { connection }: Pick<Nats, 'connection'>,
  { sha256, length }: DocumentFacts,
  signal: AbortSignal,
): Promise<string> => {
  if (length > limits.documentBytes) throw new Error(`A job announces a document of ${length} bytes.`);
  const chunks = { subject: subjects.document(sha256), chunkBytes: limits.inlineResultBytes, length };
  const pulling = pullChunks(connection, { ...chunks, timeoutMs: chunkTimeoutMs }).catch((cause) => {
    throw new TintypeError('unavailable', undefined, { cause });
  });
  const bytes = await race(pulling, signal);
  if (digestOf(bytes) !== sha256) {
    const cause = new Error('The bytes of a document do not have the announced SHA-256.');
    throw new TintypeError('unavailable', undefined, { cause });
  }
  return Buffer.from(bytes.buffer).toString();
};
