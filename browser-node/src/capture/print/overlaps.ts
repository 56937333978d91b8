import { inchesOf, type Margins, type PageRules } from './page-box.js';

const pixelsPerInch = 96;
const millimetresPerInch = 25.4;
/** Chromium's distance of header and footer from the edge of the paper, in CSS pixels. */
const edge = 20;

/** The least margin in inches for a header or footer of this height in CSS pixels. */
export const neededRoom = (height: number): number => (height > 0 ? (edge + height) / pixelsPerInch : 0);

export interface TemplateHeights {
  header: number;
  footer: number;
}

const kinds = [
  ['header', 'marginTop', 'margin-top'],
  ['footer', 'marginBottom', 'margin-bottom'],
] as const;

/**
 * Sentences for the client about margins that are too small for header and footer. Margins of `@page` win over those of
 * the request. We do not change margins of `@page`, because page breaks depend on them.
 */
export const overlaps = (heights: TemplateHeights, requested: Margins | undefined, rules: PageRules): string[] =>
  kinds.flatMap(([what, option, property]) => {
    const needed = neededRoom(heights[what]);
    const enough = `${Math.ceil(needed * millimetresPerInch)}mm`;
    const isSetByPage = rules.get('')?.[property] !== undefined;
    const small = [...rules].filter(([, rule]) => (inchesOf(rule[property]) ?? needed) < needed);
    const ofPage = small.map(([selector]) => {
      const rule = `@page${selector && ` ${selector}`}`;
      return (
        `The ${what} overlaps the page: \`${rule}\` has a \`${property}\` of ${rules.get(selector)?.[property]}, and the ${what} needs ${enough}. ` +
        `Change it there, or with the option \`css\`: \`${rule}{${property}:${enough}!important}\`.`
      );
    });
    if (isSetByPage || requested === undefined || requested[option] >= needed) return ofPage;
    return [`The ${what} overlaps the page: it needs \`${option}=${enough}\` or more.`, ...ofPage];
  });
