/**
 * Leaves only the first match in the document, at its top left. The match keeps inherited styles and those that depend
 * on its ancestors. Styles hide the rest, so that later elements are hidden, too. False without a match.
 */
export const showOnly = (selector: string): boolean => {
  const element = document.querySelector(selector);
  if (!element) return false;
  const [own, around] = ['data-tintype-own', 'data-tintype-around'];
  const others = `:not([${own}], [${around}])`;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    [${around}] > ${others}, :host > ${others} { display: none !important; }
    [${around}]::before, [${around}]::after { content: none !important; }
    [${around}] {
      display: block !important; position: static !important; float: none !important; overflow: visible !important;
      width: auto !important; min-width: 0 !important; max-width: none !important; columns: auto !important;
      height: auto !important; min-height: 0 !important; max-height: none !important;
      margin: 0 !important; padding: 0 !important; border: 0 !important; box-shadow: none !important;
      transform: none !important; clip-path: none !important; contain: none !important; break-inside: auto !important;
    }
    [${own}] { position: relative !important; inset: auto !important; float: none !important; margin: 0 !important; }
    [${own}], [${around}] { break-before: auto !important; break-after: auto !important; page: auto !important; }`);
  const outer = (node: Node): Node | null => {
    if (node instanceof ShadowRoot) return node.host;
    return (node instanceof Element && node.assignedSlot) || node.parentNode;
  };
  const adopt = (tree: Node) => {
    if (!(tree instanceof Document || tree instanceof ShadowRoot)) return;
    tree.adoptedStyleSheets = [...tree.adoptedStyleSheets, sheet];
  };
  const surround = (parent: Node | null) => {
    if (parent instanceof Element) parent.setAttribute(around, '');
    for (const child of parent?.childNodes ?? []) if (child instanceof Text) child.data = '';
  };

  element.setAttribute(own, '');
  for (let node: Node | null = element; node; node = outer(node)) {
    adopt(node);
    // A slotted element has two parents: its slot, and its own parent, whose other children the slot may show.
    for (const parent of new Set([node.parentNode, outer(node)])) surround(parent);
  }
  return true;
};
