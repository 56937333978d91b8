/** What an element shows, for the judgement whether it is an advertisement. Pixels are those of CSS. */
export interface Look {
  words: number;
  /** Blocked parts, frames and picture links of other sites, `ins`, sponsored links. */
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
}

/**
 * A rule for all sites names an element of this look. Sites use names such as `ad-list` for their own things too: classified
 * advertisements, addresses, administrators.
 */
export const isAdvertisement = (look: Look): boolean => {
  const { words, signs, structured, ownLink, pictures, bannerSized, alike } = look;
  // An advertisement is short; a whole article inside an element with this name is the site's own.
  if (signs > 0) return words <= (structured ? 20 : 80);
  if (words === 0 && pictures === 0) return !structured;
  if (structured || ownLink || alike >= 3) return false;
  return pictures > 0 ? bannerSized : words <= 25;
};

/** Classes, ids and links of a document, at most 10,000 of each. */
export const adFeatures = () => {
  const firstOf = (values: readonly string[]) => [...new Set(values)].slice(0, 10_000);
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  return {
    url: location.href,
    classes: firstOf(all('[class]').flatMap((element) => [...element.classList])),
    ids: firstOf(all('[id]').map(({ id }) => id)),
    hrefs: firstOf(all('a[href^="http"]').map((link) => link.getAttribute('href') ?? '')),
  };
};

/** The usual sizes of banners (https://www.iab.com/guidelines/), one as `width×height`. */
export const bannerSizes =
  '728×90 970×90 970×250 468×60 300×250 336×280 300×600 160×600 120×600 320×50 320×100 250×250 200×200 234×60 180×150 88×31';

/** How an element looks. `blocked`: addresses of blocked requests. */
export const lookOf = (element: Element, blocked: ReadonlySet<string>, sizes: string): Look => {
  const siteOf = (host: string) => (/^[\d.]+$/.test(host) ? host : host.split('.').slice(-2).join('.'));
  const isForeign = (url: string) => {
    // Null for what a browser cannot parse, such as `http://[x`.
    const target = URL.parse(url, document.baseURI);
    return target?.protocol.startsWith('http') === true && siteOf(target.hostname) !== siteOf(location.hostname);
  };
  const all = (selector: string) => [
    ...(element.matches(selector) ? [element] : []),
    ...element.querySelectorAll(selector),
  ];
  const count = (node: Element) => node.textContent?.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const wordsOf = (node: Element) =>
    [...node.querySelectorAll('script,style,noscript')].reduce((sum, code) => sum - count(code), count(node));
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
  return {
    words: wordsOf(element),
    signs: all('ins,a[href],iframe,img,video').filter(isSign).length,
    structured:
      all('h1,h2,h3,h4,h5,h6,input,select,textarea,li,dl,table,article,main,nav,form').length > 0 ||
      all('p').some((node) => wordsOf(node) >= 12),
    ownLink: [...all('a[href]'), element.closest('a[href]')].some(
      (node) => node instanceof HTMLAnchorElement && node.protocol.startsWith('http') && !isForeign(node.href),
    ),
    pictures: pictures.length,
    bannerSized: boxes.some((box) => sizes.split(' ').includes(`${Math.round(box.width)}×${Math.round(box.height)}`)),
    alike: classes ? document.querySelectorAll(classes).length : 1,
  };
};

interface HidingPlan {
  specific: string[];
  general: string[];
  blocked: string[];
  suspect: string[];
}

interface Judging {
  isAdvertisement: typeof isAdvertisement;
  lookOf: typeof lookOf;
  bannerSizes: string;
}

/** Hides what the plan names: by a style for the specific rules, else one by one. Resolves to the number of elements. */
export const hideAdvertisements = (plan: HidingPlan, { isAdvertisement, lookOf, bannerSizes }: Judging): number => {
  const blocked = new Set(plan.blocked);
  const suspect = new Set(plan.suspect);
  const isValid = (selector: string) => {
    try {
      return document.createDocumentFragment().querySelector(selector) === null;
    } catch {
      return false;
    }
  };
  const hide = (element: Element) => {
    if (element instanceof HTMLElement) element.style.setProperty('display', 'none', 'important');
  };
  const sheet = new CSSStyleSheet();
  // A rule each: one that does not parse would take others with it.
  sheet.replaceSync(plan.specific.map((selector) => `${selector}{display:none!important}`).join('\n'));
  document.adoptedStyleSheets.push(sheet);

  const general = plan.general.filter(isValid).join(',');
  const named = general ? [...document.querySelectorAll(general)] : [];
  const isWhole = (element: Element) => /^(HTML|BODY|MAIN|ARTICLE)$/.test(element.tagName);
  const found = named.filter((element) => !isWhole(element) && element.getClientRects().length > 0);
  const empty = [...document.querySelectorAll('iframe,img,embed,object,video')].filter((element) => {
    const source = (element as HTMLImageElement).currentSrc || (element as HTMLImageElement).src;
    return blocked.has(source) || (suspect.has(source) && isAdvertisement(lookOf(element, blocked, bannerSizes)));
  });
  const hidden = [...found.filter((element) => isAdvertisement(lookOf(element, blocked, bannerSizes))), ...empty];
  for (const element of hidden) hide(element);
  return hidden.length;
};
