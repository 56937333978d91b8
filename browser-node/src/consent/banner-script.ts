import { choiceOf, isBanner } from '../in-page/banners.js';
import {
  buttonOf,
  type Closing,
  closeBanners,
  hideBanner,
  hideFrames,
  kindOfBanners,
} from '../in-page/close-banners.js';
import { choiceButtons, findBanners, isShown, overlaysAround } from '../in-page/overlays.js';
import { bannerWords } from './banner-words.js';

/** Longest fade of a closed banner. */
const fadeMs = 400;

const tools = `{
  choiceOf: ${choiceOf},
  isBanner: ${isBanner},
  isShown: ${isShown},
  overlaysAround: ${overlaysAround},
  choiceButtons: ${choiceButtons},
  findBanners: ${findBanners},
  buttonOf: ${buttonOf},
  hideBanner: ${hideBanner},
}`;

const plan = JSON.stringify({ words: bannerWords, fadeMs });

/** Whether the document shows banners. */
export const lookForBanners = new Function(
  'isFrame',
  `const tools = ${tools}; return (${kindOfBanners})(tools.findBanners(${plan}.words, isFrame, tools));`,
) as (isFrame: boolean) => ReturnType<typeof kindOfBanners>;

/** Closes or hides the banners of the document. */
export const closeAll = new Function('isFrame', `return (${closeBanners})({ ...${plan}, isFrame }, ${tools});`) as (
  isFrame: boolean,
) => Promise<Closing>;

/** Hides frames with these addresses that lie over the page. */
export const hideOverlayFrames = new Function('urls', `return (${hideFrames})(urls, ${tools});`) as (
  urls: string[],
) => number;
