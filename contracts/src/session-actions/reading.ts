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

const foundElement = z.object({
  attributes: z.record(z.string(), z.string().nullable()),
  ...Object.fromEntries(queryFields.map((field) => [field, z.union([z.string(), z.boolean(), box]).nullish()])),
});

const logAction = {
  payload: z.object({
    level: oneOf(logLevels).default('debug').meta({ description: 'The least severe level to return.' }),
    limit: clamped(1, limits.logEntries, 'Entries in the answer; 100 by default.').default(100),
    clear: flag('Forget the entries so far.').default(false),
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
      mode: oneOf(['compact', 'full'])
        .default('compact')
        .meta({ description: '`compact` leaves out elements that only group others.' }),
      interactiveOnly: flag('Only elements that actions can use.').default(false),
      maxTokens: clamped(100, limits.snapshotTokens, "Longest text, in a model's tokens; 4000 by default.").default(
        4000,
      ),
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
      /** Whether the snapshot has changes only. Absent if the action did not ask for changes. */
      changesOnly: z.boolean().optional(),
    }),
  },
  content: {
    summary: 'Returns the page as clean text, Markdown or HTML.',
    payload: z.object({ format: oneOf(formats).default('text').meta({ description: 'Form of the content.' }) }),
    answer: z.object({ format: z.enum(formats), content: z.string() }),
  },
  query: {
    summary: 'Returns properties of the elements that match a selector.',
    payload: z.object({
      selector: selector('CSS selector of the elements.'),
      fields: z
        .array(oneOf(queryFields), { error: `takes a list of ${queryFields.join(', ')}` })
        .max(queryFields.length, { error: `takes up to ${queryFields.length} fields` })
        .default(['text'])
        .meta({ description: 'Properties to return of each element.' }),
      attributes: z
        .array(attributeName(), { error: attributeError })
        .max(50, { error: 'takes up to 50 attributes' })
        .default([])
        .meta({ description: 'Attributes to return of each element.' }),
      limit: clamped(1, limits.queryElements, 'Elements in the answer; 50 by default.').default(50),
      visibleOnly: flag('Leave out elements that are not visible.').default(false),
    }),
    answer: z.object({
      selector: z.string(),
      fields: z.array(z.enum(queryFields)),
      attributes: z.array(z.string()),
      limit: z.int(),
      /** The number of all matching elements, which may exceed `limit`. */
      count: z.int(),
      elements: z.array(foundElement),
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
  console: { summary: 'Returns console entries of scripts and browser, newest last.', ...logAction },
  errors: { summary: 'Returns uncaught errors and failed requests, newest last.', ...logAction },
};

export const pictureAnswer = z.object({ contentType: z.literal('image/png'), bodyBase64: z.base64() });

export const pictureActions = {
  screenshot: {
    summary: 'Takes a picture of the window, the whole page or an element.',
    payload: z.object({
      fullPage: flag('The whole page instead of the window.').default(false),
      selector: selector('CSS selector of an element to capture alone.').optional(),
    }),
    answer: pictureAnswer,
  },
};
