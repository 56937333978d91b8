/** Patterns of regular expressions with the flags `iu`, so that a call can pass them as JSON. */
export interface BannerWords {
  /** Words such as "cookies". Alone they prove nothing: recipes have cookies, too. */
  topic: string;
  /** Purposes of cookies that a banner names. */
  purpose: string;
  /** Phrases that alone prove a banner. */
  phrases: string;
  /** Words of boxes that ask for the age, or an address for a newsletter. They are no banners. */
  other: string;
  /** Words of shops, log-ins and recipes. With one of them, a banner needs three purposes. */
  elsewhere: string;
  /** Purposes that do not count among these three. */
  terms: string;
  reject: string;
  accept: string;
  /** A whole label that accepts, if the box is a banner. */
  close: string;
}

export type Choice = 'reject' | 'accept';

/**
 * The choice that a button's label names. `reject` comes first, because "do not accept" has both. Longer texts are no
 * labels.
 */
export const choiceOf = (label: string, { reject, accept, close }: BannerWords): Choice | undefined => {
  const text = label.trim().replace(/\s+/g, ' ');
  if (text.length === 0 || text.length > 60) return undefined;
  const has = (pattern: string) => new RegExp(pattern, 'iu').test(text);
  if (has(reject)) return 'reject';
  return has(accept) || has(close) ? 'accept' : undefined;
};

/** The facts that decide whether a box over the page is a banner. */
export interface BoxLook {
  text: string;
  /** Fields for text, passwords, dates and choices from a list: a banner has only switches. */
  fields: number;
  choices: readonly Choice[];
  /** The box holds the page, or its navigation. */
  isPage: boolean;
}

/**
 * Whether a box is a banner. Log-in boxes, age gates, newsletters, recipes and policies are none, even if they mention
 * cookies.
 */
export const isBanner = (look: BoxLook, words: BannerWords): boolean => {
  const text = look.text.replace(/\s+/g, ' ');
  const has = (pattern: string) => new RegExp(pattern, 'iu').test(text);
  // Even a banner that lists all its purposes has less text. A box with more text is the page.
  if (look.isPage || look.fields > 0 || look.choices.length === 0 || text.length > 12_000) return false;
  if (has(words.other)) return false;
  if (has(words.phrases)) return true;
  if (!has(words.topic)) return false;
  const purposes = new Set([...text.matchAll(new RegExp(words.purpose, 'giu'))].map(([match]) => match.toLowerCase()));
  if (!has(words.elsewhere)) return purposes.size >= 1;
  const terms = new RegExp(words.terms, 'iu');
  return [...purposes].filter((each) => !terms.test(each)).length >= 3;
};
