export interface AreaTools {
  imageOf: (element: HTMLAreaElement) => HTMLImageElement | undefined;
  boxOf: (element: HTMLAreaElement) => DOMRect;
  hitBoxOf: (element: HTMLAreaElement) => DOMRect;
}

/**
 * Runs in the page, in the world where Playwright looks at it. Gives the areas of image maps there what other elements have: a
 * box, a place where they can be hit, a style. To Chromium they are `display: none`. What it answers is called with the element
 * that something is to be done with: the mouse hits its area of an image, or the image.
 */
export const mapAreas = ({ imageOf, boxOf, hitBoxOf }: AreaTools) => {
  let aimedAt: Element | undefined;
  const { getComputedStyle } = window;
  const { checkVisibility } = Element.prototype;
  const shownBy = (element: Element) => (element instanceof HTMLAreaElement ? (imageOf(element) ?? element) : element);
  const middleOf = (element: HTMLAreaElement) => {
    const { x, y, width, height } = boxOf(element);
    const [left, top] = [x + width / 2, y + height / 2];
    return { left, top, isShown: left >= 0 && top >= 0 && left < innerWidth && top < innerHeight };
  };

  Object.assign(HTMLAreaElement.prototype, {
    getBoundingClientRect(this: HTMLAreaElement) {
      return boxOf(this);
    },
    getClientRects(this: HTMLAreaElement) {
      return [hitBoxOf(this)];
    },
    scrollIntoView(this: HTMLAreaElement) {
      if (middleOf(this).isShown) return;
      imageOf(this)?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, isShown } = middleOf(this);
      // The image is larger than the window.
      if (!isShown) scrollBy({ left: left - innerWidth / 2, top: top - innerHeight / 2, behavior: 'instant' });
    },
  });
  Element.prototype.checkVisibility = function (this: Element, options) {
    return checkVisibility.call(shownBy(this), options);
  };
  window.getComputedStyle = (element, pseudo) => getComputedStyle(shownBy(element), pseudo);
  for (const tree of [Document.prototype, ShadowRoot.prototype]) {
    const { elementFromPoint, elementsFromPoint } = tree;
    tree.elementsFromPoint = function (this: Document | ShadowRoot, x, y) {
      const [first, all] = [elementFromPoint.call(this, x, y), elementsFromPoint.call(this, x, y)];
      return first instanceof HTMLAreaElement && first === aimedAt ? [first, ...all] : all;
    };
  }
  return (element: Element | undefined): void => {
    aimedAt = element;
  };
};
