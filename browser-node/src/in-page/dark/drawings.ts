import type { Colour, DarkColours } from './colours.js';
import type { Ground } from './walk.js';

/** Sets a style of an element. */
export type Change = (element: Element, name: string, value: string) => void;

/** Inline SVGs. A drawing of several colours, such as a logo, keeps them. */
export interface DarkDrawings {
  /**
   * Makes a drawing readable on a dark backdrop. Changes icons of one colour, and texts that are too faint for what lies
   * behind them. A drawing of several colours, of which one would vanish, gets a plate and keeps its colours.
   */
  darken: (svg: Element, ground: Ground) => void;
  /** What a drawing shows at a point of the window, after `darken`. */
  shownAt: (svg: Element, point: DOMPoint, ground: Ground) => Colour | 'picture' | undefined;
  /** The drawing has its own colours again. */
  forget: (svg: Element) => void;
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const darkDrawings = (
  colours: DarkColours,
  change: Change,
  plate: (svg: Element, ground: Ground) => boolean,
): DarkDrawings => {
  /** Less cannot be seen. */
  const hidden = 1.3;
  const minContrast = 3;
  const maxParts = 500;
  /** A light drawing of one colour is a surface from this size or width, in CSS pixels. */
  const [surfaceArea, surfaceWidth] = [160 * 160, 480];
  /** Any drawing of one colour is a surface if it has at least this share of the window's width. */
  const surfaceWidthShare = 0.9;
  const minSurfaceLightness = 0.6;
  const wholeShare = 0.8;
  type Paint = 'fill' | 'stroke';
  interface Part {
    element: Element;
    paint: Paint;
    colour: Colour;
    isText: boolean;
  }
  interface Drawing {
    drawn: Element[];
    parts: Part[];
    /** The one colour of all parts, if it is grey, white or black. */
    soleColour: Colour | undefined;
  }
  const shapes = 'path, circle, ellipse, rect, polygon, polyline, line, use, text, tspan, image';
  const isOutsideDefinitions = (element: Element) => !element.closest('defs, symbol, clipPath, mask, pattern, marker');
  const partsOf = (element: Element): Part[] => {
    const style = getComputedStyle(element);
    if (style.display === 'none') return [];
    const paints: Paint[] = ['fill', 'stroke'];
    return paints.flatMap((paint) => {
      // Skips `none`, and gradients, which have several colours: `hasGradient` finds those of `fill`.
      if (!/^(?:rgb|color|okl|lab|lch)/.test(style[paint])) return [];
      const colour = colours.parse(style[paint]);
      return colour.alpha > 0 ? [{ element, paint, colour, isText: /^t/.test(element.localName) }] : [];
    });
  };
  const hasGradient = (element: Element) => getComputedStyle(element).fill.startsWith('url');
  const read = (svg: Element): Drawing => {
    const drawn = [...svg.querySelectorAll(shapes)].slice(0, maxParts).filter(isOutsideDefinitions);
    const parts = drawn.flatMap(partsOf);
    const [first] = parts;
    const isIcon =
      first !== undefined &&
      colours.isNeutral(first.colour) &&
      parts.every(({ colour }) => colours.format(colour) === colours.format(first.colour)) &&
      !drawn.some((element) => element.localName === 'image' || hasGradient(element));
    return { drawn, parts, soleColour: isIcon ? first.colour : undefined };
  };
  const known = new Map<Element, Drawing>();
  const drawingOf = (svg: Element): Drawing => {
    const drawing = known.get(svg) ?? read(svg);
    known.set(svg, drawing);
    return drawing;
  };
  /** The colour after `darken` of a drawing that is a surface, such as a wave between two sections. */
  const surfaceOf = (svg: Element, { isLight, isAccent }: Ground): Colour | undefined => {
    const { soleColour, parts } = drawingOf(svg);
    if (!soleColour || isAccent || parts.some(({ isText }) => isText)) return undefined;
    const { width, height } = svg.getBoundingClientRect();
    const isWide = width >= surfaceWidthShare * innerWidth;
    const isLarge = width * height >= surfaceArea || width >= surfaceWidth;
    const isPale = colours.lightness(soleColour) > minSurfaceLightness;
    // In a dark part, a wide pale drawing is the edge of a light part.
    const isSurface = isLight ? isWide || (isPale && isLarge) : isWide && isPale;
    return isSurface ? colours.surface(soleColour) : undefined;
  };
  /** The colour after `darken` of a drawing of one colour. */
  const soleColourAfter = (svg: Element, ground: Ground): Colour | undefined => {
    const { soleColour } = drawingOf(svg);
    return (
      surfaceOf(svg, ground) ??
      (soleColour && colours.text(soleColour, { backdrop: ground.backdrop, least: minContrast }))
    );
  };

  /** The shape behind a text, else the backdrop. */
  const behind = (text: Element, parts: readonly Part[], backdrop: Colour): Colour => {
    const { left, top, width, height } = text.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const holds = ({ element, paint, isText }: Part) => {
      if (isText || paint === 'stroke') return false;
      const box = element.getBoundingClientRect();
      return box.left <= x && box.right >= x && box.top <= y && box.bottom >= y;
    };
    const shape = parts.filter(holds).findLast(({ element }) => text.compareDocumentPosition(element) & 2);
    return shape ? colours.over(shape.colour, backdrop) : backdrop;
  };
  /** Whether a dark part of several colours would vanish. What covers the whole drawing is its ground. */
  const hasHiddenPart = (svg: Element, parts: readonly Part[], { backdrop }: Ground) => {
    const { width, height } = svg.getBoundingClientRect();
    const isHidden = ({ element, colour, isText }: Part) => {
      if (isText || colours.contrast(colour, behind(element, parts, backdrop)) >= hidden) return false;
      const box = element.getBoundingClientRect();
      return box.width * box.height > 0 && box.width * box.height < wholeShare * width * height;
    };
    return parts.some(isHidden);
  };
  /** The text's colour, if another one is readable there. */
  const readableText = ({ element, colour }: Part, parts: readonly Part[], backdrop: Colour) =>
    colours.text(colour, { backdrop: behind(element, parts, backdrop), least: minContrast });
  /** The drawing has a plate in the colour that was behind it. The text colour around it, `currentColor`, changes. */
  const keepColours = (parts: readonly Part[], { before }: Ground) => {
    for (const part of parts) {
      const { element, paint, colour, isText } = part;
      const style = getComputedStyle(element);
      const isCurrent = style[paint] === style.color;
      const readable = isText || isCurrent ? readableText(part, parts, before) : colour;
      if (isCurrent || readable !== colour) change(element, paint, colours.format(readable));
    }
  };
  const darken = (svg: Element, ground: Ground) => {
    const { parts } = drawingOf(svg);
    const soleColour = soleColourAfter(svg, ground);
    if (!soleColour && hasHiddenPart(svg, parts, ground) && plate(svg, ground)) {
      keepColours(parts, ground);
      return;
    }
    for (const part of parts) {
      const readable = part.isText ? readableText(part, parts, ground.backdrop) : soleColour;
      if (readable && readable !== part.colour) change(part.element, part.paint, colours.format(readable));
    }
  };

  const fillsAt = (element: Element, point: DOMPoint) => {
    if (!(element instanceof SVGGeometryElement)) {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return left <= point.x && right >= point.x && top <= point.y && bottom >= point.y;
    }
    const matrix = element.getScreenCTM();
    // A shape that is scaled to 0 fills nothing, and its matrix has no inverse.
    if (!matrix || matrix.a * matrix.d === matrix.b * matrix.c) return false;
    return element.isPointInFill(point.matrixTransform(matrix.inverse()));
  };
  const shownAt = (svg: Element, point: DOMPoint, ground: Ground) => {
    const { drawn, parts } = drawingOf(svg);
    const isShape = (element: Element) => !/^t/.test(element.localName) && getComputedStyle(element).fill !== 'none';
    const shape = drawn.findLast((element) => isShape(element) && fillsAt(element, point));
    if (!shape) return undefined;
    if (shape.localName === 'use') return 'picture';
    const fill = parts.find(({ element, paint }) => element === shape && paint === 'fill');
    if (!fill) return 'picture';
    const { fillOpacity, opacity } = getComputedStyle(shape);
    const { rgb, alpha } = soleColourAfter(svg, ground) ?? fill.colour;
    return { rgb, alpha: alpha * Number(fillOpacity) * Number(opacity) };
  };
  return { darken, shownAt, forget: (svg) => void known.delete(svg) };
};
