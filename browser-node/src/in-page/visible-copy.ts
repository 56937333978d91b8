import type { Bare } from './bare.js';

/**
 * Runs in the page. A copy of the body to read from, in a document where nothing loads or runs: what is displayed, with
 * what open shadow trees show in its place, links and pictures by absolute URLs. The page is not changed.
 */
export const visibleCopy = (bare: Bare): Document => {
  const copy = document.implementation.createHTMLDocument(document.title);
  const unread = /^(script|style|noscript|template|iframe|object|embed|canvas)$/;
  const isNamed = /^(button|fieldset|img|input|object|output|select|textarea)$/;
  // Not innerText's idea of it, which lacks what `content-visibility: auto` has not drawn yet, and closed details.
  const isShown = (element: Element) =>
    !unread.test(bare(element).localName) && getComputedStyle(element).display !== 'none';

  const childrenOf = (node: Node): readonly Node[] => {
    if (node instanceof HTMLSlotElement && node.assignedNodes().length > 0) return node.assignedNodes();
    const own = bare(node);
    return [...((own as Partial<Element>).shadowRoot ?? own).childNodes];
  };

  const makeAbsolute = (node: Element, made: Element) => {
    if (node instanceof HTMLAnchorElement && node.hasAttribute('href')) made.setAttribute('href', node.href);
    if (!(node instanceof HTMLImageElement)) return;
    made.removeAttribute('srcset');
    // A picture that stands in its own URL would be pages of letters.
    made.setAttribute('src', /^https?:/.test(node.currentSrc) ? node.currentSrc : '');
  };
  const copyOf = (node: Node): Node | undefined => {
    if (node instanceof Text) return copy.importNode(node);
    if (!(node instanceof Element && isShown(node))) return undefined;
    const made = copy.importNode(node, false);
    makeAbsolute(node, made);
    // Whoever reads the copy would have fields for what is a form's own.
    made.removeAttribute('name');
    if (isNamed.test(made.localName)) made.removeAttribute('id');
    return made;
  };

  // By hand and not by recursion: scripts make trees deeper than the stack.
  const waiting: [node: Node, parent: Node][] = [];
  const push = (node: Node, parent: Node) => {
    for (const child of childrenOf(node).toReversed()) waiting.push([child, parent]);
  };
  push(document.body ?? document, copy.body);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, parent] = next;
    const made = copyOf(node);
    if (!made) continue;
    parent.appendChild(made);
    if (made.nodeType === Node.ELEMENT_NODE) push(node, made);
  }
  return copy;
};
