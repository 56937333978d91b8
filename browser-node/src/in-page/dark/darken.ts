import type { darkAccents } from './accents.js';
import type { darkColours } from './colours.js';
import type { Change, darkDrawings } from './drawings.js';
import type { darkInks } from './inks.js';
import type { darkLayers, paintOrder } from './layers.js';
import type { darkPictures } from './pictures.js';
import type { darkSamples } from './samples.js';
import type { darkWalk, Ground } from './walk.js';

export interface DarkTools {
  darkColours: typeof darkColours;
  darkSamples: typeof darkSamples;
  darkPictures: typeof darkPictures;
  darkLayers: typeof darkLayers;
  paintOrder: typeof paintOrder;
  darkDrawings: typeof darkDrawings;
  darkAccents: typeof darkAccents;
  darkInks: typeof darkInks;
  darkWalk: typeof darkWalk;
}

export type DarkEnd = true | 'time' | 'elements';

/**
 * Makes a page dark: light surfaces, lines, icons, and texts with little contrast to their new background. Dark
 * surfaces, photos and videos stay. Dark drawings are inverted, or get a light plate. Later content becomes dark, too.
 * Resolves to true, or to the limit that leaves elements as they were. `time` is over at `ends`, in ms of the Unix epoch.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const darkenPage = async (ends: number, tools: DarkTools): Promise<DarkEnd> => {
  const maxElements = 30_000;
  const root = document.documentElement;
  // A picture's own document keeps its colours.
  if (!(root instanceof HTMLElement)) return true;
  // The frames of a site wait for each other, so the time may be over.
  if (Date.now() >= ends) return 'time';
  const colours = tools.darkColours();
  const samples = tools.darkSamples();
  const pictures = await tools.darkPictures(samples);
  const changes: [Element, string, string][] = [];
  const pseudoChanges: [Element, string, Record<string, string>][] = [];
  const grounds = new WeakMap<Node, Ground>();
  const mark = 'data-tintype-dark';
  let marks = 0;
  let left = maxElements;

  const change: Change = (...styled) => changes.push(styled);
  const inks = tools.darkInks({ colours, samples, pictures, change });
  const drawings = tools.darkDrawings(colours, change, inks.plate);
  const layers = tools.darkLayers(pictures, { colours, drawings, paintOrder: tools.paintOrder });
  const walk = tools.darkWalk({
    colours,
    pictures,
    layers,
    accents: tools.darkAccents(colours),
    showInk: inks.show,
    drawings,
    change,
    changePseudo: (...change) => pseudoChanges.push(change),
  });
  const childrenOf = (element: Element): Element[] => {
    // Fields of a form may have these names.
    const [children, shadowRoot] = ['children', 'shadowRoot'].map((name) =>
      Reflect.get(Element.prototype, name, element),
    );
    return [...children, ...(shadowRoot?.children ?? [])];
  };
  const restyled = { attributeFilter: ['class', 'style'], attributeOldValue: true };
  const later = { subtree: true, childList: true, ...restyled };
  const observer = new MutationObserver((records) => {
    layers.age();
    records.forEach(visitAdded);
    visitRestyled(records);
    if (changes.length + pseudoChanges.length > 0) applyAtOnce();
    // These changes are our own.
    observer.takeRecords();
  });
  const remember = (element: Element, own: Ground) => {
    grounds.set(element, own);
    // A form's field may have the name `shadowRoot`.
    if (!(element.shadowRoot instanceof ShadowRoot)) return;
    grounds.set(element.shadowRoot, own);
    observer.observe(element.shadowRoot, later);
  };
  let walkEnds = ends;
  const visit = (first: Element, under: Ground): DarkEnd => {
    const waiting: [Element, Ground][] = [[first, under]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (left === 0) return 'elements';
      if (Date.now() >= walkEnds) return 'time';
      left -= 1;
      const [element, ground] = next;
      const own = walk(element, ground);
      if (!own) continue;
      // The last entry is visited next. Reversed, the top of the page comes first.
      const children = childrenOf(element).map((child): [Element, Ground] => [child, own]);
      waiting.push(...children.reverse());
      remember(element, own);
    }
    return true;
  };

  const sheets = new Map<Document | ShadowRoot, CSSStyleSheet>();
  const sheetOf = (element: Element) => {
    const scope = element.getRootNode() as Document | ShadowRoot;
    const sheet = sheets.get(scope) ?? new CSSStyleSheet();
    if (!sheets.has(scope)) scope.adoptedStyleSheets = [...scope.adoptedStyleSheets, sheet];
    sheets.set(scope, sheet);
    return sheet;
  };
  /** A form's field may have the name `style`. Drawings have it from another prototype. */
  const styleOf = (element: Element): CSSStyleDeclaration =>
    Reflect.get(Object.getPrototypeOf(element), 'style', element);
  /** The page's attribute, and the one that we left. */
  interface Replaced {
    before: string | null;
    ours: string | null;
  }
  const replaced = new WeakMap<Element, Replaced>();
  const replace = (element: Element, name: string, value: string) => {
    const before = element.getAttribute('style');
    const held = replaced.get(element) ?? { before, ours: before };
    styleOf(element).setProperty(name, value, 'important');
    if (held.ours === before) held.ours = element.getAttribute('style');
    replaced.set(element, held);
  };
  const parsed = (css: string | null) => {
    const { style } = document.createElement('i');
    style.cssText = css ?? '';
    return style;
  };
  /** Shorthands with variables, whose parts have no value, come last. */
  const shorthands = [
    'background',
    'border',
    ...['color', 'top', 'right', 'bottom', 'left'].map((part) => `border-${part}`),
  ];
  /** Whether the style has parts of a shorthand that has no value itself, as their priorities differ. */
  const isMixed = (style: CSSStyleDeclaration, shorthand: string) =>
    style.getPropertyValue(shorthand) === '' &&
    [...parsed(`${shorthand}:inherit`)].some((part) => style.getPropertyValue(part) !== '');
  /** Gives the page's attribute back, with what a script has changed since. */
  const restoreStyle = (style: CSSStyleDeclaration, { before, ours }: Replaced) => {
    const [left, now] = [parsed(ours), parsed(style.cssText)];
    style.cssText = before ?? '';
    const whole = shorthands.filter((shorthand) => !isMixed(now, shorthand));
    for (const name of new Set([...left, ...now, ...whole])) {
      const value = now.getPropertyValue(name);
      if (value !== left.getPropertyValue(name)) style.setProperty(name, value, now.getPropertyPriority(name));
    }
  };
  /** Gives an element the page's own colours. */
  const restore = (element: Element) => {
    const held = replaced.get(element);
    if (held) restoreStyle(styleOf(element), held);
    replaced.delete(element);
    drawings.forget(element);
    layers.forget(element);
    // Our rules for pseudo-elements no longer match.
    element.removeAttribute(mark);
  };
  const apply = () => {
    for (const [element, name, value] of changes.splice(0)) {
      // Creates the sheet in which `applyAtOnce` stops transitions: a transition would show the old colour.
      sheetOf(element);
      replace(element, name, value);
    }
    for (const [element, pseudo, styles] of pseudoChanges.splice(0)) {
      const id = element.getAttribute(mark) ?? String(++marks);
      element.setAttribute(mark, id);
      const text = Object.entries(styles).map(([name, value]) => `${name}:${value}!important`);
      sheetOf(element).insertRule(`[${mark}="${id}"]${pseudo}{${text.join(';')}}`);
    }
  };
  const applyAtOnce = () => {
    const still = '*, *::before, *::after { transition: none !important }';
    sheetOf(root);
    apply();
    for (const sheet of sheets.values()) sheet.insertRule(still);
    // Reading these makes the styles without transitions take effect. Afterwards, the rule is not needed.
    getComputedStyle(root).opacity;
    void root.offsetHeight;
    for (const sheet of sheets.values()) sheet.deleteRule(0);
  };

  /** Ends transitions of colours, which would give the walk the old ones. Others go on. */
  const endTransitions = (element: Element) => {
    for (const animation of element.getAnimations({ subtree: true }))
      if (animation instanceof CSSTransition && /color|background|fill|stroke/.test(animation.transitionProperty))
        animation.finish();
  };
  /** The colour of the canvas. */
  const canvas = () => {
    const probe = document.createElement('i');
    probe.style.setProperty('background-color', 'Canvas', 'important');
    root.append(probe);
    const colour = colours.parse(getComputedStyle(probe).backgroundColor);
    probe.remove();
    return colour;
  };
  endTransitions(root);
  const before = canvas();
  const isLight = colours.lightness(before) > 0.6;
  const pageColour = getComputedStyle(root).color;
  root.style.setProperty('color-scheme', 'dark', 'important');
  const ground: Ground = {
    backdrop: canvas(),
    before,
    surface: root,
    isLight,
    isAccent: false,
    least: isLight ? 4.5 : 3,
    isPicture: false,
    isChanged: false,
    parent: root,
    pageColour,
  };
  grounds.set(document, ground);
  const end = visit(root, ground);
  applyAtOnce();
  // Later content has only the limit of elements.
  walkEnds = Infinity;

  /** A part that a script removed and inserted again may have new parts. */
  const visitNew = (element: Element, ground: Ground): void => {
    const known = grounds.get(element);
    if (known) for (const child of childrenOf(element)) visitNew(child, known);
    else visit(element, ground);
  };
  const visitAdded = ({ target, addedNodes }: MutationRecord) => {
    const ground = grounds.get(target);
    if (!ground) return;
    // A script may have removed the node again.
    for (const node of addedNodes) if (node instanceof Element && node.isConnected) visitNew(node, ground);
  };
  const functions = /(?:translate|scale|rotate|skew|matrix|calc|min|max|clamp)\w*\([^()]*(?:\([^()]*\)[^()]*)*\)/gi;
  const withUnit = /(?<![\w#.])[\d.]+(?:e-?\d+)?[a-z]+/gi;
  /**
   * Whether a variable gives a length, time, share or transform, which a script may change in each frame. Three or four
   * plain numbers may be a colour.
   */
  const isMeasure = (declaration: string) => {
    const [, value] = /^[;\s]*--[^:]*:(.*)$/s.exec(declaration) ?? [];
    const rest = value?.replace(functions, '').replace(withUnit, '') ?? 'none';
    return /^[\s,/-]*(?:[\d.]+(?:e-?\d+)?%?[\s,/-]*){0,2}$/.test(rest);
  };
  const coloursIn = (css: string | null) => {
    const all = css?.match(/(?:^|[;\s])(?:--|background|color|border|outline|fill|stroke|filter|display)[^;]*/g) ?? [];
    return all.filter((declaration) => !isMeasure(declaration)).join();
  };
  const isRecoloured = ({ target, attributeName, oldValue }: MutationRecord) => {
    const now = (target as Element).getAttribute(attributeName ?? '');
    return attributeName === 'class' ? now !== oldValue : coloursIn(now) !== coloursIn(oldValue);
  };
  /** Later styles have limits of their own: for all elements, and for one that a script changes in each frame. */
  let restyledLeft = maxElements;
  const maxTimes = 200;
  const times = new WeakMap<Element, number>();
  const partsOf = (element: Element): Element[] => {
    const parts = [element];
    // The list grows while it is read.
    for (const part of parts) parts.push(...childrenOf(part));
    return parts;
  };
  const visitRestyledPart = (element: Element, ground: Ground) => {
    const parts = partsOf(element);
    const time = (times.get(element) ?? 0) + 1;
    // A part that would become dark only in part stays as it is.
    if (parts.length > restyledLeft || time > maxTimes) return;
    times.set(element, time);
    restyledLeft -= parts.length;
    parts.forEach(restore);
    endTransitions(element);
    const ofLater = left;
    left = parts.length;
    visit(element, ground);
    left = ofLater;
  };
  const visitRestyled = (records: MutationRecord[]) => {
    const recoloured = records.filter((record) => record.type === 'attributes' && isRecoloured(record));
    for (const element of new Set(recoloured.map(({ target }) => target as Element))) {
      const ground = grounds.get(element.parentNode ?? element);
      if (element.isConnected && ground) visitRestyledPart(element, ground);
    }
  };
  // The changes until now are our own, or in what was visited.
  observer.takeRecords();
  observer.observe(document, later);
  return end;
};
