/** Whether the element's class or id is that of side matter: what stands beside an article, or between its parts. */
export const isSide = (element: Element): boolean =>
  /comment|disqus|repl(?:y|ies)|relat|recommend|share|sharing|social|sponsor|newsletter|subscri|promo|advert|(?:^|[\s_-])ads?(?:$|[\s_-])|cookie|consent|gdpr|popup|modal|outbrain|taboola|sidebar|menu|nav|breadcrumb|footer|pager|pagination|login|widget|hidden|tags/i.test(
    `${element.className} ${element.id}`,
  );

/**
 * Boxes of comments that belong to several posts of a page, as under questions and answers. The comments on an article
 * have one box, and their replies lie inside it.
 */
export const postComments = (root: Element): Element[] => {
  const maxLevels = 3;
  const minLetters = 80;
  const isComments = (element: Element) => /comment|repl(?:y|ies)|remark/i.test(`${element.className} ${element.id}`);
  const known = new Map<Element, number>();
  const lettersOf = (element: Element) => {
    const letters = known.get(element) ?? element.textContent.replace(/\s+/g, ' ').trim().length;
    known.set(element, letters);
    return letters;
  };
  const isInside = (box: Element) => {
    for (let outer = box.parentElement; outer && outer !== root; outer = outer.parentElement)
      if (isComments(outer)) return true;
    return false;
  };
  const linksIn = (box: Element) => [...box.querySelectorAll('a')].reduce((sum, link) => sum + lettersOf(link), 0);
  const isText = (box: Element) => linksIn(box) < lettersOf(box) / 2;
  const boxes = [...root.querySelectorAll('[class], [id]')].filter((box) => isComments(box) && !isInside(box));
  const isPost = (post: Element, box: Element) => lettersOf(post) - lettersOf(box) >= minLetters;
  // Noted once: with a search for each box, 1,000 comments would take seconds.
  const posts = new Map<Element, Map<string, Set<Element>>>();
  const classesOf = (post: Element, box: Element) => `${post.className}\n${box.className}`;
  const note = (box: Element) => {
    for (let post = box.parentElement; post && post !== root; post = post.parentElement) {
      if (post.className === '' || !post.parentElement || !isPost(post, box)) continue;
      const alike = posts.get(post.parentElement) ?? new Map<string, Set<Element>>();
      posts.set(post.parentElement, alike);
      const classes = classesOf(post, box);
      alike.set(classes, (alike.get(classes) ?? new Set()).add(post));
    }
  };
  for (const box of boxes) note(box);
  const isRepeated = (post: Element, box: Element) =>
    post.parentElement !== null && (posts.get(post.parentElement)?.get(classesOf(post, box))?.size ?? 0) > 1;
  return boxes.filter((box) => {
    let post = box.parentElement;
    for (let level = 0; post && post !== root && level < maxLevels; level += 1, post = post.parentElement)
      if (isPost(post, box) && isRepeated(post, box)) return isText(box);
    return false;
  });
};

/**
 * Removes classes and ids by which Readability would drop parts of an article. Examples are `section-header` on a
 * heading and `remark` on a paragraph. Keeps those of boxes full of links, and of elements around an article.
 */
export const dropSideClasses = (
  root: Element,
  tools: { isSide: typeof isSide; postComments: typeof postComments },
): void => {
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
    if (!element.matches(box) || !isInArticle(element) || tools.isSide(element)) return false;
    return linked(element) < 0.3 && !isPraised(element);
  };

  // Readability cuts an author out. With words around the name, that would leave half a sentence.
  for (const author of root.querySelectorAll('[rel~="author"], [itemprop~="author"]')) {
    if (lettersOf(author.parentElement ?? author) === lettersOf(author)) continue;
    author.removeAttribute('rel');
    author.removeAttribute('itemprop');
  }
  const comments = tools.postComments(root).flatMap((box) => [box, ...box.querySelectorAll('*')]);
  for (const element of root.querySelectorAll('[class], [id]')) if (isPart(element)) drop(element);
  for (const element of comments) drop(element);
};
