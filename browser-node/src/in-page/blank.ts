interface Span {
  start: number;
  end: number;
}

/** The length of the longest part of `whole` that no span covers. */
export const longestGap = (spans: readonly Span[], whole: Span): number => {
  let covered = whole.start;
  let gap = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    gap = Math.max(gap, Math.min(start, whole.end) - covered);
    covered = Math.max(covered, end);
  }
  return Math.max(gap, whole.end - covered);
};

/** The parts of the window's height where the texts, pictures and fields of an element are. */
export const contentSpans = (root: Element): Span[] => {
  const isPainted = (element: Element) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    return backgroundImage !== 'none' || !/^rgba\(.*, 0\)$/.test(backgroundColor);
  };
  /** A picture, a field, or an empty element that shows something. The shadow tree of a custom element may show anything. */
  const isContent = (element: Element) =>
    /^(img|svg|canvas|video|iframe|embed|object|input|textarea|select|hr)$/.test(element.localName) ||
    (element.childElementCount === 0 && (/-/.test(element.localName) || isPainted(element)));
  /** The element of a text, or one without text that shows something. */
  const contentOf = (node: Node): Element | null => {
    if (node instanceof Text) return node.data.trim() ? node.parentElement : null;
    return node instanceof Element && isContent(node) ? node : null;
  };
  const spans: Span[] = [];
  const nowhere = { top: 0, bottom: 0 };
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node: Node | null = root; node; node = walk.nextNode()) {
    const { top: start, bottom: end } = contentOf(node)?.getBoundingClientRect() ?? nowhere;
    if (end > start) spans.push({ start, end });
  }
  return spans;
};

export interface BlankTools {
  longestGap: typeof longestGap;
  contentSpans: typeof contentSpans;
}

/** Height of the longest part of the document without content, in CSS pixels. */
export const longestBlank = ({ longestGap, contentSpans }: BlankTools): number => {
  const { body, documentElement: root } = document;
  if (!body || !root) return 0;
  const { top: start } = root.getBoundingClientRect();
  return Math.round(longestGap(contentSpans(body), { start, end: start + root.scrollHeight }));
};
