/** An element that will probably change when a person scrolls to it. */
interface Want {
  element: Element;
  /**
   * `named`: hidden, and only the name of a class says that it will show. `move`: it is visible, but shifted, turned or
   * scaled. Most such elements stay so.
   */
  kind: 'source' | 'reveal' | 'named' | 'move';
  /** The element's attributes when it was found. */
  attributes: string;
}

export const attributesOf = (element: Element): string => {
  // A form's field may have the name `attributes`.
  const attributes: NamedNodeMap = Reflect.get(Element.prototype, 'attributes', element);
  return [...attributes, { name: 'children', value: element.childElementCount }]
    .map(({ name, value }) => `${name}=${value}`)
    .join('\n');
};

/** Whether a script will probably give the element its picture, frame or video later. */
export const awaitsSource = (element: Element): boolean => {
  const names =
    /^data-(?:lazy-?|ll-)?(?:src|srcset|original|bg|bgset|bg-image|background|background-image|echo)$|^data-lazy$/;
  const classes = element.getAttribute('class') ?? '';
  if (/(?:loaded|entered)(?:\s|$)/.test(classes)) return false;
  const used = ['src', 'srcset', 'style'].map((name) => element.getAttribute(name) ?? '').join('\n');
  const isPending = ({ name, value }: Attr) => names.test(name) && value !== '' && !used.includes(value);
  const attributes: Attr[] = [...Reflect.get(Element.prototype, 'attributes', element)];
  if (attributes.some(isPending)) return true;

  const { backgroundImage } = getComputedStyle(element);
  const isLazyClass = /(?:^|\s)(?:lazy|lazyload|b-lazy|js-lazy|lozad|lazy-load|lazy-(?:bg|image|img))(?:\s|$)/.test(
    classes,
  );
  if (element instanceof HTMLImageElement) {
    // A short data URL is a grey box or a single pixel.
    const isEmpty = !element.currentSrc || (element.currentSrc.startsWith('data:') && element.currentSrc.length < 400);
    return isEmpty && (isLazyClass || element.width * element.height >= 2500);
  }
  if (backgroundImage !== 'none' || element.childElementCount > 0) return false;
  const hasPictureName = attributes.some(
    ({ name, value }) => name.startsWith('data-') && /\.(?:png|jpe?g|webp|gif|avif|svg)(?:\?|$)/i.test(value),
  );
  return isLazyClass || hasPictureName;
};

/**
 * How the element probably changes when a person scrolls to it, if it does. Absolute and fixed elements do not count:
 * they are menus, captions and slides.
 */
export const awaitsReveal = (element: Element): 'reveal' | 'move' | undefined => {
  const { opacity, visibility, transform, position, transitionDuration } = getComputedStyle(element);
  const isHidden = visibility === 'hidden';
  const isUnseen = Number(opacity) < 0.05 || isHidden;
  // A perspective alone moves no flat box: sections that have turned around keep one.
  const flat = /^(?:none|matrix\(1, 0, 0, 1, 0, 0\)|matrix3d\(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, \S+ \S+ 0, 0, \S+ 1\))$/;
  const isInPlace = !isUnseen && flat.test(transform);
  if (isInPlace || /absolute|fixed/.test(position)) return undefined;
  const parent = element.parentElement;
  // Visibility is inherited: the outermost element stands for the others.
  if (isHidden && parent && getComputedStyle(parent).visibility === 'hidden') return undefined;
  const isByScript = isUnseen && /opacity|visibility/.test(element.getAttribute('style') ?? '');
  if (!isByScript && !/[1-9]/.test(transitionDuration)) return undefined;
  return isUnseen ? 'reveal' : 'move';
};

/** Whether only a class hides the element, whose name says that a script will show it with an animation. */
export const hidesByName = (element: Element, attributesOf: (element: Element) => string): boolean => {
  const names = /(?:^|[\s_-])(?:anim|fade|reveal|appear|(?:aos|wow)(?![a-z]))|[\w-]invisible(?:\s|$)/i;
  /** Also a plain class of CSS frameworks, for what stays hidden. With a hint at a script, it counts. */
  const plainName = /(?:^|\s)invisible(?:\s|$)/;
  const hints = /^data-.*(?:anim|fade|reveal|appear|scroll|effect|delay)/m;
  /** Smaller elements are icons. */
  const minArea = 2500;
  const classes = element.getAttribute('class') ?? '';
  if (!names.test(classes) && !(plainName.test(classes) && hints.test(attributesOf(element)))) return false;
  const { opacity, visibility, position } = getComputedStyle(element);
  if (/absolute|fixed/.test(position) || (Number(opacity) >= 0.05 && visibility !== 'hidden')) return false;
  const { width, height } = element.getBoundingClientRect();
  return width * height >= minArea;
};

/** Whether the element lies on the place of a sibling, as slides do. Transforms do not count. */
export const liesOnSibling = (element: Element): boolean => {
  const maxSlides = 50;
  const siblings = [...(element.parentElement?.children ?? [])];
  if (!(element instanceof HTMLElement) || siblings.length > maxSlides) return false;
  const x = element.offsetLeft + element.offsetWidth / 2;
  const y = element.offsetTop + element.offsetHeight / 2;
  return siblings.some((other) => {
    if (other === element || !(other instanceof HTMLElement)) return false;
    const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = other;
    const isAtMiddle = left < x && left + width > x && top < y && top + height > y;
    return isAtMiddle && !/absolute|fixed/.test(getComputedStyle(other).position);
  });
};

export interface WantTools {
  attributesOf: typeof attributesOf;
  awaitsSource: typeof awaitsSource;
  awaitsReveal: typeof awaitsReveal;
  hidesByName: typeof hidesByName;
  liesOnSibling: typeof liesOnSibling;
}

export interface Wants {
  /** Looks for new wants. Walks the document only if it has changed. */
  find: () => void;
  /**
   * The number of wants in the document, without those known to have changed. Leaves out `named` ones: they prove no
   * script.
   */
  found: () => number;
  /** The number of wants that the window shows and that have not changed yet. */
  open: () => number;
  /** Whether all wants in the window are of the kind `move`: scripts move elements at once. */
  areMoves: () => boolean;
  /**
   * Gives up the wants in the window. Gives up a kind if none of it has changed at two stops; `named` and `move` at
   * one.
   */
  pass: () => void;
  /** The number of wants that changed in the window. */
  readonly met: number;
  /**
   * The number of revealed elements that are hidden again. Ends their transitions first: at its start, a hiding element
   * looks shown.
   */
  hiddenAgain: () => number;
  /**
   * Remembers the look of revealed elements in the window: some hide again when they leave it. Ends their transitions.
   */
  remember: () => void;
  /**
   * The elements that were hidden or moved when found and were shown since, with the values that show them. Leaves out
   * a hidden element that lies on a sibling: a slide whose time is over.
   */
  shown: () => { element: Element; look: Look }[];
}

/** Properties with their values. */
type Look = (readonly [name: string, value: string])[];

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const collectWants = (tools: WantTools): Wants => {
  const { attributesOf, awaitsSource, awaitsReveal, hidesByName, liesOnSibling } = tools;
  /** Reading this many styles takes 20 ms. In a larger document, only the first elements count. */
  const maxElements = 20_000;
  const seen = new WeakSet<Element>();
  const wants = new Map<Element, Want>();
  const revealed = new Set<Element>();
  const hidden = new Map<Element, string[]>();
  const looks = new Map<Element, Look>();
  const met = { source: 0, reveal: 0, named: 0, move: 0 };
  /** At how many stops wants of a kind stayed unchanged. */
  const barren = { source: 0, reveal: 0, named: 0, move: 0 };
  const maxBarren = { source: 2, reveal: 2, named: 1, move: 1 };
  let isWalked = false;
  new MutationObserver(() => {
    isWalked = false;
  }).observe(document, { subtree: true, childList: true });

  const isGivenUp = (kind: Want['kind']) => met[kind] === 0 && barren[kind] >= maxBarren[kind];
  const kindWithoutSource = (element: Element): Want['kind'] | undefined =>
    awaitsReveal(element) ?? (hidesByName(element, attributesOf) ? 'named' : undefined);
  const isUnshown = (element: Element) => kindWithoutSource(element) !== undefined;
  const isInWindow = (element: Element) => {
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    const { scrollTop, scrollHeight } = document.scrollingElement ?? document.documentElement;
    // Loaders may leave out the last part of the window; the next step shows it higher up.
    const share = scrollTop + innerHeight >= scrollHeight - 1 ? 1 : 0.75;
    const isAcross = left < innerWidth && right > 0 && width > 0;
    return isAcross && height > 0 && top < innerHeight * share && bottom > 0;
  };
  const hasChanged = ({ element, kind, attributes }: Want) => {
    if (!element.isConnected || attributesOf(element) !== attributes) return true;
    return kind !== 'source' && (element.getAnimations().length > 0 || !isUnshown(element));
  };
  const kindOf = (element: Element): Want['kind'] | undefined => {
    return awaitsSource(element) ? 'source' : kindWithoutSource(element);
  };
  const hidingProperties = (element: Element) => {
    const { opacity, visibility, transform } = getComputedStyle(element);
    return [
      ...(Number(opacity) < 0.05 ? ['opacity'] : []),
      ...(visibility === 'hidden' ? ['visibility'] : []),
      ...(transform === 'none' ? [] : ['transform']),
    ];
  };
  const addWant = (element: Element) => {
    const kind = kindOf(element);
    if (!kind) return;
    wants.set(element, { element, kind, attributes: attributesOf(element) });
    if (kind !== 'source') hidden.set(element, hidingProperties(element));
  };
  const endTransitions = (element: Element) => {
    for (const animation of element.getAnimations()) {
      // A script may have stopped the animation, which then has no end.
      if (animation instanceof CSSTransition && animation.playbackRate !== 0) animation.finish();
    }
  };
  // An animation may hide the element at its start.
  const isShown = (element: Element) =>
    !isUnshown(element) && hidingProperties(element).every((name) => name === 'transform');
  const rememberLook = (element: Element, names: readonly string[]) => {
    const style = getComputedStyle(element);
    looks.set(
      element,
      names.map((name) => [name, style.getPropertyValue(name)] as const),
    );
  };
  const inWindow = () => [...wants.values()].filter(({ element, kind }) => !isGivenUp(kind) && isInWindow(element));

  return {
    find: () => {
      if (isWalked) return;
      isWalked = true;
      const elements = document.documentElement?.getElementsByTagName('*') ?? [];
      for (const element of [...elements].slice(0, maxElements)) {
        if (seen.has(element)) continue;
        seen.add(element);
        addWant(element);
      }
    },
    found: () => [...wants.values()].filter(({ kind }) => kind !== 'named').length,
    open: () => {
      const changed = inWindow().filter(hasChanged);
      for (const { element, kind } of changed) {
        wants.delete(element);
        met[kind] += 1;
        if (kind !== 'source') revealed.add(element);
      }
      return inWindow().length;
    },
    areMoves: () => inWindow().every(({ kind }) => kind === 'move'),
    pass: () => {
      const unchanged = inWindow();
      for (const kind of new Set(unchanged.map((want) => want.kind))) barren[kind] += 1;
      for (const { element } of unchanged) wants.delete(element);
    },
    get met() {
      return met.source + met.reveal + met.named + met.move;
    },
    hiddenAgain: () => {
      const connected = [...revealed].filter(({ isConnected }) => isConnected);
      for (const element of connected) endTransitions(element);
      return connected.filter(isUnshown).length;
    },
    remember: () => {
      for (const [element, names] of hidden) {
        if (!element.isConnected || !isInWindow(element)) continue;
        endTransitions(element);
        if (isShown(element)) rememberLook(element, names);
      }
    },
    shown: () => {
      const connected = [...hidden].filter(([{ isConnected }]) => isConnected);
      for (const [element] of connected) endTransitions(element);
      for (const [element, names] of connected) {
        if (isShown(element)) rememberLook(element, names);
        else if (liesOnSibling(element)) looks.delete(element);
      }
      return connected.flatMap(([element]) => {
        const look = looks.get(element);
        return look ? [{ element, look }] : [];
      });
    },
  };
};
