import { type Endpoint, endpointOptions, endpoints } from '@tintype/contracts';
import { z } from 'zod';

const shapeOf = (endpoint: Endpoint): Record<string, z.ZodType> => endpointOptions[endpoint].shape;

/** Whether several endpoints take the option, all with one schema. It is then one component, under its name alone. */
const isShared = (name: string) => {
  const schemas = endpoints.flatMap((endpoint) => shapeOf(endpoint)[name] ?? []);
  return schemas.length > 1 && new Set(schemas).size === 1;
};

// Zod leaves the default of a codec out of the input schema.
const defaultOf = (schema: z.ZodType) => (schema instanceof z.ZodDefault ? { default: schema.def.defaultValue } : {});

const base64Url = (text: string) => Buffer.from(text).toString('base64url');

/** Examples of options that name and type do not explain. */
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

/** A schema's parameter, made once: endpoints that share the schema then share the component. */
const parametersBySchema = new Map<z.ZodType, z.ZodType>();

const parameterOf = (endpoint: Endpoint, name: string, schema: z.ZodType): z.ZodType => {
  const known = parametersBySchema.get(schema);
  if (known) return known;
  const meta = schema.meta() ?? {};
  const id = isShared(name) ? name : `${endpoint}.${name}`;
  const parameter = schema.meta({
    ...meta,
    // OpenAPI has a parameter's description beside the schema (`param`), not in the schema.
    description: undefined,
    override: { ...(meta.override as object | undefined), ...defaultOf(schema) },
    param: { id, description: meta.description ?? '', ...exampleOf(name) },
  });
  parametersBySchema.set(schema, parameter);
  return parameter;
};

/** The query parameters of an endpoint, by option. */
export const optionParameters = (endpoint: Endpoint): Record<string, z.ZodType> => {
  const entries = Object.entries(shapeOf(endpoint));
  return Object.fromEntries(entries.map(([name, schema]) => [name, parameterOf(endpoint, name, schema)]));
};
