import type { Colour, DarkColours } from './colours.js';
import type { DarkDrawings } from './drawings.js';
import type { DarkLayer, DarkPictures } from './pictures.js';
import type { Ground } from './walk.js';

/**
 * Tells whether an element is painted before another, which then lies over it. Neither element contains the other.
 * Stacking contexts without `z-index`, such as those of `opacity`, count like positioned elements
 * (https://www.w3.org/TR/CSS22/zindex.html).
 */
export const paintOrder = (): ((first: Element, second: Element) => boolean) => {
  interface Place {
    /** Undefined in the flow; 0 for `auto`. */
    level: number | undefined;
    /** The element is a stacking context: all its parts are painted within it. */
    isContext: boolean;
  }
  const places = new Map<Element, Place>();
  const readPlace = (element: Element): Place => {
    const { position, zIndex, transform, opacity, filter } = getComputedStyle(element);
    const isPositioned = position !== 'static';
    const hasEffect = transform !== 'none' || opacity !== '1' || filter !== 'none';
    if (!isPositioned && !hasEffect) return { level: undefined, isContext: false };
    return { level: (isPositioned && Number(zIndex)) || 0, isContext: hasEffect || zIndex !== 'auto' };
  };
  const placeOf = (element: Element): Place => {
    const place = places.get(element) ?? readPlace(element);
    places.set(element, place);
    return place;
  };
  const ancestorsOf = (element: Element) => {
    const chain: Element[] = [];
    for (let each: Element | null = element; each; each = each.parentElement) chain.unshift(each);
    return chain;
  };
  /** 0 for elements in the flow. Positioned elements rank above, or below with a negative `z-index`. */
  const rankOf = (chain: readonly Element[]) => {
    let rank = 0;
    for (const { level, isContext } of chain.map(placeOf)) {
      if (level === undefined) continue;
      rank = level < 0 ? level : level + 0.5;
      if (isContext) return rank;
    }
    return rank;
  };
  return (first, second) => {
    const [one, other] = [ancestorsOf(first), ancestorsOf(second)];
    const at = one.findIndex((element, index) => element !== other[index]);
    const difference = rankOf(one.slice(at)) - rankOf(other.slice(at));
    if (difference !== 0) return difference < 0;
    return (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  };
};

/** The layers behind a text, apart from the elements that contain it. */
export interface DarkLayers {
  /** The ground behind the middle of an element: with the layers between it and its surface. */
  behind: (element: Element, ground: Ground) => Ground;
  /** Remembers the background of a layer as it will be. */
  paint: (element: Element, colour: Colour) => void;
  /** Scripts or scrolling may have moved the layers. */
  age: () => void;
  /** The layer has its own colours again. */
  forget: (element: Element) => void;
  holdsPicture: (element: Element) => boolean;
  /** Whether a background on a picture hides it; a more translucent one is a part of the picture. */
  hidesPicture: (colour: Colour) => boolean;
}

interface LayerTools {
  colours: DarkColours;
  drawings: DarkDrawings;
  paintOrder: typeof paintOrder;
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const darkLayers = (
  { layers, measure, isOpaque }: Pick<DarkPictures, 'layers' | 'measure' | 'isOpaque'>,
  { colours, drawings, paintOrder }: LayerTools,
): DarkLayers => {
  const leastAlpha = 0.7;
  const lightSurface = 0.6;
  const painted = new Map<Element, Colour>();
  let isPaintedBefore = paintOrder();
  let isOld = false;
  let renewalsLeft = 500;
  /** Lays the page out: once a batch of changes, and not for ever. */
  const renew = () => {
    measure();
    isPaintedBefore = paintOrder();
    isOld = false;
    renewalsLeft -= 1;
  };
  const white: Colour = { rgb: [255, 255, 255], alpha: 1 };

  const hidesPicture = ({ alpha }: Colour) => alpha >= leastAlpha;
  const colourOf = (element: Element, { isLight, before }: Ground): Colour => {
    const known = painted.get(element);
    if (known) return known;
    const colour = colours.parse(getComputedStyle(element).backgroundColor);
    return isLight || colours.lightness(colours.over(colour, before)) > lightSurface ? colours.surface(colour) : colour;
  };
  /** What a layer shows at a point; undefined if that is nothing. */
  const shownAt = ({ element, kind }: DarkLayer, point: DOMPoint, ground: Ground): Colour | 'picture' | undefined => {
    if (kind === 'drawing') return drawings.shownAt(element, point, ground);
    if (kind === 'box') return colourOf(element, ground);
    return isOpaque(element) ? 'picture' : undefined;
  };
  const onto = (ground: Ground, layer: DarkLayer, point: DOMPoint): Ground => {
    const colour = shownAt(layer, point, ground);
    if (colour === undefined) return ground;
    if (colour === 'picture') return { ...ground, surface: layer.element, isPicture: true };
    if (ground.isPicture && !hidesPicture(colour)) return ground;
    // Assumes the brightest picture. Light text is then readable on any.
    return { ...ground, isPicture: false, backdrop: colours.over(colour, ground.isPicture ? white : ground.backdrop) };
  };

  // A form's field may have the name `contains`.
  const holds = (outer: Element, inner: Element) => Node.prototype.contains.call(outer, inner);
  const behind = (element: Element, ground: Ground): Ground => {
    if (layers.length === 0) return ground;
    if (isOld && renewalsLeft > 0) renew();
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const under = layers.filter(
      ({ element: layer, box }) =>
        box.left <= x &&
        box.right >= x &&
        box.top <= y &&
        box.bottom >= y &&
        layer !== ground.surface &&
        holds(ground.surface, layer) &&
        !holds(layer, element) &&
        !holds(element, layer) &&
        isPaintedBefore(layer, element),
    );
    const order = (a: DarkLayer, b: DarkLayer) => (isPaintedBefore(a.element, b.element) ? -1 : 1);
    const point = new DOMPoint(x, y);
    return under.sort(order).reduce((below, layer) => onto(below, layer, point), ground);
  };
  return {
    behind,
    paint: (element, colour) => painted.set(element, colour),
    age: () => {
      isOld = true;
    },
    forget: (element) => void painted.delete(element),
    holdsPicture: (element) =>
      layers.some(({ kind, element: layer }) => kind === 'picture' && holds(element, layer) && isOpaque(layer)),
    hidesPicture,
  };
};
