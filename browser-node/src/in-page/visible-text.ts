import type { Bare } from './tree.js';

/** Copies the displayed body into an inert document, with open shadow trees and absolute URLs. */
export const visibleCopy = (bare: Bare): Document => {
  const copy = document.implementation.createHTMLDocument(document.title);
  const skipped = /^(script|style|noscript|template|iframe|object|embed|canvas)$/;
  const isNamed = /^(button|fieldset|img|input|object|output|select|textarea)$/;
  // Not `innerText`: it lacks closed details and what `content-visibility: auto` has not drawn yet.
  const isShown = (element: Element) =>
    !skipped.test(bare(element).localName) && getComputedStyle(element).display !== 'none';

  const childrenOf = (node: Node): readonly Node[] => {
    if (node instanceof HTMLSlotElement && node.assignedNodes().length > 0) return node.assignedNodes();
    const own = bare(node);
    return [...((own as Partial<Element>).shadowRoot ?? own).childNodes];
  };

  const makeAbsolute = (node: Element, clone: Element) => {
    if (node instanceof HTMLAnchorElement && node.hasAttribute('href')) clone.setAttribute('href', node.href);
    if (!(node instanceof HTMLImageElement)) return;
    clone.removeAttribute('srcset');
    // A data URL would add pages of letters.
    clone.setAttribute('src', /^https?:/.test(node.currentSrc) ? node.currentSrc : '');
  };
  const copyOf = (node: Node): Node | undefined => {
    if (node instanceof Text) return copy.importNode(node);
    if (!(node instanceof Element && isShown(node))) return undefined;
    const clone = copy.importNode(node, false);
    makeAbsolute(node, clone);
    // A field's name would shadow properties of the copied form.
    clone.removeAttribute('name');
    if (isNamed.test(clone.localName)) clone.removeAttribute('id');
    return clone;
  };

  // Iterative: scripts can make trees deeper than the stack.
  const waiting: [node: Node, parent: Node][] = [];
  const push = (node: Node, parent: Node) => {
    for (const child of childrenOf(node).toReversed()) waiting.push([child, parent]);
  };
  push(document.body ?? document, copy.body);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, parent] = next;
    const clone = copyOf(node);
    if (!clone) continue;
    parent.appendChild(clone);
    if (clone.nodeType === Node.ELEMENT_NODE) push(node, clone);
  }
  return copy;
};

/** White space collapses except in `pre`. One line per block, an empty line between paragraphs, tabs between cells. */
export const textOf = (root: Node): string => {
  const skipped = /^(script|style|noscript|template)$/;
  const paragraph = /^(p|h[1-6]|ul|ol|dl|table|pre|blockquote|figure|hr|section|article|details)$/;
  const line =
    /^(address|aside|body|br|caption|dd|div|dt|fieldset|figcaption|footer|form|header|legend|li|main|nav|option|summary|tr)$/;
  const spaces = ['', ' ', '\t', '\n', '\n\n'];
  const pieces: string[] = [];
  /** The strongest separator between the last word and the next. */
  let between = '';
  let preformatted = 0;

  const need = (space: string) => {
    if (spaces.indexOf(space) > spaces.indexOf(between)) between = space;
  };
  const add = (text: string) => {
    if (pieces.length > 0) pieces.push(between);
    pieces.push(text);
    between = '';
  };
  const read = (data: string) => {
    if (preformatted > 0) return add(data);
    const words = data.replace(/[ \t\n\r\f]+/g, ' ');
    if (words.startsWith(' ')) need(' ');
    const trimmed = words.replace(/^ | $/g, '');
    if (trimmed) add(trimmed);
    if (trimmed && words.endsWith(' ')) need(' ');
  };
  const pass = (node: Node, step: 1 | -1) => {
    const name = (node as Element).localName ?? '';
    if (name === 'pre') preformatted += step;
    if (paragraph.test(name)) need('\n\n');
    else if (line.test(name)) need('\n');
    else if (step === -1 && /^t[dh]$/.test(name)) need('\t');
  };

  // Iterative: scripts can make trees deeper than the stack.
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    skipped.test((node as Element).localName ?? '') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const leave = (): boolean => {
    for (let node = walk.currentNode; node !== root; node = walk.currentNode) {
      pass(node, -1);
      if (walk.nextSibling()) return true;
      walk.parentNode();
    }
    return false;
  };
  for (let more = true; more; more = walk.firstChild() !== null || leave()) {
    pass(walk.currentNode, 1);
    if (walk.currentNode instanceof Text) read(walk.currentNode.data);
  }
  return pieces.join('').trim();
};
