import { darkAccents } from '../../in-page/dark/accents.js';
import { darkColours } from '../../in-page/dark/colours.js';
import { type DarkEnd, darkenPage } from '../../in-page/dark/darken.js';
import { darkDrawings } from '../../in-page/dark/drawings.js';
import { darkInks } from '../../in-page/dark/inks.js';
import { darkLayers, paintOrder } from '../../in-page/dark/layers.js';
import { darkPictures } from '../../in-page/dark/pictures.js';
import { darkSamples } from '../../in-page/dark/samples.js';
import { darkWalk } from '../../in-page/dark/walk.js';
import {
  fixedElements,
  isUnwatched,
  type LazyLimits,
  type ScrollEnd,
  scrollLazily,
} from '../../in-page/full-page/lazy-scroll.js';
import {
  attributesOf,
  awaitsReveal,
  awaitsSource,
  collectWants,
  hidesByName,
  liesOnSibling,
} from '../../in-page/full-page/lazy-wants.js';
import { finishAnimations, watchMotion } from '../../in-page/full-page/motion.js';
import { clearBackdropFilters, switchTransitions } from '../../in-page/picture.js';
import { contentSpans, drawsInBlank, longestBlank, longestGap } from '../../in-page/print/blank.js';
import { readableOnPaper } from '../../in-page/print/ink.js';
import { inkPictures } from '../../in-page/print/ink-pictures.js';
import { unstick } from '../../in-page/print/unstick.js';
import { clearVeils } from '../../in-page/print/veils.js';
import { openTrees } from '../../in-page/tree.js';

// A function for the page travels as text, without its imports. So it takes its parts as an argument.

type Parts = Readonly<Record<string, (...args: never[]) => unknown>>;

const textOf = (parts: Parts): string => `{ ${Object.entries(parts).map(([name, part]) => `${name}: ${part}`)} }`;

/** For functions of `in-page/` that take `BlankTools`. */
export const blankTools = textOf({ longestGap, contentSpans });

/** Height of the longest part of the document without content, in CSS pixels. */
export const blankHeight = new Function(
  `const { start, end } = (${longestBlank})(${blankTools}); return Math.round(end - start);`,
) as () => number;

/** Whether the longest part without content is blank only until a person scrolls to it. */
export const fillsBlank = new Function(
  `return (${drawsInBlank})(${textOf({ longestGap, contentSpans, longestBlank })});`,
) as () => Promise<boolean>;

/** Makes a document dark, except its frames, until `ends`. */
export const darkenDocument = new Function(
  'ends',
  `return (${darkenPage})(ends, ${textOf({ darkColours, darkSamples, darkPictures, darkLayers, paintOrder, darkDrawings, darkAccents, darkInks, darkWalk })});`,
) as (ends: number) => Promise<DarkEnd>;

/** Makes the texts of a document readable on paper without backgrounds, also behind translucent boxes. */
export const inkTexts = new Function(
  `(${readableOnPaper})(${textOf({ darkColours, inkPictures, openTrees })});
   (${clearVeils})(${textOf({ darkColours, openTrees })});`,
) as () => void;

/** `unstick`, also in open shadow trees. */
export const unstickAll = new Function(`(${unstick})(${openTrees});`) as () => void;

const lazyTools = {
  attributesOf,
  awaitsReveal,
  awaitsSource,
  collectWants,
  fixedElements,
  hidesByName,
  isUnwatched,
  liesOnSibling,
  watchMotion,
};

/** Scrolls through a document and back, so that lazy content loads. `stopLoadLazy` stops it. */
export const loadLazy = new Function('limits', `return (${scrollLazily})(limits, ${textOf(lazyTools)});`) as (
  limits: LazyLimits,
) => Promise<ScrollEnd>;

/** `finishAnimations`, also in open shadow trees. */
export const finishMotion = new Function('mayFinish', `return (${finishAnimations})(mayFinish, ${openTrees});`) as (
  mayFinish: boolean,
) => boolean;

/** Removes `backdrop-filter` from a document. Returns whether an element had one. */
export const dropBackdropFilters = new Function(`return (${clearBackdropFilters})(${openTrees});`) as () => boolean;

/** A call with true stops new transitions of a document, until one with false. */
export const stopTransitions = new Function('isOff', `return (${switchTransitions})(isOff, ${openTrees});`) as (
  isOff: boolean,
) => void;
