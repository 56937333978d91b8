import { type Endpoint, endpointOptions, endpoints } from '@tintype/contracts';
import { z } from 'zod';

const shapeOf = (endpoint: Endpoint): Record<string, z.ZodType> => endpointOptions[endpoint].shape;

/** An option with one schema on all its endpoints is one component, under its name. */
const isShared = (name: string) => {
  const schemas = endpoints.flatMap((endpoint) => shapeOf(endpoint)[name] ?? []);
  return schemas.length > 1 && new Set(schemas).size === 1;
};

// Zod leaves the default of a codec out of the input schema.
const defaultOf = (schema: z.ZodType) => (schema instanceof z.ZodDefault ? { default: schema.def.defaultValue } : {});

const base64Url = (text: string) => Buffer.from(text).toString('base64url');

/** For options whose name and type do not suffice. */
const examples: Record<string, string> = {
  url: 'https://news.ycombinator.com/',
  httpAuth: base64Url('user:password'),
  userAgent: base64Url('Mozilla/5.0 (X11; Linux x86_64)'),
  waitFor: '#main .loaded',
  selector: 'article h1',
  emulateDevice: 'iphone_13',
  fileName: 'front-page',
  marginTop: '10mm',
  css: base64Url('body { background: gold }'),
  js: base64Url('document.title = "Hello"'),
  hide: '.newsletter,remove:#ad',
  click: '#accept,.tab:nth-child(2)',
  timezone: 'Europe/Berlin',
  locale: 'de-DE',
  geolocation: '52.52,13.405,10',
  headers: base64Url('{"X-Token": "abc"}'),
  cookies: base64Url('[{"name": "session", "value": "abc"}]'),
  waitForText: 'Order confirmed',
  block: 'image,font,*analytics*',
  failOn: 'status,console',
};

const exampleOf = (name: string) => (examples[name] === undefined ? {} : { example: examples[name] });

const described = new Map<z.ZodType, z.ZodType>();

const describeOption = (endpoint: Endpoint, name: string, schema: z.ZodType): z.ZodType => {
  const known = described.get(schema);
  if (known) return known;
  const meta = schema.meta() ?? {};
  const id = isShared(name) ? name : `${endpoint}.${name}`;
  const parameter = schema.meta({
    ...meta,
    // A parameter has its description beside the schema (`param`), not in it.
    description: undefined,
    override: { ...(meta.override as object | undefined), ...defaultOf(schema) },
    param: { id, description: meta.description ?? '', ...exampleOf(name) },
  });
  described.set(schema, parameter);
  return parameter;
};

export const optionParameters = (endpoint: Endpoint): Record<string, z.ZodType> => {
  const entries = Object.entries(shapeOf(endpoint));
  return Object.fromEntries(entries.map(([name, schema]) => [name, describeOption(endpoint, name, schema)]));
};
