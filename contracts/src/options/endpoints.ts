import { z } from 'zod';
import { limits } from '../limits.js';
import { printOptions } from './print.js';
import { delayOption, elementOptions, sharedOptions, storageOptions } from './shared.js';
import { choice, flag, integer, length, number } from './values/codecs.js';
import { paperFormats } from './values/paper.js';

/** The most pixels in an option of clip or resize. A clip may lie anywhere on a page, and pages reach 115,000 pixels. */
const maxEdge = 200_000;
const unit = 'CSS pixels';

const maxPaperInches = 200;
/** On smaller paper, Chromium would print a long page as thousands of sheets, and might run out of memory. */
const minPaperInches = 0.5;

const imageOptions = z.object({
  ...sharedOptions,
  ...delayOption(limits.delayMax),
  ...storageOptions,
  top: number({ min: 0, max: maxEdge, unit })
    .optional()
    .describe(
      "Top of the clip in CSS pixels from the top of the document; 0 if another side is set. Without any side, the picture shows the viewport at the page's scroll position.",
    ),
  left: number({ min: 0, max: maxEdge, unit })
    .optional()
    .describe('Left of the clip in CSS pixels, from the left of the document (0).'),
  width: number({ min: 1, max: maxEdge, unit })
    .optional()
    .describe('Width of the clip; by default that of the viewport.'),
  height: number({ min: 1, max: maxEdge, unit })
    .optional()
    .describe('Height of the clip; by default that of the viewport.'),
  full: flag().default(false).describe('Capture the full page; overrides the height of the clip.'),
  ...elementOptions('to capture'),
  transparent: flag().default(false).describe('Transparent background (png, webp and avif).'),
  type: choice(['png', 'jpeg', 'webp', 'avif'])
    .default('png')
    .describe('Picture format; avif where sharp is installed.'),
  quality: integer({ min: 1, max: 100 }).optional().describe('Quality of jpeg, webp and avif (80).'),
  bestFormat: flag().default(false).describe('webp if the Accept header allows it, else png.'),
  resizeWidth: integer({ min: 1, max: maxEdge })
    .optional()
    .describe('Width to resize to, in pixels; alone, it keeps the proportions.'),
  resizeHeight: integer({ min: 1, max: maxEdge })
    .optional()
    .describe('Height to resize to, in pixels; alone, it keeps the proportions.'),
});

const pdfOptions = z.object({
  ...sharedOptions,
  ...delayOption(limits.delayMax),
  ...storageOptions,
  ...elementOptions('to print alone'),
  format: choice(paperFormats).default('A4').describe('Paper format.'),
  width: length(maxPaperInches, minPaperInches)
    .optional()
    .describe('Paper width, at least 0.5in; overrides `format`, together with `height`.'),
  height: length(maxPaperInches, minPaperInches)
    .optional()
    .describe('Paper height, at least 0.5in; overrides `format`, together with `width`.'),
  marginTop: length(maxPaperInches).optional().describe('Top margin (0); all four margins or none.'),
  marginRight: length(maxPaperInches).optional().describe('Right margin.'),
  marginBottom: length(maxPaperInches).optional().describe('Bottom margin.'),
  marginLeft: length(maxPaperInches).optional().describe('Left margin.'),
  scale: number({ min: 0.1, max: 2 }).default(1).describe('Scale of the rendering.'),
  landscape: flag().default(false).describe('Turn the paper by 90 degrees.'),
  printBackground: flag().default(false).describe('Print the colours and pictures of backgrounds.'),
  ...printOptions,
});

const readingOptions = { ...sharedOptions, ...delayOption(limits.delayMax), ...elementOptions('to read') };

const contentOptions = z.object(readingOptions);

const metadataOptions = z.object(readingOptions);

const animatedOptions = z.object({
  ...sharedOptions,
  ...delayOption(limits.animatedDelayMax),
  ...storageOptions,
  duration: integer({ min: 1, max: limits.animatedDurationMax }).default(5).describe('Seconds to record.'),
  hideScrollbars: flag().default(true).describe('Record without scrollbars.'),
  type: choice(['gif', 'mp4', 'webm']).default('gif').describe('File format; mp4 and webm where ffmpeg is installed.'),
  fps: integer({ min: 1, max: limits.animatedFpsMax }).default(20).describe('Pictures a second while the page moves.'),
  loop: integer({ min: 0, max: limits.animatedLoopMax }).default(0).describe('How often a GIF plays; 0: for ever.'),
  scroll: flag().default(false).describe('Scroll smoothly through the page while it is recorded.'),
});

/** The options of each endpoint. Parsers, documents and clients' option lists are made from these schemas. */
export const endpointOptions = {
  image: imageOptions,
  pdf: pdfOptions,
  content: contentOptions,
  metadata: metadataOptions,
  animated: animatedOptions,
};

export type Endpoint = keyof typeof endpointOptions;
export type Options<E extends Endpoint = Endpoint> = z.output<(typeof endpointOptions)[E]>;
export type ImageOptions = Options<'image'>;
export type PdfOptions = Options<'pdf'>;

export const endpoints = Object.keys(endpointOptions) as [Endpoint, ...Endpoint[]];

export const isEndpoint = (name: string): name is Endpoint => Object.hasOwn(endpointOptions, name);
