import { z } from 'zod';

/** What a request may bring instead of a URL. */
export const documentKinds = ['html', 'markdown'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/**
 * The address of every document in the browser. No name server knows its domain (RFC 6761). An http page may load http
 * and https pictures. Each page has its own browser context, so two documents share nothing.
 */
export const documentUrl = 'http://document.invalid/';

/** Whether a URL belongs to the origin of documents. Such a URL has no meaning outside the browser. */
export const isDocumentUrl = (url: string): boolean => url.startsWith(documentUrl);

/** Describes a document. A job carries this description instead of the document's bytes. */
export const documentFactsSchema = z.strictObject({
  kind: z.enum(documentKinds),
  /** In UTF-8 bytes. */
  length: z.int(),
  /** 64 hex digits. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export type DocumentFacts = z.infer<typeof documentFactsSchema>;
