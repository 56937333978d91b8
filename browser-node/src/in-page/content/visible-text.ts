import type { DomOf } from '../tree.js';

/**
 * Copies the displayed body, or one element, into an inert document, with open shadow trees and absolute URLs. `domOf`
 * reads properties of a form that its fields may shadow.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const visibleCopy = (domOf: DomOf, part: Element | null): Document => {
  const copy = document.implementation.createHTMLDocument(document.title);
  const skipped = /^(script|style|noscript|template|iframe|object|embed|canvas)$/;
  const isNamed = /^(button|fieldset|img|input|object|output|select|textarea)$/;
  // Not `innerText`: it lacks closed details and what `content-visibility: auto` has not drawn yet.
  const isShown = (element: Element) =>
    !skipped.test(domOf(element).localName) && getComputedStyle(element).display !== 'none';

  /** A line number that a reader cannot select together with the code. */
  const isLineNumber = (element: Element) =>
    /^(a|code|div|i|span)$/.test(element.localName) &&
    !element.firstElementChild &&
    /^\s*\d{1,6}\s*$/.test(element.textContent) &&
    getComputedStyle(element).userSelect === 'none' &&
    element.closest('pre') !== null;

  /** A list item's checkbox, as readers of Markdown write it. */
  const taskBox = (node: Element): Element | undefined => {
    const isInput = node instanceof HTMLInputElement;
    const isBox = isInput ? node.type === 'checkbox' : domOf(node).getAttribute('role') === 'checkbox';
    if (!isBox || node.textContent.trim() !== '' || !node.closest('li')) return undefined;
    const isChecked = isInput ? node.checked : node.getAttribute('aria-checked') === 'true';
    const box = copy.createElement('span');
    box.setAttribute('data-task', isChecked ? 'x' : ' ');
    box.textContent = `[${isChecked ? 'x' : ' '}] `;
    return box;
  };

  const childrenOf = (node: Node): readonly Node[] => {
    if (node instanceof HTMLSlotElement && node.assignedNodes().length > 0) return node.assignedNodes();
    const own = domOf(node);
    return [...((own as Partial<Element>).shadowRoot ?? own).childNodes];
  };

  const makeAbsolute = (node: Element, clone: Element) => {
    if (node instanceof HTMLAnchorElement && node.hasAttribute('href')) clone.setAttribute('href', node.href);
    if (!(node instanceof HTMLImageElement)) return;
    clone.removeAttribute('srcset');
    // A data URL would add pages of letters.
    clone.setAttribute('src', /^https?:/.test(node.currentSrc) ? node.currentSrc : '');
  };
  /** Some highlighters make lines of code from spans. */
  const markLine = (node: Element, clone: Element) => {
    if (clone.localName !== 'span' || !/^(block|flex|grid)/.test(getComputedStyle(node).display)) return;
    clone.setAttribute('data-line', '');
  };
  const copyOf = (node: Node): Node | undefined => {
    if (node instanceof Text) return copy.importNode(node);
    if (!(node instanceof Element && isShown(node)) || isLineNumber(node)) return undefined;
    const box = taskBox(node);
    if (box) return box;
    const clone = copy.importNode(node, false);
    markLine(node, clone);
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
  const { body } = domOf(document);
  if (part && !part.contains(body)) waiting.push([part, copy.body]);
  else push(body ?? document, copy.body);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, parent] = next;
    const clone = copyOf(node);
    if (!clone) continue;
    parent.appendChild(clone);
    if (clone.nodeType === Node.ELEMENT_NODE && !(clone as Element).hasAttribute('data-task')) push(node, clone);
  }
  return copy;
};

/**
 * The text of a tree. White space collapses except in `pre`. One line per block, an empty line between paragraphs, tabs
 * between cells.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const textOf = (root: Node): string => {
  const skipped = /^(script|style|noscript|template|rp)$/;
  const paragraph = /^(p|h[1-6]|ul|ol|dl|table|pre|blockquote|figure|hr|section|article|details)$/;
  const line =
    /^(address|aside|body|br|caption|dd|div|dt|fieldset|figcaption|footer|form|header|legend|li|main|nav|option|summary|tr)$/;
  const spaces = ['', ' ', '\n', '\n\n'];
  const pieces: string[] = [];
  /** The strongest separator between the last word and the next, and the cells between them. */
  let between = '';
  let tabs = '';
  let preformatted = 0;

  const separateBy = (space: string) => {
    // Empty cells at the end of a row separate nothing.
    if (space.startsWith('\n')) tabs = '';
    if (spaces.indexOf(space) > spaces.indexOf(between)) between = space;
  };
  const add = (text: string) => {
    if (pieces.length > 0) pieces.push(tabs && between === ' ' ? '' : between, tabs);
    pieces.push(text);
    between = '';
    tabs = '';
  };
  const read = (data: string) => {
    if (preformatted > 0) return add(data);
    const words = data.replace(/[ \t\n\r\f]+/g, ' ');
    if (words.startsWith(' ')) separateBy(' ');
    const trimmed = words.replace(/^ | $/g, '');
    if (trimmed) add(trimmed);
    if (trimmed && words.endsWith(' ')) separateBy(' ');
  };
  const separate = (element: Element, name: string) => {
    if (paragraph.test(name)) separateBy('\n\n');
    else if (name === 'br' && element.hasAttribute('data-cell')) separateBy(' ');
    else if (line.test(name)) separateBy('\n');
  };
  /** The reading of a ruby text. */
  const isReading = (element: Element) => element.localName === 'rt' && element.textContent.trim() !== '';
  const isCell = (name: string, next: Element | null) => /^t[dh]$/.test(name) && next !== null;
  const pass = (node: Node, step: 1 | -1) => {
    const element = node as Element;
    const name = element.localName ?? '';
    if (name === 'pre') preformatted += step;
    if (isReading(element)) add(step === 1 ? '(' : ')');
    else if (step === -1 && isCell(name, element.nextElementSibling)) tabs += '\t';
    else separate(element, name);
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
