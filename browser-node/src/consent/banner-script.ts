import { choiceOf, isBanner } from '../in-page/banners.js';
import {
  buttonOf,
  type Closing,
  closeBanners,
  emptyAround,
  hideBanner,
  hideFrames,
  keepPage,
  kindOfBanners,
  undoLocks,
  watchBanners,
  watchLimits,
} from '../in-page/close-banners.js';
import { findClosedHost } from '../in-page/closed-roots.js';
import { hasConsentElements } from '../in-page/consent-rules.js';
import {
  asChoice,
  choiceButtons,
  findBanners,
  isShown,
  overlaysAround,
  shadowOf,
  shownText,
} from '../in-page/overlays.js';
import { bannerWords } from './banner-words.js';

/** Longest fade of a closed banner. */
const fadeMs = 400;

const tools = `{
  choiceOf: ${choiceOf},
  isBanner: ${isBanner},
  isShown: ${isShown},
  shadowOf: ${shadowOf},
  shownText: ${shownText},
  overlaysAround: ${overlaysAround},
  asChoice: ${asChoice},
  choiceButtons: ${choiceButtons},
  findBanners: ${findBanners},
  buttonOf: ${buttonOf},
  emptyAround: ${emptyAround},
  hideBanner: ${hideBanner},
  keepPage: ${keepPage},
  undoLocks: ${undoLocks},
  watchLimits: ${JSON.stringify(watchLimits)},
}`;

const plan = JSON.stringify({ words: bannerWords, fadeMs });

/**
 * `named`: no banner by its words, but a box over the page with the name of a consent system. `closed`: the one that
 * `findClosedHost` finds may hide a banner.
 */
export type BannerKind = ReturnType<typeof kindOfBanners> | 'named' | 'closed';

/** Whether the document shows banners. Without one, it closes those that appear later. */
export const lookForBanners = new Function(
  'isFrame',
  `const tools = ${tools};
  const kind = (${kindOfBanners})(tools.findBanners(${plan}.words, isFrame, tools));
  if (kind !== 'none') return kind;
  if ((${findClosedHost})()) return 'closed';
  if ((${hasConsentElements})(isFrame, tools)) return 'named';
  (${watchBanners})({ ...${plan}, isFrame, mayClick: true }, tools);
  return 'none';`,
) as (isFrame: boolean) => BannerKind;

/** Closes or hides the banners of the document, and those that appear later. */
export const closeAll = new Function(
  'isFrame',
  'mayClick',
  `const tools = ${tools};
  const plan = { ...${plan}, isFrame, mayClick };
  return (${closeBanners})(plan, tools).finally(() => (${watchBanners})(plan, tools));`,
) as (isFrame: boolean, mayClick: boolean) => Promise<Closing>;

/** Hides frames with these addresses that lie over the page. */
export const hideOverlayFrames = new Function('urls', `return (${hideFrames})(urls, ${tools});`) as (
  urls: string[],
) => number;
