import { contentAnswerSchema, endpoints, limits, metadataAnswerSchema, renderSteps } from '@tintype/contracts';
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { batchEndpoints } from '../batch/facts/records.js';
import { type Property, propertyOf, shapeOf } from '../render/order/option-properties.js';
import { acceptedAnswer, idempotencyKey } from './batch-paths.js';
import { errorCodes, errorResponses } from './error-responses.js';
import { headerRefs } from './headers.js';
import { renderCodes, resultHeaders } from './render-paths.js';

const optionNames = [...new Set(endpoints.flatMap((endpoint) => Object.keys(shapeOf(endpoint))))].filter(
  (name) => name !== 'url',
);

/** The schema of an option; `anyOf` if the option has different schemas on its endpoints. */
const optionOf = (name: string): Property => {
  const owners = endpoints.filter((endpoint) => name in shapeOf(endpoint));
  const schemas = [...new Set(owners.map((endpoint) => shapeOf(endpoint)[name] as z.ZodType))];
  const withEndpoints = (schema: z.ZodType): Property => {
    const endpointsWithSchema = owners.filter((endpoint) => shapeOf(endpoint)[name] === schema);
    const { description, ...property } = propertyOf(schema);
    const endpointsText =
      endpointsWithSchema.length === endpoints.length ? '' : `For ${endpointsWithSchema.join(', ')}. `;
    return { ...property, description: `${endpointsText}${description ?? ''}` };
  };
  const [first, ...others] = schemas.map(withEndpoints);
  return first && others.length > 0 ? { anyOf: [first, ...others] } : (first ?? {});
};

const documentMebibytes = limits.documentBytes / 2 ** 20;

/** The endpoints that `outputs` takes. */
const outputEndpoints = endpoints.filter((endpoint) => endpoint !== 'animated');

const pageProperties = {
  url: { type: 'string', description: 'The page. Give one of `url`, `html` and `markdown`.' },
  html: { type: 'string', description: `A whole page, up to ${documentMebibytes} MiB.` },
  markdown: {
    type: 'string',
    description: `GitHub's Markdown, up to ${documentMebibytes} MiB: tables, task lists, footnotes, callouts and coloured code.`,
  },
  baseUrl: { type: 'string', description: 'The URL that relative links of `html` and `markdown` belong to.' },
};

const asyncProperties = {
  async: {
    type: 'boolean',
    default: false,
    description: `For ${batchEndpoints.join(' and ')} of a \`url\`. The answer is 202, and the result is that of a batch with this one item.`,
  },
  notification_uri: {
    type: 'string',
    description: 'With `async`: gets a signed POST when the render has ended, as for a batch.',
  },
};

const bodySchema: Property = {
  type: 'object',
  properties: {
    endpoint: { type: 'string', enum: endpoints, description: 'What to make of the page: the answer is the file.' },
    outputs: {
      type: 'array',
      minItems: 1,
      description:
        'Instead of `endpoint`: several files of one page load, each endpoint once. An object has options of its own. The answer is JSON with links.',
      items: {
        anyOf: [
          { type: 'string', enum: outputEndpoints },
          {
            type: 'object',
            properties: { endpoint: { type: 'string', enum: outputEndpoints } },
            required: ['endpoint'],
          },
        ],
      },
    },
    ...pageProperties,
    ...asyncProperties,
    ...Object.fromEntries(optionNames.map((name) => [name, optionOf(name)])),
  },
  anyOf: [{ required: ['endpoint'] }, { required: ['outputs'] }],
  additionalProperties: false,
};

const invoice = '<!doctype html><title>Invoice 7</title><h1>Invoice 7</h1><table><tr><td>Lamp<td>€ 49.00</table>';

const examples = {
  url: {
    summary: 'A picture of a page',
    value: { endpoint: 'image', url: 'https://example.com/', full: true, type: 'webp' },
  },
  outputs: {
    summary: 'A picture and a PDF of one page load',
    value: { outputs: ['image', { endpoint: 'pdf', format: 'A5' }], url: 'https://example.com/' },
  },
  html: {
    summary: 'A PDF of HTML',
    value: { endpoint: 'pdf', html: invoice, format: 'A5', printBackground: true },
  },
  async: {
    summary: 'A PDF for the storage of the account, and a notification',
    value: {
      ...{ endpoint: 'pdf', url: 'https://example.com/', fileName: 'report' },
      ...{ async: true, notification_uri: 'https://example.com/hook' },
    },
  },
  markdown: {
    summary: 'A PDF of Markdown, whose links belong to a site',
    value: { endpoint: 'pdf', markdown: '# Report\n\n[Figures](figures.html)', baseUrl: 'https://example.com/q3/' },
  },
};

const resultSchema = z
  .object({
    endpoint: z.enum(endpoints),
    url: z.string().meta({
      description: "A link for anybody who has it, or the object in the account's storage with `s3Redirect`.",
    }),
    contentType: z.string(),
    bytes: z.int(),
    cache: z.enum(['HIT', 'MISS', 'COALESCED']),
    credits: z.int(),
  })
  .meta({ id: 'RenderedFile' });

const failureSchema = z
  .object({
    endpoint: z.enum(endpoints),
    error: z.object({ code: z.enum(errorCodes), message: z.string() }),
    credits: z.int().meta({ description: '0, or 1 if the render was made and only its redirect failed.' }),
  })
  .meta({ id: 'FailedOutput', description: 'An output that failed by itself.' });

const reportSchema = z
  .object({
    success: z.literal(true),
    results: z.array(z.union([resultSchema, failureSchema])),
    warnings: z.array(z.string()).meta({ description: 'What the results lack.' }),
    timings: z.partialRecord(z.enum(renderSteps), z.number()).meta({ description: 'Milliseconds of each step.' }),
    targetStatus: z.int().nullable().meta({ description: 'HTTP status of the page; 200 for `html` and `markdown`.' }),
  })
  .meta({ id: 'RenderReport' });

const codes = renderCodes.filter((code) => !['unknown_api_key', 'invalid_hash', 'expired_url'].includes(code));

const answerSchema = z.union([reportSchema, contentAnswerSchema, metadataAnswerSchema]);

const description = [
  'The options are those of signed URLs, as plain JSON: numbers, booleans, and text without base64url. An unknown property is 400.',
  'The answer is the bytes, with the headers of a signed URL; the same input has the same cached result.',
  'With `outputs`, or `Prefer: return=representation`, it is JSON with links. If every output fails, it is the error of the first.',
  "With `async`, the answer is 202 once the render is durable. The result is stored in the account's storage, which has to be configured. `statusUrl` shows the state, and `notification_uri` gets it at the end.",
  '`html` and `markdown` get an origin of their own in the browser, which reaches what a web page reaches. They are in memory until the render ends, and nowhere else.',
].join('\n');

export const postedRenderPaths: ZodOpenApiPathsObject = {
  '/v1/renders': {
    post: {
      operationId: 'createRender',
      tags: ['posted renders'],
      summary: 'Render a page, HTML or Markdown by JSON',
      description,
      security: [{ accountSecret: [] }],
      parameters: [
        {
          name: 'Prefer',
          in: 'header',
          required: false,
          description: '`return=representation`: JSON with links instead of the bytes.',
          schema: { type: 'string' },
        },
        { ...idempotencyKey, description: `With \`async\`. ${idempotencyKey.description}` },
      ],
      requestBody: { required: true, content: { 'application/json': { schema: bodySchema, examples } } },
      responses: {
        '200': {
          description: 'The result, or links to it.',
          headers: { ...resultHeaders, ...headerRefs('Preference-Applied') },
          content: {
            'image/*': {},
            'video/*': {},
            'application/pdf': {},
            'application/json': { schema: answerSchema },
          },
        },
        '202': { ...acceptedAnswer, description: 'With `async`: the render is accepted as a batch of one.' },
        ...errorResponses('postedRender', [...codes, 'invalid_credentials']),
      },
    },
  },
};
