/** Whether the element's class or id is that of side matter: what stands beside an article, or between its parts. */
export const isSide = (element: Element): boolean =>
  /comment|disqus|repl(?:y|ies)|relat|recommend|share|sharing|social|sponsor|newsletter|subscri|promo|advert|(?:^|[\s_-])ads?(?:$|[\s_-])|cookie|consent|gdpr|popup|modal|outbrain|taboola|sidebar|menu|nav|breadcrumb|footer|pager|pagination|login|widget|hidden|tags/i.test(
    `${element.className} ${element.id}`,
  );

/**
 * Removes classes and ids by which Readability would drop parts of an article. Examples are `section-header` on a
 * heading and `remark` on a paragraph. Keeps those of boxes full of links, and of elements around an article.
 */
export const dropSideClasses = (root: Element, isSideMatter: typeof isSide): void => {
  const article = 'article, main, [role="article"], [role="main"], [itemprop~="articleBody"]';
  const aside = 'aside, nav, footer, form, [role="complementary"], [role="navigation"]';
  const text =
    'h1, h2, h3, h4, h5, h6, p, blockquote, figure, figcaption, dl, dt, dd, li, table, caption, thead, tbody, tr, th, td, a, abbr, b, cite, em, i, img, mark, small, span, strong, sub, sup, time';
  const box = 'div, section, ul, ol, header';
  const maxLetters = 20_000;

  const lettersOf = (element: Element) => element.textContent.trim().length;
  /** The share of the element's letters that are in links. */
  const linked = (element: Element): number => {
    const letters = lettersOf(element);
    if (letters === 0 || letters > maxLetters) return 0;
    return [...element.querySelectorAll('a')].reduce((sum, link) => sum + lettersOf(link), 0) / letters;
  };
  const drop = (element: Element) => {
    element.removeAttribute('class');
    element.removeAttribute('id');
  };
  const isInArticle = (element: Element) => element.closest(article) !== null && !element.closest(aside);
  /** Whether the box has classes that Readability counts in its favour. */
  const isPraised = (element: Element) =>
    /article|body|content|entry|main|post|text|story/i.test(`${element.className} ${element.id}`);
  const isPart = (element: Element): boolean => {
    if (element.matches(text)) return element.localName === 'a' || linked(element) < 0.5;
    if (!element.matches(box) || !isInArticle(element) || isSideMatter(element)) return false;
    return linked(element) < 0.3 && !isPraised(element);
  };

  for (const element of root.querySelectorAll('[class], [id]')) if (isPart(element)) drop(element);
};
