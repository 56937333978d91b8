/** The base of the page's relative URLs. */
export interface PageBase {
  base: string;
}

/** Parses a text as the value of its field; undefined if invalid, then the next source is tried. */
export type Reader = (text: string, pageBase: PageBase) => string | undefined;

export const line: Reader = (text) => text.replace(/\s+/g, ' ').trim() || undefined;

/** Not a URL: some pages give a profile's URL instead. */
export const name: Reader = (text, pageBase) =>
  /^(https?:)?\/\//i.test(text.trim()) ? undefined : line(text, pageBase);

export const address: Reader = (text, { base }) => {
  const url = URL.parse(text.trim(), base);
  return text.trim() && url && /^https?:$/.test(url.protocol) ? url.href : undefined;
};

/** Longer dates and language tags are invalid, and slow to parse. */
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

const namesZone = /(z|gmt|utc|[ecmp][sd]t)\)?$/i;
const endsInOffset = /[+-]\d\d:?\d\d\)?$/;
/** Without a time, `-0501` is a month and day. */
const hasTime = /:\d\d/;

const hasZone = (text: string) => namesZone.test(text) || (hasTime.test(text) && endsInOffset.test(text));

/** ISO 8601 in UTC; a time without a zone counts as UTC on every machine. */
export const date: Reader = (text) => {
  const trimmed = text.trim();
  // `Date` parses any small number as a year or month.
  if (trimmed.length > maxLetters || !/\d{4}/.test(trimmed)) return undefined;
  const spelled = hasZone(trimmed) || /^\d{4}(-\d\d){0,2}$/.test(trimmed) ? trimmed : `${trimmed} UTC`;
  const time = [/T\d/.test(trimmed) ? `${trimmed}Z` : '', spelled].map((each) => Date.parse(each));
  const found = time.find((each) => !Number.isNaN(each));
  return found === undefined ? undefined : new Date(found).toISOString();
};
