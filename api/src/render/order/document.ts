import { createHash } from 'node:crypto';
import type { DocumentFacts, DocumentKind } from '@tintype/contracts';

/** A page that a request brought instead of a URL. It is in memory only, as long as the request waits. */
export interface RenderDocument {
  facts: DocumentFacts;
  bytes: Buffer;
}

export const documentOf = (kind: DocumentKind, bytes: Buffer): RenderDocument => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { facts: { kind, length: bytes.length, sha256 }, bytes };
};
