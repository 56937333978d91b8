/** Patterns of regular expressions with the flags `iu`, so that a call can pass them as JSON. */
export interface BannerWords {
  /** Alone they prove nothing: recipes have cookies too. */
  topic: string;
  /** What a banner says about its topic. */
  purpose: string;
  /** Prove a banner alone. */
  phrases: string;
  /** Boxes that ask for something else: the age, or an address for a newsletter. */
  other: string;
  reject: string;
  accept: string;
}

export type Choice = 'reject' | 'accept';

/** What the label of a button chooses; `reject` first, because "do not accept" has both. Longer texts are no labels. */
export const choiceOf = (label: string, { reject, accept }: BannerWords): Choice | undefined => {
  const text = label.trim().replace(/\s+/g, ' ');
  if (text.length === 0 || text.length > 60) return undefined;
  if (new RegExp(reject, 'iu').test(text)) return 'reject';
  return new RegExp(accept, 'iu').test(text) ? 'accept' : undefined;
};

/** What a box over the page shows. */
export interface BoxLook {
  text: string;
  /** Fields for text, passwords, dates and choices from a list: a banner has only switches. */
  fields: number;
  choices: readonly Choice[];
}

/** Leaves log-in boxes, age gates, newsletters, recipes and policies, even if they mention cookies. */
export const isBanner = (look: BoxLook, words: BannerWords): boolean => {
  const has = (pattern: string) => new RegExp(pattern, 'iu').test(look.text);
  // A banner with a list of all its purposes has less; a box with more is the page.
  if (look.fields > 0 || look.choices.length === 0 || look.text.length > 12_000) return false;
  if (has(words.other)) return false;
  return has(words.phrases) || (has(words.topic) && has(words.purpose));
};
