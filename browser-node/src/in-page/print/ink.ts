import type { darkColours } from '../dark/colours.js';
import type { OpenTrees } from '../tree.js';
import type { inkPictures } from './ink-pictures.js';

export interface InkTools {
  darkColours: typeof darkColours;
  inkPictures: typeof inkPictures;
  openTrees: OpenTrees;
}

/**
 * Makes each text readable on white paper, for a print without backgrounds. Light texts become dark, and gradients that
 * only the letters show become one colour. A text on a picture stays, with the backgrounds around it: they are printed.
 * Without these backgrounds, it stays only on a picture that is dark enough.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const readableOnPaper = ({ darkColours, inkPictures, openTrees }: InkTools): void => {
  const ends = Date.now() + 1000;
  const maxElements = 30_000;
  /** Below this contrast to the paper, Chromium darkens a text by a third only: white becomes `#aaa`. */
  const least = 3;
  /** A box around a picture and its text is at most this many times the picture's size. */
  const largestShare = 2;
  const colours = darkColours();
  const paper = { rgb: [255, 255, 255] as const, alpha: 1 };
  interface LightText {
    element: HTMLElement;
    style: CSSStyleDeclaration;
  }

  const hostOf = (node: Node): Element | null => {
    const root = Node.prototype.getRootNode.call(node);
    return root instanceof ShadowRoot ? root.host : null;
  };
  /** Also through shadow roots. */
  const holds = (outer: Node, inner: Node): boolean => {
    if (Node.prototype.contains.call(outer, inner)) return true;
    const host = hostOf(inner);
    return host !== null && holds(outer, host);
  };
  const parentOf = (element: Element): Element | null =>
    Reflect.get(Node.prototype, 'parentElement', element) ?? hostOf(element);
  const boxOf = (element: Element) => Element.prototype.getBoundingClientRect.call(element);
  const area = ({ width, height }: DOMRect) => width * height;
  const childrenOf = (node: Node): Iterable<Node> => Reflect.get(Node.prototype, 'childNodes', node);
  const ownText = (element: Element) => {
    for (const node of childrenOf(element)) if (node instanceof Text && node.data.trim() !== '') return true;
    return /^(?:input|textarea|select)$/.test(element.localName);
  };
  /** The boxes of an element's own lines. */
  const linesOf = (element: Element): DOMRect[] => {
    const range = document.createRange();
    const texts = [...childrenOf(element)].filter((node) => node instanceof Text && node.data.trim() !== '');
    const lines = texts.flatMap((text) => {
      range.selectNodeContents(text);
      return [...range.getClientRects()];
    });
    return lines.length > 0 ? lines : [boxOf(element)];
  };
  const fillOf = ({ webkitTextFillColor }: CSSStyleDeclaration) => colours.parse(webkitTextFillColor);
  const isLight = (style: CSSStyleDeclaration) => {
    const fill = fillOf(style);
    return fill.alpha > 0 && colours.contrast(fill, paper) < least;
  };
  /** The gradient that a transparent text shows: its own, or that of an element around it. */
  const gradientOf = (element: Element): string | undefined => {
    for (let each: Element | null = element; each; each = parentOf(each)) {
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
  /** Light texts that the page prints exactly. */
  const exact: LightText[] = [];
  const clipped: LightText[] = [];
  const pictures = inkPictures({ ends, colours, parentOf, boxOf });
  const noteText = (element: HTMLElement) => {
    const style = getComputedStyle(element);
    const isExact = style.getPropertyValue('print-color-adjust') === 'exact';
    if (isLight(style)) (isExact ? exact : texts).push({ element, style });
    if (isExact) return;
    if (fillOf(style).alpha === 0 && style.webkitTextStrokeWidth === '0px') clipped.push({ element, style });
  };
  const look = (element: Element) => {
    pictures.note(element);
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

  /** The innermost box that holds both, except the page. */
  const around = (text: Element, picture: Element): Element | undefined => {
    let scene: Element | null = text;
    while (scene && !holds(scene, picture)) scene = parentOf(scene);
    return scene && scene !== document.body && scene !== document.documentElement ? scene : undefined;
  };
  /**
   * The box that holds a text and the picture behind it. A large one is printed without its background, as the page is:
   * then the text alone may stay.
   */
  const sceneOf = ({ element, style }: LightText): Element | undefined => {
    const picture = pictures.behind(linesOf(element));
    if (!picture || holds(element, picture.element)) return undefined;
    const scene = around(element, picture.element);
    if (scene && area(boxOf(scene)) <= largestShare * area(picture.box)) return scene;
    return picture.carries(fillOf(style)) ? element : undefined;
  };
  const write = (element: HTMLElement, styles: Readonly<Record<string, string>>) => {
    // A form's field may have the name `style`.
    const style: CSSStyleDeclaration = Reflect.get(HTMLElement.prototype, 'style', element);
    for (const [name, value] of Object.entries(styles)) style.setProperty(name, value, 'important');
  };
  // Children inherit `currentcolor` as a word, so those with a colour of their own keep it.
  const filled = (color: string) => ({ color, '-webkit-text-fill-color': 'currentcolor', transition: 'none' });
  const ink = (colour: ReturnType<typeof fillOf>) => ({
    ...filled(colours.format(colours.text(colour, { backdrop: paper, least }))),
    'text-shadow': 'none',
  });
  // Reads before it writes: a style read after a write takes long.
  const scenes = new Set(texts.flatMap((text) => sceneOf(text) ?? []));
  const isInScene = (element: Element) => {
    let each: Element | null = element;
    while (each && !scenes.has(each)) each = parentOf(each);
    return each !== null;
  };
  const inks = [
    ...texts.map(
      ({ element, style }) =>
        [element, isInScene(element) ? filled(style.webkitTextFillColor) : ink(fillOf(style))] as const,
    ),
    // They may inherit the colour of a text that becomes dark.
    ...exact.map(({ element, style }) => [element, filled(style.webkitTextFillColor)] as const),
    ...clipped.flatMap(({ element }) => {
      const gradient = gradientOf(element);
      return gradient === undefined || isInScene(element) ? [] : [[element, ink(darkestIn(gradient))] as const];
    }),
  ];
  for (const [element, styles] of inks) write(element, styles);
  for (const scene of scenes) if (scene instanceof HTMLElement) write(scene, { 'print-color-adjust': 'exact' });
};
