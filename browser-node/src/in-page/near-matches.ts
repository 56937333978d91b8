import type { Bare } from './bare.js';

export interface NearMatch {
  ref: string;
  tagName: string;
  text: string;
  /** Its id, name, classes and the like. */
  attributes: Record<string, string>;
}

export interface NearTools {
  bare: Bare;
  deepQuery: (root: ParentNode, selector: string) => Element[];
  isVisible: (element: Element) => boolean;
  shownText: (element: Element) => string;
  refOf: (element: Element) => string;
}

/** Runs in the page. The elements that a selector which matches nothing may have meant: those with words like its own. */
export const nearMatches = (
  selector: string,
  { bare, deepQuery, isVisible, shownText, refOf }: NearTools,
): NearMatch[] => {
  const [mostMatches, mostLooked, leastLikeness] = [5, 2000, 0.35];
  const telling = ['id', 'class', 'name', 'type', 'placeholder', 'aria-label', 'title', 'data-testid', 'href', 'role'];
  const likely =
    'a, button, input, select, textarea, summary, label, [id], [role], [onclick], [tabindex], [data-testid]';

  const wordsOf = (text: string) =>
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const pairsOf = (word: string) => new Set(Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2)));
  const likenessOf = (one: Set<string>, other: Set<string>) => {
    let shared = 0;
    for (const pair of one) if (other.has(pair)) shared += 1;
    return (2 * shared) / (one.size + other.size);
  };
  const wanted = wordsOf(selector).slice(0, 20).map(pairsOf);

  const textOf = (element: Element) => shownText(element).slice(0, 100);
  const attributesOf = (element: Element) =>
    Object.fromEntries(
      telling
        .map((name) => [name, bare(element).getAttribute(name)?.slice(0, 100)] as const)
        .filter((entry): entry is [string, string] => Boolean(entry[1])),
    );
  const scoreOf = (element: Element) => {
    const own = `${bare(element).localName} ${Object.values(attributesOf(element)).join(' ')} ${textOf(element)}`;
    const words = wordsOf(own).slice(0, 40).map(pairsOf);
    const best = (pairs: Set<string>) => Math.max(0, ...words.map((each) => likenessOf(pairs, each)));
    return wanted.reduce((sum, pairs) => sum + best(pairs), 0) / (wanted.length || 1);
  };
  const matchOf = (element: Element): NearMatch => {
    const [text, attributes] = [textOf(element), attributesOf(element)];
    return { ref: refOf(element), tagName: bare(element).localName, text, attributes };
  };
  return deepQuery(bare(document), likely)
    .slice(0, mostLooked)
    .filter(isVisible)
    .map((element) => ({ element, score: scoreOf(element) }))
    .filter(({ score }) => score >= leastLikeness)
    .sort((one, other) => other.score - one.score)
    .slice(0, mostMatches)
    .map(({ element }) => matchOf(element));
};
