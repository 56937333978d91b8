/** The libraries and functions that reading needs: this one cannot import them. */
export interface ReadingTools {
  Readability: new (
    document: Document,
    options: { serializer: (node: Node) => Node; keepClasses: boolean },
  ) => { parse: () => { title?: string | null; content?: Node | null } | null };
  documentHtml: () => string | null;
  isTooLarge: (answer: readonly string[], mostBytes: number) => boolean;
  visibleCopy: () => Document;
  textOf: (root: Node) => string;
  /** May throw. */
  markdownOf: (root: Element) => string;
}

export interface Reading {
  html: string;
  textContent: string;
  markdown: string;
}

/**
 * Runs in the page. Reads its document: as HTML, and its article, or where it has none its whole body, as text and
 * Markdown. Null when that is more than so many bytes.
 */
export const readContent = (tools: ReadingTools, mostBytes: number): Reading | null => {
  const { Readability, documentHtml, isTooLarge, visibleCopy, textOf } = tools;

  /** Readability takes the heading out that says the same as the title; a site's own name stands further back in that. */
  const lostHeading = (copy: Document, content: Element, title: string) => {
    const [text] = [...copy.querySelectorAll('h1, h2')]
      .map((heading) => heading.textContent.trim())
      .filter((each) => each && title.includes(each))
      .sort((a, b) => title.indexOf(a) - title.indexOf(b));
    if (!text || content.textContent.includes(text)) return undefined;
    return Object.assign(copy.createElement('h1'), { textContent: text });
  };

  /** Less than this part of the page's text is a box on it, and not its article. */
  const leastShare = 0.2;
  const articleOf = (copy: Document): Element | undefined => {
    // It throws at documents that are not what it thinks of.
    try {
      const whole = copy.body.textContent.length;
      const options = { serializer: (node: Node) => node, keepClasses: true };
      const article = new Readability(copy.cloneNode(true) as Document, options).parse();
      const content = article?.content as Element | null | undefined;
      if (!content || content.textContent.length < leastShare * whole) return undefined;
      const heading = lostHeading(copy, content, article?.title ?? '');
      if (heading) content.prepend(heading);
      return content;
    } catch {
      return undefined;
    }
  };

  const markdownOf = (root: Element): string | undefined => {
    try {
      return tools.markdownOf(root);
    } catch {
      return undefined;
    }
  };

  // First: what is too large as it stands is not worth the reading.
  const html = documentHtml();
  if (html === null || isTooLarge([html], mostBytes)) return null;
  const copy = visibleCopy();
  const readable = articleOf(copy) ?? copy.body;
  const textContent = textOf(readable);
  const markdown = markdownOf(readable) ?? textContent;
  return isTooLarge([html, textContent, markdown], mostBytes) ? null : { html, textContent, markdown };
};
