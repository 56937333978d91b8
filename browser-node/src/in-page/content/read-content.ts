/**
 * The HTML of the document with its doctype, or of one element. Open shadow trees become declarative ones. Null if the
 * string would be too long for V8.
 */
export const documentHtml = (part: Element | null): string | null => {
  const { documentElement } = document;
  const root = part ?? documentElement;
  if (!root) return '';
  const shadowRoots: ShadowRoot[] = [];
  const collect = (tree: ParentNode) => {
    for (const { shadowRoot } of [...(tree === part ? [part] : []), ...tree.querySelectorAll('*')]) {
      // A form's field may have the name `shadowRoot`.
      if (!(shadowRoot instanceof ShadowRoot)) continue;
      shadowRoots.push(shadowRoot);
      collect(shadowRoot);
    }
  };
  collect(part ?? document);
  const doctype = part ? null : document.doctype;
  const start = doctype ? `${new XMLSerializer().serializeToString(doctype)}\n` : '';
  const end = `</${root.localName}>`;
  const withShadows = () => {
    const shell = (root.cloneNode(false) as Element).outerHTML.slice(0, -end.length);
    const inner = root.getHTML({ shadowRoots });
    return inner && shell + inner + end;
  };
  const html = shadowRoots.length === 0 ? root.outerHTML : withShadows();
  // Chromium returns an empty string when the result is too long.
  return html === '' ? null : start + html;
};

/** Whether the texts exceed `maxBytes`. The page measures, so that a larger text never leaves it. */
export const isTooLarge = (texts: readonly string[], maxBytes: number): boolean => {
  // Every character takes a byte. Measuring 100 MB exactly would take a second.
  if (texts.reduce((sum, { length }) => sum + length, 0) > maxBytes) return true;
  return texts.reduce((sum, text) => sum + new Blob([JSON.stringify(text)]).size, 0) > maxBytes;
};

interface ReadingTools {
  Readability: new (
    document: Document,
    options: { serializer: (node: Node) => Node; keepClasses: boolean },
  ) => { parse: () => { title?: string | null; content?: Node | null } | null };
  documentHtml: () => string | null;
  isTooLarge: (answer: readonly string[], maxBytes: number) => boolean;
  visibleCopy: () => Document;
  /** Whether one element is read instead of the page. Then all of it counts, not only an article. */
  isPart: boolean;
  /** Changes the tree. May throw. */
  tidy: (root: Element) => void;
  dropSideClasses: (root: Element) => void;
  markFirstLevel: (root: Element) => void;
  restoreFirstLevel: (root: Element) => void;
  lostHeading: (copy: Document, content: Element, title: string) => Element | undefined;
  isArticle: (content: Element, body: Element) => boolean;
  textOf: (root: Node) => string;
  /** May throw. */
  markdownOf: (root: Element) => string;
}

export interface Reading {
  html: string;
  textContent: string;
  markdown: string;
}

/** Reads the HTML, and the article (else the whole body) as text and Markdown. Null above `maxBytes`. */
export const readContent = (tools: ReadingTools, maxBytes: number): Reading | null => {
  const { Readability, documentHtml, isTooLarge, visibleCopy, tidy, dropSideClasses, isArticle, textOf } = tools;

  const articleOf = (copy: Document): Element | undefined => {
    // Readability throws at unusual documents.
    try {
      const options = { serializer: (node: Node) => node, keepClasses: true };
      const marked = copy.cloneNode(true) as Document;
      dropSideClasses(marked.body);
      tools.markFirstLevel(marked.body);
      const article = new Readability(marked, options).parse();
      const content = article?.content as Element | null | undefined;
      if (!content || !isArticle(content, copy.body)) return undefined;
      tools.restoreFirstLevel(content);
      const heading = tools.lostHeading(copy, content, article?.title ?? '');
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

  // Checked before any other work.
  const html = documentHtml();
  if (html === null || isTooLarge([html], maxBytes)) return null;
  const copy = visibleCopy();
  try {
    tidy(copy.body);
  } catch {
    // A tree deeper than the stack: its text is still whole.
  }
  const readable = tools.isPart ? copy.body : (articleOf(copy) ?? copy.body);
  const textContent = textOf(readable);
  const markdown = markdownOf(readable) ?? textContent;
  return isTooLarge([html, textContent, markdown], maxBytes) ? null : { html, textContent, markdown };
};
