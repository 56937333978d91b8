import { contentSpans, longestBlank, longestGap } from '../in-page/blank.js';

/** For functions of `in-page/` that take `BlankTools`. */
export const blankTools = `{ longestGap: ${longestGap}, contentSpans: ${contentSpans} }`;

/** Height of the longest part of the document without content, in CSS pixels. */
export const blankHeight = new Function(`return (${longestBlank})(${blankTools});`) as () => number;
