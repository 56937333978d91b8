/** What a page says about itself, as it stands there. */
export interface PageFacts {
  /** Where the page is, and what its relative addresses go from. */
  url: string;
  base: string;
  /** For each question the first few answers, not empty. */
  answers: string[][];
  /** Its scripts of JSON-LD, as text. */
  jsonLd: string[];
}

/**
 * Runs in the page. Answers each question, a CSS selector and the attribute to read of what it finds, or null for its
 * text. Nothing is made of the answers here: that is done where it can be tested.
 */
export const headFacts = (questions: readonly (readonly [selector: string, attribute: string | null])[]): PageFacts => {
  const most = { answers: 5, letters: 10_000, scripts: 20, jsonLd: 200_000 };
  const answer = ([selector, attribute]: readonly [string, string | null]) =>
    [...document.querySelectorAll(selector)]
      .slice(0, most.answers)
      .map((element) => (attribute === null ? element.textContent : element.getAttribute(attribute)) ?? '')
      .map((text) => text.trim().slice(0, most.letters))
      .filter((text) => text !== '');
  const jsonLd = [...document.querySelectorAll('script[type="application/ld+json" i]')]
    .slice(0, most.scripts)
    .map((script) => script.textContent)
    .filter((text) => text.length <= most.jsonLd);
  // Every relative address is read anew with it; what is longer than an address is no use to them.
  const base = document.baseURI.length <= most.letters ? document.baseURI : location.origin;
  return { url: location.href, base, answers: questions.map(answer), jsonLd };
};

/** Runs in the page. Its title, at most so many characters of it; by its prototype, as elements can have the name `title`. */
export const documentTitle = (most: number): string => {
  const title: unknown = Reflect.get(Document.prototype, 'title', document);
  return String(title).slice(0, most);
};

/** Runs in the page. How many elements its document has, without those in shadow trees. */
export const elementCount = (): number => document.getElementsByTagName('*').length;

/** Runs in the page. Whether the document is as a window has it that was just opened: nobody has written anything into it. */
export const holdsNothing = (): boolean =>
  document.querySelectorAll('*').length <= 3 && (document.documentElement?.textContent ?? '') === '';
