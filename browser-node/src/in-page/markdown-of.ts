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
