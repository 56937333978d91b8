import { devices } from '@tintype/contracts';
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { errorResponses } from './error-responses.js';
import { headerRefs } from './headers.js';

const deviceSchema = z
  .object({
    key: z.string().meta({ description: 'The value for `emulateDevice`.' }),
    name: z.string(),
    userAgent: z.string(),
    viewport: z.object({
      width: z.int().meta({ description: 'CSS pixels.' }),
      height: z.int().meta({ description: 'CSS pixels.' }),
      deviceScaleFactor: z.number(),
      isMobile: z.boolean(),
      hasTouch: z.boolean(),
      isLandscape: z.boolean(),
    }),
  })
  .meta({ id: 'Device' });

const devicesSchema = z.object({
  success: z.literal(true),
  count: z.int().meta({ description: 'Number of devices.' }),
  devices: z.array(deviceSchema),
});
const rangesSchema = z.object({ prefixes: z.array(z.string()).meta({ description: 'CIDR.' }) });

const errors = errorResponses('public', ['request_too_large', 'internal']);
const headers = headerRefs('X-Request-Id');
const jsonResponse = (description: string, schema: z.ZodType, example: unknown) => ({
  description,
  headers,
  content: { 'application/json': { schema, example } },
});

export const publicPaths: ZodOpenApiPathsObject = {
  '/screenshot/devices': {
    get: {
      operationId: 'listDevices',
      tags: ['public'],
      summary: 'The devices for `emulateDevice`',
      responses: {
        '200': jsonResponse('The device list.', devicesSchema, {
          success: true,
          count: 1,
          devices: devices.slice(0, 1),
        }),
        ...errors,
      },
    },
  },
  '/ip-ranges.json': {
    get: {
      operationId: 'listIpRanges',
      tags: ['public'],
      summary: 'The addresses that browsers connect from',
      responses: {
        '200': jsonResponse('Networks in CIDR notation.', rangesSchema, { prefixes: ['203.0.113.0/24'] }),
        ...errors,
      },
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'getOpenApi',
      tags: ['public'],
      summary: 'This document',
      responses: { '200': jsonResponse('OpenAPI 3.1.', z.looseObject({}), undefined), ...errors },
    },
  },
  '/docs': {
    get: {
      operationId: 'getDocs',
      tags: ['public'],
      summary: 'A page to read this document',
      responses: { '200': { description: 'HTML.', headers, content: { 'text/html': {} } }, ...errors },
    },
  },
  '/console': {
    get: {
      operationId: 'getConsole',
      tags: ['public'],
      summary: 'The console: pages for the holder of an account',
      responses: { '200': { description: 'HTML.', headers, content: { 'text/html': {} } }, ...errors },
    },
  },
};
