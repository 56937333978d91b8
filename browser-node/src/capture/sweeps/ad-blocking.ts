import type { FiltersEngine } from '@ghostery/adblocker';
import { ifInTime } from '@tintype/runtime';
import type { Protocol } from 'devtools-protocol';
import type { FilterAnswer } from '../../browser/page/paused-requests.js';
import { adLabel, type Features, type HidingRules, hidingRulesFor, judgeRequest } from '../../filters/ad-rules.js';
import {
  adFeatures,
  bannerSizes,
  hasNewParts,
  hideAdvertisements,
  isAdvertisement,
  isEmptyHolder,
  lookOf,
} from '../../in-page/advertisements.js';
import type { PrepareFrame } from '../open/open.js';
import { type Run, withBudget } from '../run.js';
import { type FrameDocument, inFrames } from './frames.js';

/** A page with a long task answers late. */
const hideMs = 3000;
/** Limit for frames, and for a page that was late once or did not load in time. */
const shortMs = 1000;
const sentences = {
  late: 'Advertisements may remain: the page did not answer `blockAds` in time.',
  failed: 'Advertisements may remain: `blockAds` failed on this page.',
};
/** Limits of the addresses that each frame gets: their number, the letters of one, and the letters of all. */
const maxUrls = 2000;
const maxUrlLetters = 2000;
const maxLetters = 500_000;

/** What to hide in a document: by rules and by addresses. `hideIfAd` counts only where the element looks like an advertisement. */
interface Plan extends Readonly<HidingRules> {
  readonly blocked: string[];
  readonly hideIfAd: string[];
}

const hide = new Function(
  'plan',
  `return (${hideAdvertisements})(plan, {
    isAdvertisement: ${isAdvertisement},
    isEmptyHolder: ${isEmptyHolder},
    lookOf: ${lookOf},
    bannerSizes: ${JSON.stringify(bannerSizes)},
    adLabel: ${JSON.stringify(adLabel)},
  });`,
) as (plan: Plan) => number;

const isPart = ({ resourceType }: Protocol.Fetch.RequestPausedEvent): boolean =>
  resourceType === 'Image' || resourceType === 'Document' || resourceType === 'Media';

/** Blocks the requests of one page's advertisements, and hides what rules name in its documents. */
export class AdBlocking {
  readonly #run: Run;
  readonly #engine: FiltersEngine;
  readonly #blocked = new Set<string>();
  readonly #hideIfAd = new Set<string>();
  #letters = 0;
  /** Why the last sweep may have missed some. */
  #trouble: keyof typeof sentences | undefined;
  #wasLate = false;

  constructor(run: Run, engine: FiltersEngine) {
    this.#run = run;
    this.#engine = engine;
  }

  readonly prepareFrame: PrepareFrame = (_, requests) => [requests.filter((event) => this.#judge(event))];

  /** Hides advertisements in the documents as they are now. */
  async hide(): Promise<void> {
    const ms = this.#wasLate || this.#run.page.activity.givenUp ? shortMs : hideMs;
    const ended: { main?: 'done' | 'failed' | undefined } = {};
    const sweep = (frame: FrameDocument) =>
      this.#hideIn(frame).then(
        () => 'done' as const,
        () => 'failed' as const,
      );
    await withBudget(this.#run, ms, () =>
      inFrames(this.#run.page, async (frame) => {
        const outcome = await ifInTime(sweep(frame), frame.isMain ? ms : shortMs);
        if (frame.isMain) ended.main = outcome;
      }),
    );
    const outcome = ended.main ?? 'late';
    this.#trouble = outcome === 'done' ? undefined : outcome;
    this.#wasLate ||= outcome === 'late';
  }

  /** Hides advertisements that came since the last call. Returns whether anything came. */
  readonly hideNew = async (): Promise<boolean> => {
    // A page that was late once would delay a recording each time.
    if (this.#wasLate || !(await this.#run.page.call(hasNewParts))) return false;
    await this.hide();
    return true;
  };

  /** Warns in an output if the last sweep got no answer. */
  report(run: Run): void {
    if (this.#trouble) run.warnings.push(sentences[this.#trouble]);
  }

  /** The address of a client's document is ours; `url` is then the base of its links, and so its site. */
  get #ownSite(): string | undefined {
    const { document, options } = this.#run;
    return document === undefined ? undefined : options.url;
  }

  async #hideIn({ call, isMain }: FrameDocument): Promise<void> {
    const found: Features = await call(adFeatures);
    const features = { ...found, url: (isMain ? this.#ownSite : undefined) ?? found.url };
    const rules = hidingRulesFor(this.#engine, features);
    const urls = { blocked: [...this.#blocked], hideIfAd: [...this.#hideIfAd] };
    const named = [rules.specific, rules.general, urls.blocked, urls.hideIfAd];
    if (named.some(({ length }) => length > 0)) await call(hide, { ...rules, ...urls });
  }

  #judge(event: Protocol.Fetch.RequestPausedEvent): FilterAnswer {
    const { url } = event.request;
    const { options, page } = this.#run;
    const pageUrl = this.#ownSite ?? (page.activity.requestedUrl || options.url);
    const verdict = judgeRequest(this.#engine, { url, pageUrl, type: event.resourceType });
    if (typeof verdict === 'object') return { stub: verdict };
    if (verdict !== 'allow' && isPart(event)) this.#keep(url, verdict === 'block' ? this.#blocked : this.#hideIfAd);
    return verdict === 'block' ? 'block' : 'continue';
  }

  #keep(url: string, urls: Set<string>): void {
    if (urls.has(url) || urls.size === maxUrls || url.length > maxUrlLetters) return;
    if (this.#letters + url.length > maxLetters) return;
    this.#letters += url.length;
    urls.add(url);
  }
}

/** Undefined without `blockAds`. Undefined with a warning if the service has no filter lists. */
export const startAdBlocking = async (run: Run): Promise<AdBlocking | undefined> => {
  if (!run.options.blockAds) return undefined;
  const engine = await run.surroundings.filters?.engine();
  if (engine) return new AdBlocking(run, engine);
  run.warnings.push('Advertisements were not blocked: this service has no filter lists (TINTYPE_FILTER_LISTS).');
  return undefined;
};
