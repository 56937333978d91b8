/** A `<link>` to an icon; absent attributes are empty. */
export interface Icon {
  href: string;
  rel: string;
  sizes: string;
  type: string;
  media: string;
}

export interface PageFacts {
  /** `base` resolves the page's relative URLs. */
  url: string;
  base: string;
  /** Per question, the texts of the first 5 matches, without empty texts. */
  answers: string[][];
  jsonLd: string[];
  /** `document.title` */
  title: string;
  icons: Icon[];
}

/**
 * Answers questions: a CSS selector and the attribute to read, or null for the text. Node.js parses the answers, where
 * tests reach the parser. `own` selects one element to read instead of the page. Returns null if `own` matches none.
 */
export const headFacts = (
  questions: readonly (readonly [selector: string, attribute: string | null])[],
  own: string | null,
): PageFacts | null => {
  const part = own === null ? null : document.querySelector(own);
  if (own !== null && !part) return null;
  // The root element counts, too: the page's language is also that of its part.
  const isOwn = (element: Element) => !part || part.contains(element) || element === document.documentElement;
  const max = { answers: 5, letters: 10_000, scripts: 20, jsonLd: 200_000, icons: 50 };
  const textsOf = ([selector, attribute]: readonly [string, string | null]) =>
    [...document.querySelectorAll(selector)]
      .filter(isOwn)
      .slice(0, max.answers)
      .map((element) => (attribute === null ? element.textContent : element.getAttribute(attribute)) ?? '')
      .map((text) => text.trim().slice(0, max.letters))
      .filter((text) => text !== '');
  const jsonLd = [...document.querySelectorAll('script[type^="application/ld+json" i]')]
    .filter(isOwn)
    .slice(0, max.scripts)
    .map((script) => script.textContent)
    .filter((text) => text.length <= max.jsonLd);
  // The base of relative URLs. A longer base is no usable URL.
  const base = document.baseURI.length <= max.letters ? document.baseURI : location.origin;
  const icons = [...document.querySelectorAll('link:is([rel~="icon" i], [rel^="apple-touch-icon" i])[href]')]
    .filter(isOwn)
    .slice(0, max.icons)
    .map((link) => {
      const get = (name: string) => (link.getAttribute(name) ?? '').slice(0, max.letters);
      return { href: get('href'), rel: get('rel'), sizes: get('sizes'), type: get('type'), media: get('media') };
    });
  // Read from the prototype: an element named `title` shadows the property.
  const title = part ? '' : String(Reflect.get(Document.prototype, 'title', document)).slice(0, max.letters);
  return { url: location.href, base, answers: questions.map(textsOf), jsonLd, title, icons };
};

/** Read from the prototype: an element named `title` shadows the property. */
export const documentTitle = (max: number): string => {
  const title: unknown = Reflect.get(Document.prototype, 'title', document);
  return String(title).slice(0, max);
};

/** Counts the elements outside shadow trees. */
export const elementCount = (): number => document.getElementsByTagName('*').length;

/** Whether the document is that of a new window, with no content yet. */
export const isBlankDocument = (): boolean =>
  document.querySelectorAll('*').length <= 3 && (document.documentElement?.textContent ?? '') === '';
