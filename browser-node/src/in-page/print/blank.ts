export interface Span {
  start: number;
  end: number;
}

/** The longest part of `whole` that no span covers. */
export const longestGap = (spans: readonly Span[], whole: Span): Span => {
  let covered = whole.start;
  let gap = { start: covered, end: covered };
  const considerEnd = (end: number) => {
    if (end - covered > gap.end - gap.start) gap = { start: covered, end };
  };
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    considerEnd(Math.min(start, whole.end));
    covered = Math.max(covered, end);
  }
  considerEnd(whole.end);
  return gap;
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

/** The longest part of the document without content, from the window's top, in CSS pixels. */
export const longestBlank = ({ longestGap, contentSpans }: BlankTools): Span => {
  const { body, documentElement: root } = document;
  if (!body || !root) return { start: 0, end: 0 };
  const { top: start } = root.getBoundingClientRect();
  return longestGap(contentSpans(body), { start, end: start + root.scrollHeight });
};

/**
 * Scrolls to the middle of the longest part without content, and back. Resolves to whether the page draws content
 * there.
 */
export const drawsInBlank = async (tools: BlankTools & { longestBlank: typeof longestBlank }): Promise<boolean> => {
  const [restMs, pollMs] = [300, 20];
  const { body } = document;
  const blank = tools.longestBlank(tools);
  const top = scrollY;
  scrollTo({ top: top + (blank.start + blank.end - innerHeight) / 2, behavior: 'instant' });
  const moved = scrollY - top;
  const isInside = ({ start, end }: Span) => start > blank.start - moved && end < blank.end - moved;
  let draws = false;
  for (let since = Date.now(); body && !draws && Date.now() < since + restMs; ) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    draws = tools.contentSpans(body).some(isInside);
  }
  scrollTo({ top, behavior: 'instant' });
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  return draws;
};
