import type { collectWants, Wants, WantTools } from './lazy-wants.js';
import type { watchMotion } from './motion.js';

/** The elements that stay in the window while a page scrolls, and how they look. */
export const fixedElements = (): { areAsBefore: () => boolean } => {
  const lookOf = (element: Element) => {
    const { top, height } = element.getBoundingClientRect();
    const { opacity, visibility } = getComputedStyle(element);
    return [element.className, Math.round(top), Math.round(height), opacity, visibility].join();
  };
  const looks = new Map<Element, string>();
  for (const element of document.documentElement?.getElementsByTagName('*') ?? []) {
    if (/fixed|sticky/.test(getComputedStyle(element).position)) looks.set(element, lookOf(element));
  }
  return { areAsBefore: () => [...looks].every(([element, look]) => !element.isConnected || lookOf(element) === look) };
};

/**
 * Whether no script can load or reveal anything: the page has neither scripts nor frames, and nothing waits for one.
 */
export const isUnwatched = (wants: Wants, hasOtherScripts: boolean): boolean => {
  if (hasOtherScripts) return false;
  wants.find();
  const hasFrames = document.querySelector('iframe, frame, object, embed') !== null;
  // A script may have removed its element.
  const hasLoadedScripts = performance
    .getEntriesByType('resource')
    .some((entry) => /^(script|xmlhttprequest|fetch)$/.test((entry as PerformanceResourceTiming).initiatorType));
  const hasHandlers = document.querySelector('[onload], [onerror], [onscroll], [onscrollend], [onresize]') !== null;
  // `document.scripts` lacks scripts in shadow trees.
  const hasShadows = [...document.getElementsByTagName('*')].some(({ shadowRoot }) => shadowRoot instanceof ShadowRoot);
  const hasScripts = document.scripts.length > 0 || hasLoadedScripts || hasHandlers;
  return wants.found() === 0 && !hasScripts && !hasFrames && !hasShadows;
};

/**
 * How scrolling ended: the page was shown whole, or `maxScreens` or the time ended it. `unwatched`: it was not scrolled,
 * because no script would notice.
 */
export type ScrollEnd = 'whole' | 'unwatched' | 'screens' | 'time';

export interface LazyLimits {
  timeoutMs: number;
  maxScreens: number;
  /** Scripts may run that are not the page's, and leave no trace in it. */
  hasOtherScripts: boolean;
}

export interface LazyTools extends WantTools {
  isUnwatched: typeof isUnwatched;
  collectWants: typeof collectWants;
  fixedElements: typeof fixedElements;
  watchMotion: typeof watchMotion;
}

/**
 * Scrolls down once in steps of three quarters of the window, then back up. So lazy content loads and hidden content
 * shows. It pauses where elements in the window will probably change: loaders wait up to 250 ms for scrolling to rest.
 * Where nothing waits, a step takes one frame.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const scrollLazily = async (limits: LazyLimits, tools: LazyTools): Promise<ScrollEnd> => {
  /** Longer than a debounce of 250 ms, with its handler. */
  const restMs = 300;
  /** Longer than a throttle of 100 ms. */
  const moveMs = 150;
  const pollMs = 20;
  /** Limit for all waits together that changed nothing. */
  const maxWastedMs = 3000;
  const { timeoutMs, maxScreens, hasOtherScripts } = limits;
  const begun = Date.now();
  let wastedMs = 0;

  Reflect.set(globalThis, Symbol.for('tintype.isLoadLazyStopped'), false);
  const isWithin = (share: number) => Date.now() < begun + timeoutMs * share;
  const mayContinue = () => isWithin(1) && !Reflect.get(globalThis, Symbol.for('tintype.isLoadLazyStopped'));
  // The last third of the time is for the rest of the page, without waits.
  const mayWait = () => mayContinue() && isWithin(2 / 3) && wastedMs < maxWastedMs;
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const scrollPageTo = async (top: number) => {
    scrollTo({ top, behavior: 'instant' });
    await painted();
  };
  // An empty document has no scrolling element.
  const scroller = () => document.scrollingElement ?? document.documentElement;
  const height = () => scroller()?.scrollHeight ?? 0;
  const endAt = (top: number): ScrollEnd => {
    if (top + innerHeight >= height()) return 'whole';
    return mayContinue() ? 'screens' : 'time';
  };
  /** Sends one more scroll event: a throttle that handles only the first event misses the last. */
  const nudge = async () => {
    const top = scroller()?.scrollTop ?? 0;
    await scrollPageTo(top > 0 ? top - 1 : 1);
    await scrollPageTo(top);
  };

  /** Waits until `remaining` is 0, or does not fall for these milliseconds. Resolves to whether it is 0. */
  const rest = async (remaining: () => number, ms = restMs): Promise<boolean> => {
    let least = remaining();
    let since = Date.now();
    while (least > 0 && mayWait() && Date.now() < since + ms) {
      await sleep(pollMs);
      const now = remaining();
      if (now < least) since = Date.now();
      least = Math.min(least, now);
    }
    return least === 0;
  };
  /** Rests, and once more after another scroll event. */
  const restTwice = async (remaining: () => number): Promise<void> => {
    if ((await rest(remaining)) || !mayWait()) return;
    await nudge();
    await rest(remaining);
  };
  const waitHere = async (wants: Wants) => {
    wants.find();
    if (wants.open() === 0 || !mayWait()) return;
    const { met } = wants;
    const start = Date.now();
    if (wants.areMoves()) await rest(wants.open, moveMs);
    else await restTwice(wants.open);
    if (wants.met === met) wastedMs += Date.now() - start;
    wants.pass();
  };
  const visit = async (wants: Wants) => {
    await waitHere(wants);
    wants.remember();
  };

  for (const image of document.images) {
    if (image.loading === 'lazy') image.loading = 'eager';
  }
  // Scrolling would change nothing: the window shows everything, or no script watches. Each step would take a frame,
  // and a long report has hundreds.
  const wants = tools.collectWants(tools);
  Reflect.set(globalThis, Symbol.for('tintype.wants'), wants);
  if (height() <= innerHeight) return 'whole';
  if (tools.isUnwatched(wants, hasOtherScripts)) return 'unwatched';
  const fixed = tools.fixedElements();
  const motion = tools.watchMotion();
  Reflect.set(globalThis, Symbol.for('tintype.motion'), motion);
  const step = Math.max(Math.floor(innerHeight * 0.75), 1);
  let end: ScrollEnd = 'screens';
  for (let top = 0; top < maxScreens * innerHeight && end === 'screens'; top += step) {
    await scrollPageTo(top);
    if (top === 0) motion.ignoreEarlier();
    else await visit(wants);
    end = endAt(top);
  }
  const elements = document.getElementsByTagName('*').length;
  if (end === 'whole') Reflect.set(globalThis, Symbol.for('tintype.scrollEnd'), { height: height(), elements });
  await scrollPageTo(0);
  // Some loaders begin with the first scroll event, when the top has left the window.
  await visit(wants);
  // A header that hid or shrank comes back after its own throttle.
  await restTwice(() => (fixed.areAsBefore() ? 0 : 1));
  return end;
};

/** Whether the page added elements below its end after `loadLazy` had reached that: an endless list does. */
export const hasGrownAtEnd = (): boolean => {
  const minGrowth = 200;
  const end = Reflect.get(globalThis, Symbol.for('tintype.scrollEnd')) as
    | { height: number; elements: number }
    | undefined;
  if (!end) return false;
  const { scrollHeight } = document.scrollingElement ?? document.documentElement;
  return scrollHeight > end.height + minGrowth && document.getElementsByTagName('*').length > end.elements;
};

/**
 * Scrolls to the end of the page once more, and back. Resolves to whether the page then grows beyond this height, as an
 * endless list does. Waits longer than a debounce of 250 ms.
 */
export const growsAtEnd = async (height: number): Promise<boolean> => {
  const minGrowth = 200;
  const restMs = 350;
  const pollMs = 20;
  const lengthNow = () => (document.scrollingElement ?? document.documentElement).scrollHeight;
  const hasGrown = () => lengthNow() > height + minGrowth;
  scrollTo({ top: lengthNow(), behavior: 'instant' });
  // A window that shows the whole page does not scroll.
  document.dispatchEvent(new Event('scroll', { bubbles: true }));
  for (const ends = Date.now() + restMs; !hasGrown() && Date.now() < ends; )
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  scrollTo({ top: 0, behavior: 'instant' });
  return hasGrown();
};

/**
 * Shows elements that were revealed while `loadLazy` scrolled, and are hidden again at the top. It sends one more
 * scroll event to the window, which now shows the whole page. Where nothing is hidden, it takes no time.
 */
export const revealAgain = async (): Promise<void> => {
  const restMs = 300;
  const pollMs = 20;
  const wants = Reflect.get(globalThis, Symbol.for('tintype.wants')) as Wants | undefined;
  let least = wants?.hiddenAgain() ?? 0;
  if (!wants || least === 0) return;
  document.dispatchEvent(new Event('scroll', { bubbles: true }));
  for (let since = Date.now(); least > 0 && Date.now() < since + restMs; ) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const now = wants.hiddenAgain();
    if (now < least) since = Date.now();
    least = Math.min(least, now);
  }
};

/**
 * Keeps all that scrolling has revealed visible, until `releaseRevealed`: many pages hide a section when it leaves the
 * window. Returns whether there was such an element. Print styles may hide an element, so a print does not keep
 * `visibility`.
 */
export const keepRevealed = (isForPrint: boolean): boolean => {
  const wants = Reflect.get(globalThis, Symbol.for('tintype.wants')) as Wants | undefined;
  const looks = (wants?.shown() ?? []).flatMap(({ element, look }) => {
    // A form's field may have the name `style`. An element of plain XML has no style.
    const style: CSSStyleDeclaration | undefined = Reflect.get(Object.getPrototypeOf(element), 'style', element);
    const values = look.filter(([name]) => !(isForPrint && name === 'visibility'));
    return style ? [{ style, values }] : [];
  });
  const undos = looks.map(({ style, values }) => {
    const before = values.map(([name]) => ({
      name,
      value: style.getPropertyValue(name),
      priority: style.getPropertyPriority(name),
    }));
    for (const [name, value] of values) style.setProperty(name, value, 'important');
    return () => {
      for (const { name, value, priority } of before) style.setProperty(name, value, priority);
    };
  });
  const key = Symbol.for('tintype.keptLooks');
  const earlier = (Reflect.get(globalThis, key) ?? []) as (() => void)[];
  Reflect.set(globalThis, key, [...undos, ...earlier]);
  return looks.length > 0;
};

export const releaseRevealed = (): void => {
  const key = Symbol.for('tintype.keptLooks');
  for (const undo of (Reflect.get(globalThis, key) ?? []) as (() => void)[]) undo();
  Reflect.set(globalThis, key, []);
};

/** Stops `loadLazy`, which must run in the same world. */
export const stopLoadLazy = (): void => {
  Reflect.set(globalThis, Symbol.for('tintype.isLoadLazyStopped'), true);
};
