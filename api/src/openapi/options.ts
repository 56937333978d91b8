import { type Endpoint, endpointOptions, endpoints, notYetAvailable } from '@tintype/contracts';
import { z } from 'zod';

export const notAvailable = 'Not available in this version: asking for it answers 400 `invalid_option`.';

/** Marks what the contract names and this version does not have; `values` are single values of an option. */
export interface Availability {
  'x-not-available'?: true;
  'x-not-available-values'?: readonly string[];
}

const availabilityOf = (name: string): Availability => {
  const values = notYetAvailable.values[name]?.map(String);
  return {
    ...(notYetAvailable.options.includes(name) ? { 'x-not-available': true } : {}),
    ...(values ? { 'x-not-available-values': values } : {}),
  };
};

const sentencesOf = (availability: Availability): string[] => {
  const values = availability['x-not-available-values']?.map((value) => `\`${value}\``).join(', ');
  return [
    ...(availability['x-not-available'] ? [notAvailable] : []),
    ...(values ? [`${values}: ${notAvailable.toLowerCase()}`] : []),
  ];
};

const shapeOf = (endpoint: Endpoint): Record<string, z.ZodType> => endpointOptions[endpoint].shape;

/** An option that reads alike wherever it is taken stands in the document once, under its name. */
const isShared = (name: string) => {
  const schemas = endpoints.flatMap((endpoint) => shapeOf(endpoint)[name] ?? []);
  return schemas.length > 1 && new Set(schemas).size === 1;
};

// A default is a value after the codec, which zod leaves out of a schema of what goes in.
const defaultOf = (schema: z.ZodType) => (schema instanceof z.ZodDefault ? { default: schema.def.defaultValue } : {});

const base64Url = (text: string) => Buffer.from(text).toString('base64url');

/** Where a name and a type do not tell. */
const examples: Record<string, string> = {
  url: 'https://news.ycombinator.com/',
  httpAuth: base64Url('user:password'),
  userAgent: base64Url('Mozilla/5.0 (X11; Linux x86_64)'),
  waitFor: '#main .loaded',
  selector: 'article h1',
  emulateDevice: 'iphone_13',
  fileName: 'front-page',
  marginTop: '10mm',
};

const exampleOf = (name: string) => (examples[name] === undefined ? {} : { example: examples[name] });

const described = new Map<z.ZodType, z.ZodType>();

const describeOption = (endpoint: Endpoint, name: string, schema: z.ZodType): z.ZodType => {
  const known = described.get(schema);
  if (known) return known;
  const meta = schema.meta() ?? {};
  const availability = availabilityOf(name);
  const description = [meta.description, ...sentencesOf(availability)].join(' ');
  const id = isShared(name) ? name : `${endpoint}.${name}`;
  const parameter = schema.meta({
    ...meta,
    description: undefined,
    override: { ...(meta.override as object | undefined), ...defaultOf(schema) },
    param: { id, description, ...exampleOf(name), ...availability },
  });
  described.set(schema, parameter);
  return parameter;
};

/** The options of an endpoint, each as a parameter of its query. */
export const optionParameters = (endpoint: Endpoint): Record<string, z.ZodType> => {
  const entries = Object.entries(shapeOf(endpoint));
  return Object.fromEntries(entries.map(([name, schema]) => [name, describeOption(endpoint, name, schema)]));
};
