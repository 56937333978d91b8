import type { isCards } from './cards.js';
import type { isSide } from './side-classes.js';

/** The rows of a list in an application, such as the messages of a mailbox. */
export const listRows = ':is([role="row"], [role="listitem"], [role="option"], [role="treeitem"])';

/**
 * Whether Readability's find lacks most of the data of `scope`: rows of tables, and items of lists. Links, teasers,
 * comments, and what stands beside the text are no data.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const lacksData = (
  find: Element,
  scope: Element,
  { isSideMatter, listRows }: { isSideMatter: (element: Element) => boolean; listRows: string },
): boolean => {
  /** A row or item with more letters arranges the page, or is prose. */
  const maxLetters = 400;
  const minRows = 10;
  /** Below this share of the find's letters, the data are an aside. */
  const minShare = 1 / 3;
  const beside = 'nav, aside, footer, form, dialog, [role="navigation"], [role="complementary"], [role="menu"]';
  const headings = 'h1, h2, h3, h4, h5, h6';
  const teaser = `a :is(${headings}, img, picture, video), :is(${headings}) a`;
  // A source's indentation is no text.
  const lettersOf = ({ textContent }: Element) => textContent.replace(/\s+/g, ' ').trim().length;
  const isAlike = (element: Element, other: Element | null) =>
    other?.localName === element.localName && other.className === element.className;
  const alikeNear = (element: Element) => {
    let [before, after, alike] = [element.previousElementSibling, element.nextElementSibling, 1];
    for (let step = 0; step < minRows; step += 1) {
      alike += Number(isAlike(element, before)) + Number(isAlike(element, after));
      before = before?.previousElementSibling ?? null;
      after = after?.nextElementSibling ?? null;
    }
    return alike;
  };
  /** One of many boxes of the same kind, without inner structure. */
  const isRow = (element: Element) =>
    element.localName === 'div' &&
    !element.querySelector(`p, article, section, ${headings}`) &&
    alikeNear(element) >= minRows;
  const isEntry = (element: Element) =>
    (element.matches(`li, ${listRows}`) ||
      (element.localName === 'tr' && element.childElementCount > 1) ||
      isRow(element)) &&
    !element.querySelector(`tr, li, ${listRows}`) &&
    !(element.localName !== 'tr' && element.querySelector(teaser));
  const ownLetters = (element: Element) => {
    if (!isEntry(element)) return 0;
    const letters = lettersOf(element);
    const linked = [...element.querySelectorAll('a')].reduce((sum, link) => sum + lettersOf(link), 0);
    return letters <= maxLetters && linked < letters / 2 ? letters : 0;
  };
  // A box around the whole page may have a class such as `has-sidebar`.
  const start = find.querySelector('p')?.textContent || find.textContent;
  const isBeside = (element: Element) =>
    element.matches(beside) || (isSideMatter(element) && !element.textContent.includes(start));
  const judge = (node: Node) => (isBeside(node as Element) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  const dataLetters = (root: Element) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT, judge);
    let letters = 0;
    while (walker.nextNode()) letters += ownLetters(walker.currentNode as Element);
    return letters;
  };
  const all = dataLetters(scope);
  const lost = all - dataLetters(find);
  return lost > all / 2 && lost > lettersOf(find) * minShare;
};

/** The number of letters of each paragraph of prose, which is long and has few links. */
export const proseIn = (root: Element): number[] => {
  const minLetters = 80;
  const lettersOf = (element: Element) => element.textContent.trim().length;
  const linked = (element: Element) =>
    [...element.querySelectorAll('a')].reduce((sum, link) => sum + lettersOf(link), 0);
  return [...root.querySelectorAll('p, blockquote, pre')]
    .map((paragraph) => [lettersOf(paragraph), linked(paragraph)] as const)
    .filter(([letters, links]) => letters >= minLetters && links < letters / 2)
    .map(([letters]) => letters);
};

/** The outermost of these elements, in document order. */
export const outermost = (elements: readonly Element[]): Element[] => {
  let last: Element | undefined;
  return elements.filter((element) => {
    // A box comes before those inside it.
    if (last?.contains(element)) return false;
    last = element;
    return true;
  });
};

/**
 * Whether the find is one pane of an application: a list without the text that it opens. Its rows have at least half of
 * the letters. Or it has no prose, and its paragraphs have fewer letters than the prose of the page.
 * Lines of its boxes, such as subject and snippet, are no paragraphs.
 */
export const isPane = (find: Element, prose: { own: number; page: number }, listRows: string): boolean => {
  /** A row with more letters is a whole post. */
  const maxRowLetters = 400;
  const minRows = 10;
  // A source's indentation is no text.
  const lettersOf = ({ textContent }: Element) => textContent.replace(/\s+/g, ' ').trim().length;
  const rows = [...find.querySelectorAll(listRows)].filter((row) => !row.querySelector(listRows));
  const lettersIn = (elements: readonly Element[]) => elements.reduce((sum, element) => sum + lettersOf(element), 0);
  const inRows = lettersIn(rows.filter((row) => lettersOf(row) <= maxRowLetters));
  if (inRows >= lettersOf(find) / 2) return true;
  const headings = 'h1, h2, h3, h4, h5, h6';
  /** Short boxes beside each other that have the same class, and several parts. One with a heading is a section. */
  const rowsBelow = (holder: Element) => {
    const kinds = Map.groupBy(
      holder.querySelectorAll(':scope > *'),
      ({ localName, className }) => `${localName} ${className}`,
    );
    return [...kinds.values()].flatMap((boxes) => {
      const short = boxes.filter(
        (box) => box.childElementCount > 1 && !box.querySelector(headings) && lettersOf(box) <= maxRowLetters,
      );
      return short.length >= minRows ? short : [];
    });
  };
  const lines = () => {
    const holders = [find, ...find.querySelectorAll('*')].filter(
      ({ childElementCount }) => childElementCount >= minRows,
    );
    return new Set(holders.flatMap(rowsBelow).flatMap((row) => [...row.querySelectorAll('p')]));
  };
  // Paragraphs are short in Chinese and Japanese, and in recipes.
  if (prose.own > 0 || prose.page === 0) return false;
  const inLines = lines();
  return prose.page > lettersIn([...find.querySelectorAll('p')].filter((paragraph) => !inLines.has(paragraph)));
};

export interface ArticleTools {
  isCards: typeof isCards;
  isPane: typeof isPane;
  isSide: typeof isSide;
  lacksData: typeof lacksData;
  listRows: string;
  outermost: typeof outermost;
  proseIn: typeof proseIn;
}

/**
 * Whether Readability's find is the page's article. Most of the text may be elsewhere: navigation, comments, links to
 * other pages. On a front page or in an application, the find is only one box of many. On a page of tables or lists, it
 * is only the introduction.
 */
export const isArticle = (find: Element, body: Element, tools: ArticleTools): boolean => {
  const { isCards, isPane, isSide, lacksData, listRows, outermost, proseIn } = tools;
  const min = { share: 0.2, letters: 500, paragraphs: 3 };
  const comments = /comment|disqus|repl(?:y|ies)|respond|discussion/i;
  const articleBody = '[itemprop~="articleBody"]';
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const isComment = (element: Element) => comments.test(`${element.className} ${element.id}`);
  const isInComment = (element: Element | null, top: Element): boolean =>
    element !== null && element !== top && (isComment(element) || isInComment(element.parentElement, top));
  const holdsArticles = (box: Element) =>
    [...box.querySelectorAll('article')].some((inner) => !inner.matches(articleBody) && !isInComment(inner, box));

  const type = document.querySelector('meta[property="og:type" i]')?.getAttribute('content') ?? '';
  const articles = outermost([...body.querySelectorAll(`article, ${articleBody}`)]);
  const [first] = articles;
  // An article around other articles is the box of a front page.
  const article = first && articles.length === 1 && !holdsArticles(first) ? first : undefined;
  const isMarked = article !== undefined || /^article$/i.test(type.trim());
  // What stands beside a marked article, such as results and prices, is no part of it.
  const scope = article ?? (isMarked ? find : body);
  const isSideMatter = (element: Element) => isSide(element) || isComment(element);
  const own = proseIn(find);
  const inComments = outermost([...body.querySelectorAll('[class], [id]')].filter(isComment)).flatMap(proseIn);
  const outOfComments = sum(proseIn(body)) - sum(inComments);
  const isList = () => !isMarked && isPane(find, { own: sum(own), page: outOfComments }, listRows);
  const isFront = () => !isMarked && isCards(find, proseIn);
  if (lacksData(find, scope, { isSideMatter, listRows }) || isList() || isFront()) return false;
  if (find.textContent.length >= min.share * body.textContent.length) return true;
  if (sum(own) < min.letters || own.length < min.paragraphs) return false;
  return isMarked || sum(own) >= outOfComments / 2;
};
