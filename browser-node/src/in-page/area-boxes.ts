type Given = readonly [script: unknown, element: unknown, ...rest: unknown[]];

/** Runs in the page, where areas of image maps have boxes (map-areas.ts). Null for what is none, or not shown. */
export const areaBoxes = ([, element]: Given) => {
  if (!(element instanceof HTMLAreaElement)) return null;
  const [whole, hit] = [element.getBoundingClientRect(), element.getClientRects()[0]];
  const plain = ({ x, y, width, height }: DOMRect) => ({ x, y, width, height });
  return hit && whole.width > 0 ? { whole: plain(whole), hit: plain(hit) } : null;
};

/** Runs in the page. Brings an area into the window; false for what is none. */
export const scrollToArea = ([, element]: Given): boolean => {
  if (!(element instanceof HTMLAreaElement)) return false;
  element.scrollIntoView();
  return true;
};
