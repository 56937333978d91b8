import { z } from 'zod';

/** What a request may bring instead of a URL. */
export const documentKinds = ['html', 'markdown'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/**
 * The address of a document in the browser. No name server knows the domain (RFC 6761), and http allows pictures of
 * both schemes. Each page has a browser context of its own, so two documents with this address share nothing.
 */
export const documentUrl = 'http://document.invalid/';

/** Whether a URL belongs to the origin of documents. It leads nowhere outside the browser. */
export const isDocumentUrl = (url: string): boolean => url.startsWith(documentUrl);

/** Identifies a document that a job does not carry. */
export const documentFactsSchema = z.strictObject({
  kind: z.enum(documentKinds),
  /** UTF-8 bytes. */
  length: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export type DocumentFacts = z.infer<typeof documentFactsSchema>;
