/**
 * Runs in the page. The whole document as HTML, doctype and head included; what lies in open shadow trees stands in it as
 * declarative shadow roots. Null when that is longer than a string can be.
 */
export const documentHtml = (): string | null => {
  const { doctype, documentElement: root } = document;
  if (!root) return '';
  const shadowRoots: ShadowRoot[] = [];
  const collect = (tree: ParentNode) => {
    for (const { shadowRoot } of tree.querySelectorAll('*')) {
      // A form has none, but fields, which may be called so.
      if (!(shadowRoot instanceof ShadowRoot)) continue;
      shadowRoots.push(shadowRoot);
      collect(shadowRoot);
    }
  };
  collect(document);
  const start = doctype ? `${new XMLSerializer().serializeToString(doctype)}\n` : '';
  const end = `</${root.localName}>`;
  const withShadows = () => {
    const shell = (root.cloneNode(false) as Element).outerHTML.slice(0, -end.length);
    const inner = root.getHTML({ shadowRoots });
    return inner && shell + inner + end;
  };
  const html = shadowRoots.length === 0 ? root.outerHTML : withShadows();
  // No element is empty: Chromium says so of one that is too long.
  return html === '' ? null : start + html;
};

/**
 * Runs in the page. Whether texts take more than so many bytes as JSON. Asked there, so that what is too large never
 * leaves the page.
 */
export const isTooLarge = (texts: readonly string[], mostBytes: number): boolean => {
  // A letter takes a byte at least; the exact measure of a hundred megabytes would take a second.
  if (texts.reduce((sum, { length }) => sum + length, 0) > mostBytes) return true;
  return texts.reduce((sum, text) => sum + new Blob([JSON.stringify(text)]).size, 0) > mostBytes;
};

/** What Markdown needs: this function cannot import it. */
export interface MarkdownTools {
  TurndownService: new (
    options: Record<string, string>,
  ) => { use: (plugin: unknown) => void; turndown: (node: Node) => string };
  gfm: unknown;
  textOf: (root: Node) => string;
}

/** Runs in the page. A tree as Markdown; changes its code blocks. Throws where the library does. */
export const markdownOf = (root: Element, { TurndownService, gfm, textOf }: MarkdownTools): string => {
  // Turndown fences only a `code` that is alone in its `pre`: not beside buttons and line numbers.
  for (const pre of root.querySelectorAll('pre')) {
    const code = root.ownerDocument.createElement('code');
    code.className = (pre.querySelector('code') ?? pre).className;
    code.textContent = textOf(pre);
    pre.replaceChildren(code);
  }
  const style = { headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', hr: '---' };
  const service = new TurndownService(style);
  service.use(gfm);
  return service.turndown(root);
};

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
