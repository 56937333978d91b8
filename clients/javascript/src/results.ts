import { readJson } from './transport.js';

/** What the headers of a render's answer say. */
export interface RenderFacts {
  contentType: string;
  /** The download name. */
  fileName: string | undefined;
  /** `HIT`: stored before; `MISS`: rendered for this request; `COALESCED`: rendered for an identical request. */
  cache: 'HIT' | 'MISS' | 'COALESCED' | undefined;
  isCached: boolean;
  /** What this answer cost. */
  credits: number;
  /** What the result lacks. */
  warnings: string[];
  requestId: string | undefined;
  /** The page's own status. */
  targetStatus: number | undefined;
  /** A link to the stored result, for anybody. */
  fileUrl: string | undefined;
  /** The object in the account's storage, with `s3Redirect`. The file is empty then. Browsers follow it instead. */
  location: string | undefined;
}

const fileNameOf = (header: string | null): string | undefined => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(header ?? '')?.[1]?.replace(/\\(.)/g, '$1');
};

const numberOf = (header: string | null): number | undefined => (header === null ? undefined : Number(header));

/** For programs that send requests by themselves. */
export const factsOf = ({ headers }: Pick<Response, 'headers'>): RenderFacts => {
  const cache = (headers.get('x-cache') ?? undefined) as RenderFacts['cache'];
  const warnings = headers.get('x-warnings');
  return {
    contentType: headers.get('content-type') ?? '',
    fileName: fileNameOf(headers.get('content-disposition')),
    cache,
    isCached: cache === 'HIT',
    credits: numberOf(headers.get('x-credits-charged')) ?? 0,
    warnings: warnings ? warnings.split(' | ') : [],
    requestId: headers.get('x-request-id') ?? undefined,
    targetStatus: numberOf(headers.get('x-target-status')),
    fileUrl: headers.get('x-file-url') ?? undefined,
    location: headers.get('location') ?? undefined,
  };
};

/** The bytes of a picture, a PDF or a recording, with the facts of its render. */
export class RenderedFile extends Uint8Array<ArrayBuffer> {
  readonly facts: RenderFacts;

  constructor(bytes: ArrayBuffer, facts: RenderFacts) {
    super(bytes);
    this.facts = facts;
  }

  /** Parts of it are plain bytes. */
  static get [Symbol.species](): Uint8ArrayConstructor {
    return Uint8Array;
  }

  get contentType(): string {
    return this.facts.contentType;
  }
}

export interface ContentResult {
  success: true;
  /** The whole rendered document. */
  html: string;
  textContent: string;
  markdown: string;
  facts: RenderFacts;
}

/** Missing values are null. URLs are absolute. */
export interface Metadata {
  author: string | null;
  audio: string | null;
  date: string | null;
  description: string | null;
  feed: string | null;
  iframe: string | null;
  image: string | null;
  lang: string | null;
  logo: string | null;
  publisher: string | null;
  title: string | null;
  url: string | null;
  video: string | null;
}

export interface MetadataResult {
  success: true;
  metadata: Metadata;
  facts: RenderFacts;
}

export const readFile = async (response: Response): Promise<RenderedFile> =>
  new RenderedFile(await response.arrayBuffer(), factsOf(response));

export const readWithFacts = async <T extends { facts: RenderFacts }>(response: Response): Promise<T> =>
  ({ ...(await readJson<Omit<T, 'facts'>>(response)), facts: factsOf(response) }) as T;
