import { choiceOf, closingConsents, isBanner, isWall, offersReject } from '../in-page/banners/banners.js';
import {
  buttonOf,
  type Closing,
  closeBanners,
  emptyAround,
  hideBanner,
  hideOverlayOf,
  keepPage,
  kindOfBanners,
  undoLocks,
} from '../in-page/banners/close-banners.js';
import { findClosedHosts } from '../in-page/banners/closed-roots.js';
import { hasConsentElements, namesConsentSystem } from '../in-page/banners/consent-rules.js';
import {
  asChoice,
  choiceButtons,
  findBanners,
  isClickable,
  leadsAway,
  mayBeBanner,
  shownText,
  treesIn,
} from '../in-page/banners/find-banners.js';
import { reportLate, watchBanners, watchLimits } from '../in-page/banners/late-banners.js';
import { elementsOnTop, isShown, overlaysAround, overlaysInWindow, shadowOf } from '../in-page/banners/overlays.js';
import { bannerWords } from './banner-words.js';

/** Longest fade of a closed banner. */
const fadeMs = 400;

const tools = `{
  choiceOf: ${choiceOf},
  isBanner: ${isBanner},
  isWall: ${isWall},
  closingConsents: ${closingConsents},
  offersReject: ${offersReject},
  isShown: ${isShown},
  shadowOf: ${shadowOf},
  shownText: ${shownText},
  overlaysAround: ${overlaysAround},
  elementsOnTop: ${elementsOnTop},
  overlaysInWindow: ${overlaysInWindow},
  namesConsentSystem: ${namesConsentSystem},
  isClickable: ${isClickable},
  leadsAway: ${leadsAway},
  treesIn: ${treesIn},
  mayBeBanner: ${mayBeBanner},
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
 * `named`: no banner by its words, but a box over the page with the name of a consent system. `closed`: closed shadow
 * roots that `findClosedHosts` finds may hold a banner.
 */
type BannerKind = ReturnType<typeof kindOfBanners> | 'named' | 'closed';

interface BannerLook {
  kind: BannerKind;
  late: ReturnType<typeof reportLate>;
}

interface LookPlan {
  isFrame: boolean;
  /** If false, banners are hidden without a click. */
  mayClick: boolean;
  /** Whether a banner that appears later may load the page again. */
  mayReload: boolean;
  /** If false, closed shadow roots that are not open to us yet are left alone. */
  mayOpen: boolean;
}

/**
 * What the document shows, and the outcome of banners since the last look. Without a banner, the script closes banners
 * that appear later.
 */
export const lookForBanners = new Function(
  'look',
  `const tools = ${tools};
  const { mayOpen, ...clicks } = look;
  const { isFrame } = look;
  const kindNow = () => {
    const kind = (${kindOfBanners})(tools.findBanners(${plan}.words, isFrame, tools), tools);
    if (kind !== 'none') return kind;
    if (mayOpen && (${findClosedHosts})().length > 0) return 'closed';
    if ((${hasConsentElements})(isFrame, tools)) return 'named';
    (${watchBanners})({ ...${plan}, ...clicks }, tools);
    return 'none';
  };
  return { late: (${reportLate})(tools), kind: kindNow() };`,
) as (look: LookPlan) => BannerLook;

/** Closes or hides the banners of the document, and those that appear later. */
export const closeAll = new Function(
  'closing',
  `const tools = ${tools};
  const plan = { ...${plan}, ...closing };
  return (${closeBanners})(plan, tools).finally(() => (${watchBanners})(plan, tools));`,
) as (closing: Omit<LookPlan, 'mayOpen'>) => Promise<Closing>;

/** Hides the box over the page that holds this frame. Returns whether there is one. */
export const hideFrameBox = new Function('frame', `return (${hideOverlayOf})(frame, ${tools});`) as (
  frame: never,
) => boolean;
