import { z } from 'zod';
import { limits } from '../limits.js';
import { box, clamped, flag, nothing, oneOf, selector, text, withElementOrNone } from './fields.js';

const queryFields = [
  'text',
  'html',
  'href',
  'src',
  'alt',
  'title',
  'value',
  'name',
  'id',
  'className',
  'tag',
  'role',
  'ariaLabel',
  'visible',
  'bbox',
] as const;

const formats = ['text', 'markdown', 'html'] as const;

/** Least severe first. */
export const logLevels = ['debug', 'info', 'warning', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

const attributeError = 'takes names of attributes';
const attributeName = () => text(100).refine((name) => /^[^\s"'<>/=]+$/.test(name), { error: attributeError });

const found = z.object({
  attributes: z.record(z.string(), z.string().nullable()),
  ...Object.fromEntries(queryFields.map((field) => [field, z.union([z.string(), z.boolean(), box]).nullish()])),
});

const entries = {
  payload: z.object({
    level: oneOf(logLevels).default('debug'),
    limit: clamped(1, limits.logEntries).default(100),
    clear: flag().default(false),
  }),
  answer: z.object({
    entries: z.array(
      z.object({ timestamp: z.iso.datetime(), level: z.enum(logLevels), text: z.string(), source: z.string() }),
    ),
  }),
};

export const readingActions = {
  snapshot: {
    summary: 'Returns the page as an accessibility tree, with a ref for each element that actions can use.',
    payload: withElementOrNone({
      mode: oneOf(['compact', 'full']).default('compact'),
      interactiveOnly: flag().default(false),
      maxTokens: clamped(100, limits.snapshotTokens).default(4000),
      changesOnly: flag().default(false).meta({
        description: 'Return what changed since the last snapshot with the same settings, if that is shorter.',
      }),
    }),
    answer: z.object({
      url: z.string(),
      title: z.string(),
      snapshot: z.string(),
      tokenEstimate: z.int(),
      truncated: z.boolean(),
      /** Only if it was asked for. */
      changesOnly: z.boolean().optional(),
    }),
  },
  content: {
    summary: 'Returns the page as clean text, Markdown or HTML.',
    payload: z.object({ format: oneOf(formats).default('text') }),
    answer: z.object({ format: z.enum(formats), content: z.string() }),
  },
  query: {
    summary: 'Returns properties of the elements that match a selector.',
    payload: z.object({
      selector: selector(),
      fields: z
        .array(oneOf(queryFields), { error: `takes a list of ${queryFields.join(', ')}` })
        .max(queryFields.length, { error: `takes up to ${queryFields.length} fields` })
        .default(['text']),
      attributes: z
        .array(attributeName(), { error: attributeError })
        .max(50, { error: 'takes up to 50 attributes' })
        .default([]),
      limit: clamped(1, limits.queryElements).default(50),
      visibleOnly: flag().default(false),
    }),
    answer: z.object({
      selector: z.string(),
      fields: z.array(z.enum(queryFields)),
      attributes: z.array(z.string()),
      limit: z.int(),
      /** Matches in all, past the limit too. */
      count: z.int(),
      elements: z.array(found),
    }),
  },
  title: {
    summary: 'Returns the title of the page, at most 1000 characters.',
    payload: nothing,
    answer: z.object({ title: z.string() }),
  },
  url: {
    summary: 'Returns the address of the page, at most 8192 characters.',
    payload: nothing,
    answer: z.object({ url: z.string() }),
  },
  console: { summary: 'Returns console entries of scripts and browser, newest last.', ...entries },
  errors: { summary: 'Returns uncaught errors and failed requests, newest last.', ...entries },
};

export const pictureAnswer = z.object({ contentType: z.literal('image/png'), bodyBase64: z.base64() });

export const pictureActions = {
  screenshot: {
    summary: 'Takes a picture of the window, the whole page or an element.',
    payload: z.object({ fullPage: flag().default(false), selector: selector().optional() }),
    answer: pictureAnswer,
  },
};
