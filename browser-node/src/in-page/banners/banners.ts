/** Patterns of regular expressions with the flags `iu`, so that a call can pass them as JSON. */
export interface BannerWords {
  /** Words such as "cookies". Alone they prove nothing: recipes have cookies, too. */
  topic: string;
  /** Parts of sentences that mean that the site stores cookies. */
  use: string;
  /** Purposes of cookies that a banner names. */
  purpose: string;
  /** Phrases that alone prove a banner. */
  phrases: string;
  /** Phrases that prove a banner in a box with both choices, or with another word of `topic` or `data`. */
  storage: string;
  /** Words of boxes that ask for the age. They are no banners. */
  other: string;
  /** Sentences that ask children for their guardians' consent. In a banner with both choices, they ask for no age. */
  minors: string;
  /** Words of newsletters. With one of them, a phrase proves a banner only if the box has both choices. */
  newsletters: string;
  /** Words of shops, log-ins, newsletters and recipes. With one of them, a banner needs more purposes. */
  elsewhere: string;
  /** Purposes that do not count in a box with words of `elsewhere`. */
  terms: string;
  /** Words of walls, whose only choices are to accept or to pay. With one of `data`, they prove a wall. */
  walls: string;
  data: string;
  /** A price. Shops have one, too, so a banner with it needs a phrase or more purposes. */
  price: string;
  /** Words of labels that reject for money. */
  payment: string;
  /** Starts of labels that only sell, such as "Subscribe". */
  subscribe: string;
  reject: string;
  /** Labels such as "Only necessary". They reject unless they have a word of `more`. */
  necessary: string;
  more: string;
  /** Saves the choices of the box's switches. */
  save: string;
  /** Words that make such a label accept: "Accept all settings". */
  everything: string;
  accept: string;
  /** A whole label such as "OK", which may consent. */
  close: string;
  /** A whole label that only closes the box, such as "Close". */
  dismiss: string;
  /** Words of boxes that take their closing for consent. */
  closing: string;
}

/**
 * `close`: a label such as "OK", which may consent. `dismiss`: only closes. `pay`: rejects for money. `subscribe`: only
 * sells, so it proves no banner.
 */
export type Choice = 'reject' | 'pay' | 'save' | 'accept' | 'close' | 'dismiss' | 'subscribe';

/**
 * The choice that a button's label names. `reject` comes first, because "do not accept" has both; `save` also before
 * `accept`, for "Accept selection". Longer texts are no labels.
 */
export const choiceOf = (label: string, words: BannerWords): Choice | undefined => {
  // The flag `i` does not fold the Turkish İ.
  const text = label.trim().replace(/\s+/g, ' ').replaceAll('İ', 'i');
  if (text.length === 0 || text.length > 60) return undefined;
  const has = (part: keyof BannerWords) => new RegExp(words[part], 'iu').test(text);
  if (has('reject') || (has('necessary') && !has('more'))) return has('payment') ? 'pay' : 'reject';
  if (has('save') && has('everything')) return 'accept';
  if (has('save')) return has('payment') ? 'pay' : 'save';
  return (['accept', 'dismiss', 'close', 'subscribe'] as const).find(has);
};

/** The facts that decide whether a box over the page is a banner. */
export interface BoxLook {
  text: string;
  /** Fields for text, passwords, dates and choices from a list: a banner has only switches. */
  fields: number;
  choices: readonly Choice[];
  /** The box holds the page, or its navigation. */
  isPage: boolean;
  /** It lets people accept or pay. */
  isWall: boolean;
}

/**
 * Whether a box is a wall, which lets people accept or pay: by its text, or by its choices. Orders in shops have such choices,
 * too. So they count only in a box that says that the site stores cookies, or why.
 */
export const isWall = (text: string, choices: readonly Choice[], words: BannerWords): boolean => {
  const part = text.replace(/\s+/g, ' ');
  const isIn = (pattern: string) => new RegExp(pattern, 'iu').test(part);
  const isOwn = (purpose: string) => !new RegExp(words.terms, 'iu').test(purpose);
  const ownPurposes = () =>
    new Set([...part.matchAll(new RegExp(words.purpose, 'giu'))].map(([match]) => match.toLowerCase()).filter(isOwn));
  if (!isIn(words.data)) return false;
  if (isIn(words.walls)) return true;
  if (!choices.some((choice) => /accept|close/.test(choice))) return false;
  const proof = `${words.phrases}|${words.storage}|${words.use}`;
  // Any service may sell a subscription for "personalised plans and a better experience".
  const sells = () => choices.includes('subscribe') && !isIn(words.newsletters) && isIn(`${proof}|${words.topic}`);
  return (choices.includes('pay') || sells()) && (isIn(proof) || ownPurposes().size >= 2);
};

/** Whether a box takes its closing for consent: "By closing this notice, you agree". */
export const closingConsents = (text: string, { closing }: BannerWords): boolean =>
  new RegExp(closing, 'iu').test(text.replace(/\s+/g, ' '));

/** Whether a button rejects at no cost. A link leads away, so it may be an offer. */
export const offersReject = (buttons: readonly { choice: Choice; isLink: boolean }[]): boolean =>
  buttons.some(({ choice, isLink }) => choice === 'reject' && !isLink);

/**
 * Whether a box is a banner. Log-in boxes, age gates, newsletters, recipes and policies are none, even if they mention
 * cookies. Few of them let people both accept and reject, so a box with both choices needs less proof.
 */
export const isBanner = (look: BoxLook, words: BannerWords): boolean => {
  const text = look.text.replace(/\s+/g, ' ');
  const hasChoice = look.choices.some((choice) => choice !== 'subscribe');
  const hasBoth = look.choices.includes('accept') && look.choices.some((choice) => /reject|pay|save/.test(choice));
  const isIn = (part: string, pattern: string) => new RegExp(pattern, 'iu').test(part);
  const purposesIn = (part: string) => [
    ...new Set([...part.matchAll(new RegExp(words.purpose, 'giu'))].map(([match]) => match.toLowerCase())),
  ];
  const isOwn = (purpose: string) => !isIn(purpose, words.terms);
  const asksAge = () => isIn(hasBoth ? text.replace(new RegExp(words.minors, 'giu'), '') : text, words.other);
  const hasStorage = () => isIn(text, words.storage) && (hasBoth || isIn(text, `${words.topic}|${words.data}`));
  const hasPhrase = () => (isIn(text, words.phrases) || hasStorage()) && (hasBoth || !isIn(text, words.newsletters));
  // Even a banner that lists all its purposes has less text. A box with more text is the page.
  if (look.isPage || look.fields > 0 || !hasChoice || text.length > 12_000 || asksAge()) return false;
  if (look.isWall) return true;
  if (hasPhrase()) return true;
  if (!isIn(text, words.topic)) return false;
  const hasManyPurposes = () => purposesIn(text).filter(isOwn).length >= 3;
  // A shop's own cookies have a price.
  if (isIn(text, words.price)) return hasManyPurposes();
  if (!isIn(text, words.elsewhere)) return isIn(text, hasBoth ? `${words.use}|${words.purpose}` : words.purpose);
  // "Sign up to improve your site. You accept our cookies." names the purpose of something else.
  const saysWhy = (sentence: string) => isIn(sentence, words.topic) && purposesIn(sentence).some(isOwn);
  return (hasBoth && text.split(/[.!?。！？] ?/u).some(saysWhy)) || hasManyPurposes();
};
