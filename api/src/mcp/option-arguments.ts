import {
  type Endpoint,
  endpointOptions,
  jsonFormOf,
  notYetAvailable,
  type Pairs,
  pairsOfJson,
  TintypeError,
} from '@tintype/contracts';
import { z } from 'zod';
import type { ObjectSchema, ToolArguments } from './tool.js';
import { unknownArgument } from './unknown-argument.js';

type Property = Record<string, unknown>;

const shapeOf = (endpoint: Endpoint): Record<string, z.ZodType> => endpointOptions[endpoint].shape;

const innerOf = (schema: z.ZodType): Property => {
  if (schema instanceof z.ZodString) return { type: 'string' };
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional
    ? describedOf(schema.unwrap() as z.ZodType)
    : {};
};

/** Codecs read strings; their metadata has the type that JSON has. */
const describedOf = (schema: z.ZodType): Property => {
  const { override, description } = schema.meta() ?? {};
  return {
    ...innerOf(schema),
    ...(jsonFormOf(schema)?.schema ?? (override as Property | undefined)),
    ...(description === undefined ? {} : { description }),
    ...(schema instanceof z.ZodDefault ? { default: schema.def.defaultValue } : {}),
  };
};

const isLater = (name: string, value: unknown) => notYetAvailable.values[name]?.includes(value) ?? false;

const propertyOf = (name: string, schema: z.ZodType): Property => {
  const { enum: values, format: _, ...property } = describedOf(schema);
  return Array.isArray(values) ? { ...property, enum: values.filter((value) => !isLater(name, value)) } : property;
};

const isAvailableOption = (name: string) => !notYetAvailable.options.includes(name);

/** Text on a page may make an agent ask for them, to publish files of the account. */
const notForAgents = ['s3Acl', 's3Redirect'];

/** The JSON schema of some options, from the table that signed URLs use; `more` comes behind them. */
export const optionsSchema = (
  endpoint: Endpoint,
  names: readonly string[],
  more: Record<string, Property> = {},
): ObjectSchema => {
  const shape = shapeOf(endpoint);
  const properties = names.filter(isAvailableOption).map((name) => {
    const schema = shape[name];
    if (!schema) throw new Error(`The endpoint ${endpoint} has no option ${name}.`);
    return [name, propertyOf(name, schema)];
  });
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), ...more } as ObjectSchema['properties'],
    required: ['url'],
  };
};

/**
 * Arguments as the decoded pairs of a query. Null and what is empty counts as absent. Throws `invalid_option` for an unknown
 * name, which is a mistake of the model.
 */
export const pairsOf = (endpoint: Endpoint, args: ToolArguments): Pairs => {
  const names = Object.keys(shapeOf(endpoint)).filter(
    (name) => isAvailableOption(name) && !notForAgents.includes(name),
  );
  const pairs = pairsOfJson(args);
  const unknown = Object.keys(pairs).find((name) => !names.includes(name) && !notYetAvailable.options.includes(name));
  if (unknown) throw new TintypeError('invalid_option', unknownArgument(unknown, names));
  return pairs;
};
