/**
 * Runs in the page. The text of a tree: white space collapsed, but for `pre`; a line for each block, an empty line between
 * paragraphs, tabs between cells.
 */
export const textOf = (root: Node): string => {
  const unread = /^(script|style|noscript|template)$/;
  const paragraph = /^(p|h[1-6]|ul|ol|dl|table|pre|blockquote|figure|hr|section|article|details)$/;
  const line =
    /^(address|aside|body|br|caption|dd|div|dt|fieldset|figcaption|footer|form|header|legend|li|main|nav|option|summary|tr)$/;
  const spaces = ['', ' ', '\t', '\n', '\n\n'];
  const pieces: string[] = [];
  /** The strongest space between the last word and the next. */
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

  // By hand and not by recursion: scripts make trees deeper than the stack.
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    unread.test((node as Element).localName ?? '') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
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
