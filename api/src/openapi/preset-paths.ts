import type { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from 'zod-openapi';
import { presetBody } from '../routes/account/bodies.js';
import { presetAnswers } from './account-schemas.js';
import { pathParameters } from './path-parameters.js';

const putDescription = `\`preset=<name>\` then uses these options under those of the query. They are checked as those of a query. \
A preset has no \`url\`, \`preset\` or \`expires\`. Warnings name unknown options, a shared \`fileName\`, and options that need a storage. One with the same content keeps its version; any other gets the next one, and so a new cache key. An account has \
at most 100 presets of 16 KiB.`;

interface PresetOperation {
  operationId: string;
  summary: string;
  description?: string;
  body?: z.ZodType;
  status: '200';
  answer: z.ZodType;
}

export interface PresetPathsOptions {
  /** The path of the list of presets. */
  path: string;
  /** Follows the verb of each operation id: `Own` or empty. */
  prefix: string;
  operation: (options: PresetOperation) => ZodOpenApiOperationObject;
  /** The parameters that `path` has. */
  parameters: NonNullable<ZodOpenApiPathItemObject['parameters']>;
}

/** The paths of presets, for the admin routes and the account's own routes. */
export const presetPaths = ({
  path,
  prefix,
  operation,
  parameters,
}: PresetPathsOptions): Record<string, ZodOpenApiPathItemObject> => ({
  [path]: {
    parameters,
    get: operation({
      operationId: `list${prefix}Presets`,
      summary: 'The presets of the account',
      status: '200',
      answer: presetAnswers.presets,
    }),
  },
  [`${path}/{name}`]: {
    parameters: [...parameters, pathParameters.presetName],
    get: operation({
      operationId: `get${prefix}Preset`,
      summary: 'A preset',
      status: '200',
      answer: presetAnswers.preset,
    }),
    put: operation({
      operationId: `put${prefix}Preset`,
      summary: 'Store a preset',
      description: putDescription,
      body: presetBody,
      status: '200',
      answer: presetAnswers.stored,
    }),
    delete: operation({
      operationId: `delete${prefix}Preset`,
      summary: 'Delete a preset',
      description: 'Requests with it then get 400 `invalid_option`.',
      status: '200',
      answer: presetAnswers.deleted,
    }),
  },
});
