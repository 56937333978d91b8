/** Facts of the page that a reader needs. */
export interface PageBase {
  /** Resolves relative URLs. */
  base: string;
  /** The page's own language as a BCP 47 tag. */
  language?: string | null;
}

/** Parses a text as the value of its field; undefined if invalid, then the next source is tried. */
export type Reader = (text: string, pageBase: PageBase) => string | undefined;

export const line: Reader = (text) => text.replace(/\s+/g, ' ').trim() || undefined;

/** A name that is no URL: some pages give a profile's URL instead. */
export const name: Reader = (text, pageBase) =>
  /^(https?:)?\/\//i.test(text.trim()) ? undefined : line(text, pageBase);

/** Words before an author's name. English ones count on every page, others only on pages in their language. */
const writtenBy = /^(?:(?:written|posted|published|reported|words|story|text)\s+)?by(?::\s*|\s+|$)|^authors?:\s*/i;
const writtenByIn: Record<string, RegExp> = {
  de: /^von:?\s+(?=\p{Lu})/iu,
  fr: /^par:?\s+(?=\p{Lu})/iu,
  es: /^por:?\s+(?=\p{Lu})/iu,
  pt: /^por:?\s+(?=\p{Lu})/iu,
  nl: /^door:?\s+(?=\p{Lu})/iu,
};

/** A name without `By`. */
export const author: Reader = (text, pageBase) => {
  const found = name(text, pageBase)?.replace(writtenBy, '');
  const word = writtenByIn[(pageBase.language ?? '').slice(0, 2)];
  // A lower-case `von` is part of a German name.
  return (word && /^\p{Lu}/u.test(found ?? '') ? found?.replace(word, '') : found)?.trim() || undefined;
};

export const address: Reader = (text, { base }) => {
  const url = URL.parse(text.trim(), base);
  return text.trim() && url && /^https?:$/.test(url.protocol) ? url.href : undefined;
};

/** Longer language tags are invalid, and slow to parse. */
const maxLetters = 100;

/** A BCP 47 tag such as `en-GB`; Open Graph writes `en_GB`. */
export const language: Reader = (text) => {
  const trimmed = text.trim();
  if (trimmed.length > maxLetters) return undefined;
  try {
    return Intl.getCanonicalLocales(trimmed.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
};
