/** Where an address of a page stands: what it is relative to. */
export interface Place {
  base: string;
}

/** A text as a value of its field; undefined when it is none, so that the next source is asked. */
export type Reader = (text: string, place: Place) => string | undefined;

/** Text of one line. */
export const line: Reader = (text) => text.replace(/\s+/g, ' ').trim() || undefined;

/** A name: some pages give a profile's address in its place. */
export const name: Reader = (text, place) => (/^(https?:)?\/\//i.test(text.trim()) ? undefined : line(text, place));

/** An absolute http or https URL. */
export const address: Reader = (text, { base }) => {
  const url = URL.parse(text.trim(), base);
  return text.trim() && url && /^https?:$/.test(url.protocol) ? url.href : undefined;
};

/** No date, and no tag of a language, is longer. What reads them takes its time. */
const mostLetters = 100;

/** A tag of BCP 47, as `en-GB`; Open Graph writes `en_GB`. */
export const language: Reader = (text) => {
  const given = text.trim();
  if (given.length > mostLetters) return undefined;
  try {
    return Intl.getCanonicalLocales(given.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
};

const namesZone = /(z|gmt|utc|[ecmp][sd]t)\)?$/i;
const endsInOffset = /[+-]\d\d:?\d\d\)?$/;
/** Without a time `-0501` is a month and a day. */
const hasTime = /:\d\d/;

const hasZone = (text: string) => namesZone.test(text) || (hasTime.test(text) && endsInOffset.test(text));

/** A point in time in ISO 8601, UTC; so is one that names no zone, whatever the clock of this machine says. */
export const date: Reader = (text) => {
  const given = text.trim();
  // Date would take any small number for a year, or a month.
  if (given.length > mostLetters || !/\d{4}/.test(given)) return undefined;
  const spelled = hasZone(given) || /^\d{4}(-\d\d){0,2}$/.test(given) ? given : `${given} UTC`;
  const time = [/T\d/.test(given) ? `${given}Z` : '', spelled].map((each) => Date.parse(each));
  const found = time.find((each) => !Number.isNaN(each));
  return found === undefined ? undefined : new Date(found).toISOString();
};
