import { type CosmeticFilter, type FiltersEngine, type NetworkFilter, Request } from '@ghostery/adblocker';
import type { Protocol } from 'devtools-protocol';

/**
 * `hideIfAd`: a picture or style of the site's own that only a general pattern, such as `/ad-banner.`, matches. It loads, and its
 * look decides later whether it is shown.
 */
export type AdVerdict = 'allow' | 'hideIfAd' | 'block' | AdStub;

/** Answers in place of an advertisement's script, so that scripts that wait for it keep working. */
export interface AdStub {
  contentType: string;
  body: string;
}

export interface AdRequest {
  url: string;
  pageUrl: string;
  type: Protocol.Network.ResourceType;
}

/** Names in a document that rules could match. */
export interface Features {
  url: string;
  classes: string[];
  ids: string[];
  hrefs: string[];
}

/** Selectors of elements to hide. */
export interface HidingRules {
  /** The document's registrable domain, or its host if it has none, such as an IP address. */
  site: string;
  /** Rules made for this site. They apply as they are. */
  specific: string[];
  /** Rules made for all sites. The element's look decides whether they apply. */
  general: string[];
}

const typeOf = (type: Protocol.Network.ResourceType) =>
  type === 'Document' ? 'sub_frame' : (type.toLowerCase() as Lowercase<Protocol.Network.ResourceType>);

const isGeneral = (filter: NetworkFilter | undefined): boolean =>
  filter !== undefined && !filter.isHostnameAnchor() && !filter.hasDomains();

/** A page looks broken without its own resources of these types. Rules for all sites do not know the page. */
const shown: ReadonlySet<Protocol.Network.ResourceType> = new Set(['Image', 'Stylesheet', 'Font', 'Media']);

/** Judges a request, except a page's own document, by the rules of lists. */
export const judgeRequest = (engine: FiltersEngine, { url, pageUrl, type }: AdRequest): AdVerdict => {
  const request = Request.fromRawDetails({ url, sourceUrl: pageUrl, type: typeOf(type) });
  const { match, redirect, filter } = engine.match(request);
  if (redirect && type === 'Script') return { contentType: redirect.contentType, body: redirect.body };
  if (!match && !redirect) return 'allow';
  return request.isFirstParty && shown.has(type) && isGeneral(filter) ? 'hideIfAd' : 'block';
};

const noRules = { getInjectionRules: false, getExtendedRules: false } as const;

const namesSites = ({ domains }: CosmeticFilter): boolean =>
  domains?.hostnames !== undefined || domains?.entities !== undefined;

/** The selectors of styles such as `a,\nb { display: none !important; }`. */
const selectorsIn = (styles: string): string[] =>
  [...styles.matchAll(/([^{}]+)\{[^{}]*\}/g)].flatMap(([, selectors = '']) => selectors.trim().split(',\n'));

/** EasyList leaves these hosts out, for people who build pages. A render of them asks for `blockAds` on purpose. */
const isLocalHost = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost|(?:127|10)(?:\.\d+){3}|192\.168(?:\.\d+){2}|\[::1\])$/.test(hostname);

/** No rule names this host. */
const noSite = 'https://page.invalid/';

/** The rules that could hide something in this document. */
export const hidingRulesFor = (engine: FiltersEngine, { url, ...features }: Features): HidingRules => {
  const { hostname, domain } = Request.fromRawDetails({ url, type: 'main_frame' });
  const page = { url, hostname, domain };
  const { matches, allowGenericHides } = engine.matchCosmeticFilters({ ...page, ...features, ...noRules });
  const host = URL.parse(url)?.hostname ?? '';
  const rules: HidingRules = { site: domain || host, specific: [], general: [] };
  for (const { filter, exception } of matches) {
    if (!filter || exception || filter.isExtended() || filter.hasCustomStyle()) continue;
    rules[namesSites(filter) ? 'specific' : 'general'].push(filter.getSelector());
  }
  if (!allowGenericHides && isLocalHost(host))
    return { ...rules, general: hidingRulesFor(engine, { ...features, url: noSite }).general };
  if (!allowGenericHides) return rules;
  const base = { ...page, ...noRules, getRulesFromDOM: false, getRulesFromHostname: false };
  rules.general.push(...selectorsIn(engine.getCosmeticsFilters(base).styles));
  return rules;
};

/** "Anzeigen" and "pub" are missing: they also mean "show" and a bar. */
const labels =
  'ads?|advert|advertisements?|advertising|sponsored|promoted|anzeige|werbung|reklama?|reklame|publicité|publicidad|anuncios?|pubblicità|publicidade|anúncios?|advertenties?|reclame|annonse|annonce|annons|mainos|hirdetés|publicitate|реклама|διαφήμιση|広告|广告|廣告|광고|إعلان|פרסומת';
const labelEnds =
  '(?:scroll|swipe) (?:down )?to continue|continue reading(?: below)?|(?:skip|close|hide|remove|report)(?: this)?(?: ads?| advertisement)?|x';
const labelSentence = '(?:article|story|content) continues (?:below|after)(?: this)? (?:ad|advertisement)';
/** "Ad 3" is no label: it names one thing of many. */
const gap = '[^\\p{L}\\p{N}]';
const size = '\\d+ ?[x×] ?\\d+';

/** The whole text of an element that only labels an advertisement, as a pattern with the flags `iu`. */
export const adLabel = `^${gap}*(?:(?:${size}${gap}+)?(?:${labels})(?:${gap}+(?:${labelEnds}|${size}))?|${labelSentence})${gap}*$`;
