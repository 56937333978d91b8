import type { darkColours } from '../dark/colours.js';
import type { OpenTrees } from '../tree.js';

export interface InkTools {
  darkColours: typeof darkColours;
  openTrees: OpenTrees;
}

/**
 * Makes each text readable on white paper, for a print without backgrounds. Light texts become dark, and gradients that
 * only the letters show become one colour. A text on a picture stays, with the backgrounds around it: they are printed.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const readableOnPaper = ({ darkColours, openTrees }: InkTools): void => {
  const ends = Date.now() + 1000;
  const maxElements = 30_000;
  /** Below this contrast to the paper, Chromium darkens a text by a third only: white becomes `#aaa`. */
  const least = 3;
  const [pictureWidth, pictureHeight] = [60, 40];
  /** A box around a picture and its text is at most this many times the picture's size. */
  const largestShare = 2;
  const colours = darkColours();
  const paper = { rgb: [255, 255, 255] as const, alpha: 1 };
  interface LightText {
    element: HTMLElement;
    style: CSSStyleDeclaration;
  }

  const holds = (outer: Node, inner: Node) => Node.prototype.contains.call(outer, inner);
  const boxOf = (element: Element) => Element.prototype.getBoundingClientRect.call(element);
  const area = ({ width, height }: DOMRect) => width * height;
  const childrenOf = (node: Node): Iterable<Node> => Reflect.get(Node.prototype, 'childNodes', node);
  const ownText = (element: Element) => {
    for (const node of childrenOf(element)) if (node instanceof Text && node.data.trim() !== '') return true;
    return /^(?:input|textarea|select)$/.test(element.localName);
  };
  const fillOf = ({ webkitTextFillColor }: CSSStyleDeclaration) => colours.parse(webkitTextFillColor);
  const isLight = (style: CSSStyleDeclaration) => {
    const fill = fillOf(style);
    return fill.alpha > 0 && colours.contrast(fill, paper) < least;
  };
  /** The gradient that a transparent text shows: its own, or that of an element around it. */
  const gradientOf = (element: Element): string | undefined => {
    for (let each: Element | null = element; each; each = Reflect.get(Node.prototype, 'parentElement', each)) {
      const { backgroundClip, backgroundImage, backgroundColor } = getComputedStyle(each);
      if (backgroundClip.includes('text')) return `${backgroundImage} ${backgroundColor}`;
    }
    return undefined;
  };
  const darkestIn = (gradient: string) => {
    const stops = gradient.match(/rgba?\([^)]*\)|(?:color|oklab|oklch|lab|lch)\([^)]*\)/g) ?? [];
    const shown = stops.map((stop) => colours.parse(stop)).filter(({ alpha }) => alpha > 0);
    return (
      shown.sort((a, b) => colours.lightness(a) - colours.lightness(b))[0] ?? { ...paper, rgb: [0, 0, 0] as const }
    );
  };

  const texts: LightText[] = [];
  const clipped: LightText[] = [];
  const pictures: [Element, DOMRect][] = [];
  const notePicture = (element: Element) => {
    const box = boxOf(element);
    if (box.width >= pictureWidth && box.height >= pictureHeight) pictures.push([element, box]);
  };
  const noteText = (element: HTMLElement) => {
    const style = getComputedStyle(element);
    if (style.getPropertyValue('print-color-adjust') === 'exact') return;
    if (fillOf(style).alpha === 0 && style.webkitTextStrokeWidth === '0px') clipped.push({ element, style });
    if (isLight(style)) texts.push({ element, style });
  };
  const look = (element: Element) => {
    if (/^(?:img|video|canvas|svg)$/.test(element.localName)) notePicture(element);
    if (element instanceof HTMLElement && ownText(element)) noteText(element);
  };
  let left = maxElements;
  const lookAtAll = () => {
    for (const tree of openTrees())
      for (const element of tree.querySelectorAll('*')) {
        if (left === 0 || Date.now() >= ends) return;
        left -= 1;
        look(element);
      }
  };
  lookAtAll();

  /** The box that holds a text and the picture behind it. Without a small one, the text itself. */
  const sceneOf = (text: Element): Element | undefined => {
    const { left, top, width, height } = boxOf(text);
    const [x, y] = [left + width / 2, top + height / 2];
    const isBehind = ([picture, box]: [Element, DOMRect]) =>
      box.left <= x && box.right >= x && box.top <= y && box.bottom >= y && !holds(text, picture);
    const [picture, box] = pictures.find(isBehind) ?? [];
    if (!picture || !box) return undefined;
    let scene: Element | null = text;
    while (scene && !holds(scene, picture)) scene = Reflect.get(Node.prototype, 'parentElement', scene);
    return scene && area(boxOf(scene)) <= largestShare * area(box) ? scene : text;
  };
  const write = (element: HTMLElement, styles: Readonly<Record<string, string>>) => {
    // A form's field may have the name `style`.
    const style: CSSStyleDeclaration = Reflect.get(HTMLElement.prototype, 'style', element);
    for (const [name, value] of Object.entries(styles)) style.setProperty(name, value, 'important');
  };
  const ink = (colour: ReturnType<typeof fillOf>) => {
    const text = colours.format(colours.text(colour, { backdrop: paper, least }));
    return { color: text, '-webkit-text-fill-color': text, 'text-shadow': 'none', transition: 'none' };
  };
  // Reads before it writes: a style read after a write takes long.
  const scenes = new Set(texts.flatMap(({ element }) => sceneOf(element) ?? []));
  const isInScene = (element: Element) => [...scenes].some((scene) => holds(scene, element));
  const inks = [
    ...texts
      .filter(({ element }) => !isInScene(element))
      .map(({ element, style }) => [element, ink(fillOf(style))] as const),
    ...clipped.flatMap(({ element }) => {
      const gradient = gradientOf(element);
      return gradient === undefined || isInScene(element) ? [] : [[element, ink(darkestIn(gradient))] as const];
    }),
  ];
  for (const [element, styles] of inks) write(element, styles);
  for (const scene of scenes) if (scene instanceof HTMLElement) write(scene, { 'print-color-adjust': 'exact' });
};
