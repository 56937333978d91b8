/** The libraries and functions that reading needs: this one cannot import them. */
export interface ReadingTools {
  Readability: new (
    document: Document,
    options: { serializer: (node: Node) => Node; keepClasses: boolean },
  ) => { parse: () => { title?: string | null; content?: Node | null } | null };
  TurndownService: new (
    options: Record<string, string>,
  ) => { use: (plugin: unknown) => void; turndown: (node: Node) => string };
  gfm: unknown;
  documentHtml: () => string;
  visibleCopy: () => Document;
  textOf: (root: Node) => string;
}

export interface Reading {
  html: string;
  textContent: string;
  markdown: string;
}

/** Runs in the page. Reads its document: as HTML, and its article, or where it has none its whole body, as text and Markdown. */
export const readContent = (tools: ReadingTools): Reading => {
  const { Readability, TurndownService, gfm, documentHtml, visibleCopy, textOf } = tools;

  /** Readability takes the heading out that says the same as the title. */
  const lostHeading = (copy: Document, content: Element, title: string) => {
    const headings = [...copy.querySelectorAll('h1, h2')].map((heading) => heading.textContent.trim());
    const text = headings.find((each) => each && title.includes(each) && !content.textContent.includes(each));
    if (text === undefined) return undefined;
    return Object.assign(copy.createElement('h1'), { textContent: text });
  };

  /** Less than this part of the page's text is a box on it, and not its article. */
  const leastShare = 0.2;
  const articleOf = (copy: Document): Node | undefined => {
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

  /** Turndown fences only what it finds alone in a `code` inside a `pre`: not the buttons and line numbers beside it. */
  const fenceable = (root: Node) => {
    for (const pre of (root as Element).querySelectorAll('pre')) {
      const code = copy.createElement('code');
      code.className = (pre.querySelector('code') ?? pre).className;
      code.textContent = textOf(pre);
      pre.replaceChildren(code);
    }
  };

  const markdownOf = (node: Node): string | undefined => {
    try {
      const service = new TurndownService({
        headingStyle: 'atx',
        codeBlockStyle: 'fenced',
        bulletListMarker: '-',
        hr: '---',
      });
      service.use(gfm);
      return service.turndown(node);
    } catch {
      return undefined;
    }
  };

  const copy = visibleCopy();
  const readable = articleOf(copy) ?? copy.body;
  const textContent = textOf(readable);
  fenceable(readable);
  return { html: documentHtml(), textContent, markdown: markdownOf(readable) ?? textContent };
};
