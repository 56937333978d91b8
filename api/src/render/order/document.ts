import { createHash } from 'node:crypto';
import type { DocumentFacts, DocumentKind } from '@tintype/contracts';

/** A page that a request brought instead of a URL. It stays in memory only, while the request waits. */
export interface RenderDocument {
  facts: DocumentFacts;
  bytes: Buffer;
}

export const documentOf = (kind: DocumentKind, bytes: Buffer): RenderDocument => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { facts: { kind, length: bytes.length, sha256 }, bytes };
};
