/** The facts that decide whether an element is an advertisement. Pixels are CSS pixels. */
export interface Look {
  words: number;
  /** The number of blocked parts, frames and picture links of other sites, `ins`, sponsored links. */
  signs: number;
  /** Has a heading, a form field, a list, a table, an article, or a paragraph of 12 words. */
  structured: boolean;
  /** Lies in, or has, a link within the site. */
  ownLink: boolean;
  /** Pictures of the site itself. */
  pictures: number;
  /** Has the width and height of a usual banner. */
  bannerSized: boolean;
  /** Elements with the same classes. */
  alike: number;
  /** Its whole text is a label such as "Advertisement". */
  labelled: boolean;
}

/**
 * Whether an element is an advertisement, if a rule for all sites names it. Sites use names such as `ad-list` for their
 * own things too: classified advertisements, addresses, administrators.
 */
export const isAdvertisement = (look: Look): boolean => {
  const { words, signs, structured, ownLink, pictures, bannerSized, alike, labelled } = look;
  // An advertisement is short; a whole article inside an element with this name is the site's own.
  if (signs > 0) return words <= (structured ? 20 : 80);
  if (words === 0 && pictures === 0) return !structured;
  if (structured || ownLink) return false;
  // A list of the site's own things. But a page may have many places for advertisements.
  if (alike >= 3 && !labelled) return false;
  return pictures > 0 ? bannerSized : words <= 25;
};

/** Classes, ids and links of a document: at most 10,000 of each, and 200 kB of all. Longer texts are cut. */
export const adFeatures = () => {
  const max = { values: 10_000, nameLetters: 200, urlLetters: 2000, bytes: 200_000 };
  let bytes = 0;
  /** DevTools writes a letter beyond ASCII as six, such as `\u00e9`. */
  const bytesOf = (text: string) => text.replace(/["\\]|[^ -~]/g, '\\u00e9').length + 3;
  const firstOf = (values: Iterable<string>, letters: number) => {
    const found = new Set<string>();
    for (const value of values) {
      const text = value.slice(0, letters);
      if (found.has(text)) continue;
      const size = bytesOf(text);
      if (found.size === max.values || bytes + size > max.bytes) break;
      bytes += size;
      found.add(text);
    }
    return [...found];
  };
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const classes = function* () {
    for (const element of all('[class]')) yield* element.classList;
  };
  const hrefs = all('a[href^="http"]').map((link) => link.getAttribute('href') ?? '');
  return {
    url: location.href.slice(0, max.urlLetters),
    classes: firstOf(classes(), max.nameLetters),
    ids: firstOf(
      // A form's field may have the name `id`.
      all('[id]').map((element) => element.getAttribute('id') ?? ''),
      max.nameLetters,
    ),
    hrefs: firstOf(hrefs, max.urlLetters),
  };
};

/** The usual sizes of banners (https://www.iab.com/guidelines/), one as `width×height`. */
export const bannerSizes =
  '728×90 970×90 970×250 468×60 300×250 336×280 300×600 160×600 120×600 320×50 320×100 250×250 200×200 234×60 180×150 88×31';

interface LookContext {
  /** Addresses of blocked requests. */
  blocked: ReadonlySet<string>;
  /** The document's registrable domain, or its host if it has none. */
  site: string;
  bannerSizes: string;
  /** A pattern with the flags `iu`. */
  adLabel: string;
}

/** How an element looks. */
export const lookOf = (element: Element, { blocked, site, bannerSizes, adLabel }: LookContext): Look => {
  const isForeign = (url: string) => {
    // Null for what a browser cannot parse, such as `http://[x`.
    const target = URL.parse(url, document.baseURI);
    return target?.protocol.startsWith('http') === true && !`.${target.hostname}`.endsWith(`.${site}`);
  };
  const all = (selector: string) => [
    ...(element.matches(selector) ? [element] : []),
    ...element.querySelectorAll(selector),
  ];
  const count = (node: Element) => node.textContent?.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const codeIn = (node: Element) => [...node.querySelectorAll('script,style,noscript')];
  const wordsOf = (node: Element) => codeIn(node).reduce((sum, code) => sum - count(code), count(node));
  const textOf = (node: Element) =>
    codeIn(node).reduce((rest, { textContent }) => rest.replace(textContent, ' '), node.textContent);
  const sourceOf = (node: Element) => (node as HTMLImageElement).currentSrc || (node as HTMLImageElement).src || '';
  const isSign = (node: Element) =>
    node.matches('ins,a[rel~="sponsored"]') ||
    (node instanceof HTMLAnchorElement
      ? isForeign(node.href) && node.querySelector('img,picture,video,svg') !== null
      : blocked.has(sourceOf(node)) || (node instanceof HTMLIFrameElement && isForeign(node.src)));
  const { width, height } = element.getBoundingClientRect();
  const pictures = all('img,video,svg,canvas').filter((node) => node.getBoundingClientRect().width >= 24);
  const boxes = [{ width, height }, ...pictures.map((node) => node.getBoundingClientRect())];
  const classes = [...element.classList].map((name) => `.${CSS.escape(name)}`).join('');
  const words = wordsOf(element);
  return {
    words,
    signs: all('ins,a[href],iframe,img,video').filter(isSign).length,
    structured:
      all('h1,h2,h3,h4,h5,h6,input,select,textarea,li,dl,table,article,main,nav,form').length > 0 ||
      all('p').some((node) => wordsOf(node) >= 12),
    ownLink: [...all('a[href]'), element.closest('a[href]')].some(
      (node) => node instanceof HTMLAnchorElement && node.protocol.startsWith('http') && !isForeign(node.href),
    ),
    pictures: pictures.length,
    bannerSized: boxes.some((box) =>
      bannerSizes.split(' ').includes(`${Math.round(box.width)}×${Math.round(box.height)}`),
    ),
    alike: classes ? document.querySelectorAll(classes).length : 1,
    labelled: words <= 12 && new RegExp(adLabel, 'iu').test(textOf(element).replace(/\s+/g, ' ')),
  };
};

/** Whether an element around a hidden advertisement is named for it, and shows nothing else. */
export const isEmptyHolder = (element: Element): boolean => {
  const names =
    /(?:^|[\s_-])(?:ads?|adverts?|advertisements?|advertising|ad-?(?:slot|unit|box|wrap|wrapper|container|holder)|dfp|gpt|leaderboard|mpu|skyscraper|billboard|anzeigen?|werbung)(?:$|[\s_-])/i;
  const shows = 'img,picture,video,audio,svg,canvas,iframe,embed,object,input,select,textarea,button';
  // A form's field may have the name `id`.
  const name = `${element.getAttribute('class')} ${element.getAttribute('id')}`;
  return (
    element instanceof HTMLElement &&
    names.test(name) &&
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count
    element.innerText.trim() === '' &&
    [...element.querySelectorAll(shows)].every((each) => each.getClientRects().length === 0)
  );
};

interface HidingPlan {
  site: string;
  specific: string[];
  general: string[];
  blocked: string[];
  hideIfAd: string[];
}

interface Judging {
  isAdvertisement: typeof isAdvertisement;
  isEmptyHolder: typeof isEmptyHolder;
  lookOf: typeof lookOf;
  bannerSizes: string;
  adLabel: string;
}

/**
 * Hides what the plan names: by a style for the specific rules, else one by one. Returns the number of elements hidden
 * one by one.
 */
export const hideAdvertisements = (plan: HidingPlan, judging: Judging): number => {
  const { isAdvertisement, isEmptyHolder, lookOf, bannerSizes, adLabel } = judging;
  const blocked = new Set(plan.blocked);
  const hideIfAd = new Set(plan.hideIfAd);
  const looksLikeOne = (element: Element) =>
    isAdvertisement(lookOf(element, { blocked, site: plan.site, bannerSizes, adLabel }));
  const isValid = (selector: string) => {
    try {
      return document.createDocumentFragment().querySelector(selector) === null;
    } catch {
      return false;
    }
  };
  const hide = (element: Element) => {
    if (!(element instanceof HTMLElement)) return;
    // A form's field may have the name `style`.
    const style: CSSStyleDeclaration = Reflect.get(HTMLElement.prototype, 'style', element);
    style.setProperty('display', 'none', 'important');
  };
  // An earlier call may have added some: a recording calls often. The page may have dropped them since.
  const key = Symbol.for('tintype.adSheets');
  const known = (Reflect.get(globalThis, key) ?? []) as { sheet: CSSStyleSheet; selectors: string[] }[];
  const kept = known.filter(({ sheet }) => document.adoptedStyleSheets.includes(sheet));
  const adopted = new Set(kept.flatMap(({ selectors }) => selectors));
  const selectors = plan.specific.filter((selector) => !adopted.has(selector));
  // Even an empty sheet makes the browser compute all styles again.
  if (selectors.length > 0) {
    const sheet = new CSSStyleSheet();
    // Each selector gets its own rule: an invalid selector would disable others in the same rule.
    sheet.replaceSync(selectors.map((selector) => `${selector}{display:none!important}`).join('\n'));
    document.adoptedStyleSheets.push(sheet);
    kept.push({ sheet, selectors });
  }
  Reflect.set(globalThis, key, kept);

  const general = plan.general.filter(isValid).join(',');
  const named = general ? [...document.querySelectorAll(general)] : [];
  const holdsPage = (element: Element) => /^(HTML|BODY|MAIN|ARTICLE)$/.test(element.tagName);
  const found = named.filter((element) => !holdsPage(element) && element.getClientRects().length > 0);
  const bySource = [...document.querySelectorAll('iframe,img,embed,object,video')].filter((element) => {
    const source = (element as HTMLImageElement).currentSrc || (element as HTMLImageElement).src;
    return blocked.has(source) || (hideIfAd.has(source) && looksLikeOne(element));
  });
  const hidden = [...found.filter(looksLikeOne), ...bySource];
  for (const element of hidden) hide(element);
  for (const element of hidden)
    for (let holder = element.parentElement; holder && !holdsPage(holder); holder = holder.parentElement) {
      if (!isEmptyHolder(holder)) break;
      hide(holder);
    }
  return hidden.length;
};

/**
 * Whether an advertisement may have come since the last call. The first call returns true. New elements, sources and
 * classes count, and a `display` that shows. The loss of our sheets counts too. Other styles do not: pages animate them.
 */
export const hasNewParts = (): boolean => {
  const key = Symbol.for('tintype.newParts');
  const known = Reflect.get(globalThis, key) as { observer: MutationObserver; isNew: boolean } | undefined;
  const displayIn = (style: string | null) => /(?:^|;)\s*display\s*:\s*([^\s;!]+)/i.exec(style ?? '')?.[1];
  const isShown = ({ target, oldValue }: MutationRecord) => {
    const display = displayIn((target as Element).getAttribute('style'));
    return display !== 'none' && display !== displayIn(oldValue);
  };
  const isPart = (record: MutationRecord) =>
    record.type === 'childList'
      ? [...record.addedNodes].some(({ nodeType }) => nodeType === 1)
      : record.attributeName !== 'style' || isShown(record);
  if (known) {
    const ours = (Reflect.get(globalThis, Symbol.for('tintype.adSheets')) ?? []) as { sheet: CSSStyleSheet }[];
    const isDropped = ours.some(({ sheet }) => !document.adoptedStyleSheets.includes(sheet));
    const isNew = known.observer.takeRecords().some(isPart) || known.isNew || isDropped;
    known.isNew = false;
    return isNew;
  }
  const state = {
    observer: new MutationObserver((records) => {
      state.isNew ||= records.some(isPart);
    }),
    isNew: false,
  };
  Reflect.set(globalThis, key, state);
  const attributeFilter = ['src', 'class', 'style', 'hidden'];
  state.observer.observe(document, { subtree: true, childList: true, attributeFilter, attributeOldValue: true });
  return true;
};
