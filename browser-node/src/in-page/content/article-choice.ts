/**
 * Whether Readability's find is the page's article, although most of the text is elsewhere: navigation, comments, links
 * to other pages. On a front page or in an application, the find is only one box of many.
 */
export const isArticle = (content: Element, body: Element): boolean => {
  const min = { paragraphLetters: 80, articleLetters: 500, paragraphs: 3 };
  const comments = /comment|disqus|repl(?:y|ies)|respond|discussion/i;

  const lettersOf = (element: Element) => element.textContent.trim().length;
  const linked = (element: Element) =>
    [...element.querySelectorAll('a')].reduce((sum, link) => sum + lettersOf(link), 0);
  /** Letters of paragraphs of prose: long, and mostly no links. */
  const prose = (root: Element): number[] =>
    [...root.querySelectorAll('p, blockquote, pre')]
      .map((paragraph) => [lettersOf(paragraph), linked(paragraph)] as const)
      .filter(([letters, links]) => letters >= min.paragraphLetters && links < letters / 2)
      .map(([letters]) => letters);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

  const own = prose(content);
  if (sum(own) < min.articleLetters || own.length < min.paragraphs) return false;

  const type = document.querySelector('meta[property="og:type" i]')?.getAttribute('content') ?? '';
  const articles = body.querySelectorAll('article, [itemprop~="articleBody"]').length;
  if (/^article$/i.test(type.trim()) || articles === 1) return true;

  const isComment = (element: Element) => comments.test(`${element.className} ${element.id}`);
  let inComments = 0;
  let counted: Element | undefined;
  for (const element of body.querySelectorAll('[class], [id]')) {
    // In document order, a box comes before those inside it.
    if (!isComment(element) || counted?.contains(element)) continue;
    counted = element;
    inComments += sum(prose(element));
  }
  return sum(own) >= (sum(prose(body)) - inComments) / 2;
};
