import { type Endpoint, endpointOptions, jsonFormOf } from '@tintype/contracts';
import { z } from 'zod';

/** JSON Schema of a value. */
export type Property = Record<string, unknown>;

/** The schemas of an endpoint's options, by name. */
export const shapeOf = (endpoint: Endpoint): Record<string, z.ZodType> => endpointOptions[endpoint].shape;

/** The facts of the schema inside a default or an optional one, or the type of a plain string. */
const innerFactsOf = (schema: z.ZodType): Property => {
  if (schema instanceof z.ZodString) return { type: 'string' };
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? factsOf(schema.unwrap() as z.ZodType) : {};
};

/** A codec reads strings, so the type of its value in JSON comes from its metadata. */
const factsOf = (schema: z.ZodType): Property => {
  const { override, description } = schema.meta() ?? {};
  return {
    ...innerFactsOf(schema),
    ...(jsonFormOf(schema)?.schema ?? (override as Property | undefined)),
    ...(description === undefined ? {} : { description }),
    ...(schema instanceof z.ZodDefault ? { default: schema.def.defaultValue } : {}),
  };
};

/** An option as a property of a JSON body. */
export const propertyOf = (schema: z.ZodType): Property => {
  const { format: _, ...property } = factsOf(schema);
  return property;
};
