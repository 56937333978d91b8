/** The first visible image with the area's map. */
export const areaImage = (element: HTMLAreaElement): HTMLImageElement | undefined => {
  const name = element.closest('map')?.name;
  const root = element.getRootNode() as Document | ShadowRoot;
  const images = [...root.querySelectorAll<HTMLImageElement>('img[usemap]')];
  const isMeant = ({ useMap }: HTMLImageElement) => name && useMap.replace(/^.*?#/s, '') === name;
  return images.find((image) => isMeant(image) && image.checkVisibility());
};

interface Size {
  width: number;
  height: number;
}

/** The bounding box of the area's shape, in CSS pixels of the image's content box. */
export const areaShape = (element: HTMLAreaElement, { width, height }: Size) => {
  const shape = (element.getAttribute('shape') ?? 'rect').toLowerCase();
  const numbers = element.coords.split(/[\s,;]+/).map(Number);
  const [x = 0, y = 0, radius = 0] = numbers;
  const edges = () => {
    if (shape === 'default') return [0, 0, width, height];
    return shape.startsWith('circ') ? [x - radius, y - radius, x + radius, y + radius] : numbers;
  };
  const [xs, ys] = [0, 1].map((axis) => edges().filter((_, at) => at % 2 === axis)) as [number[], number[]];
  return {
    left: Math.max(0, Math.min(...xs)),
    top: Math.max(0, Math.min(...ys)),
    right: Math.min(width, Math.max(...xs)),
    bottom: Math.min(height, Math.max(...ys)),
  };
};

/** The area's box in its frame's window; empty if the image is not visible. */
export const areaBox =
  (imageOf: typeof areaImage, shapeOf: typeof areaShape) =>
  (element: HTMLAreaElement): DOMRect => {
    const image = imageOf(element);
    if (!image) return new DOMRect();
    const style = getComputedStyle(image);
    const padding = (side: string) => Number.parseFloat(style.getPropertyValue(`padding-${side}`));
    const width = image.clientWidth - padding('left') - padding('right');
    const height = image.clientHeight - padding('top') - padding('bottom');
    const { left, top, right, bottom } = shapeOf(element, { width, height });
    if (!(right > left && bottom > top)) return new DOMRect();
    const shown = image.getBoundingClientRect();
    const scaleX = shown.width / image.offsetWidth;
    const scaleY = shown.height / image.offsetHeight;
    const x = shown.x + scaleX * (image.clientLeft + padding('left') + left);
    const y = shown.y + scaleY * (image.clientTop + padding('top') + top);
    return new DOMRect(x, y, scaleX * (right - left), scaleY * (bottom - top));
  };

/** The area's box. If the mouse misses the area at the box's middle, a box of 2 pixels where it hits. */
export const areaHitBox =
  (boxOf: (element: HTMLAreaElement) => DOMRect, elementAt: (x: number, y: number) => Element | null) =>
  (element: HTMLAreaElement): DOMRect => {
    const box = boxOf(element);
    const steps = 10;
    const isHit = ([x, y]: readonly [number, number]) => elementAt(x, y) === element;
    const inside = Array.from({ length: steps - 1 }, (_, at) => (at + 1) / steps);
    const points = inside.flatMap((down) =>
      inside.map((right) => [box.x + right * box.width, box.y + down * box.height] as const),
    );
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    const point = isHit(middle) ? undefined : points.find(isHit);
    return point ? new DOMRect(point[0] - 1, point[1] - 1, 2, 2) : box;
  };

type EngineArguments = readonly [script: unknown, element: unknown, ...rest: unknown[]];

/** The boxes of an area. Needs `mapAreas`. Null if the element is no visible area. */
export const areaBoxes = ([, element]: EngineArguments) => {
  if (!(element instanceof HTMLAreaElement)) return null;
  const whole = element.getBoundingClientRect();
  const hit = element.getClientRects()[0];
  const plain = ({ x, y, width, height }: DOMRect) => ({ x, y, width, height });
  return hit && whole.width > 0 ? { whole: plain(whole), hit: plain(hit) } : null;
};

/** Scrolls to an area. False if the element is none. */
export const scrollToArea = ([, element]: EngineArguments): boolean => {
  if (!(element instanceof HTMLAreaElement)) return false;
  element.scrollIntoView();
  return true;
};

interface AreaTools {
  imageOf: (element: HTMLAreaElement) => HTMLImageElement | undefined;
  boxOf: (element: HTMLAreaElement) => DOMRect;
  hitBoxOf: (element: HTMLAreaElement) => DOMRect;
}

/**
 * Runs in Playwright's world. Gives areas the boxes, hit points and styles of other elements: in Chromium they are
 * `display: none`. Call the returned function with the target of an action: only this area is then listed above
 * its image.
 */
export const mapAreas = ({ imageOf, boxOf, hitBoxOf }: AreaTools) => {
  let aimedAt: Element | undefined;
  const { getComputedStyle } = window;
  const { checkVisibility } = Element.prototype;
  const shownBy = (element: Element) => (element instanceof HTMLAreaElement ? (imageOf(element) ?? element) : element);
  const middleOf = (element: HTMLAreaElement) => {
    const { x, y, width, height } = boxOf(element);
    const left = x + width / 2;
    const top = y + height / 2;
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
      // The image is larger than the window: centre the area.
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
      const first = elementFromPoint.call(this, x, y);
      const all = elementsFromPoint.call(this, x, y);
      return first instanceof HTMLAreaElement && first === aimedAt ? [first, ...all] : all;
    };
  }
  return (element: Element | undefined): void => {
    aimedAt = element;
  };
};
