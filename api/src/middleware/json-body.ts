import { didYouMean, isMissing, jsonShapeOf, TintypeError } from '@tintype/contracts';
import { z } from 'zod';
import { type BodyContext, readBytes } from './body-bytes.js';

export interface JsonBodyOptions<Schema extends z.ZodType> {
  /** The schema's messages complete "The property … takes", such as "a whole number". */
  schema: Schema;
  /** The error message shows this example if the body is not an object. */
  example?: z.input<Schema>;
  /** Changes the parsed JSON before the schema reads it. */
  adapt?: (body: unknown) => unknown;
  /** Longer bodies are `request_too_large`. The default is 64 KiB. */
  maxBytes?: number;
}

/** Messages cut longer names. */
const maxNameLength = 64;

const propertyText = (path: readonly PropertyKey[]) => {
  const name = path.map(String).join('.');
  return `The property \`${name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name}\``;
};

/** The parts of a JSON schema that contain other schemas. */
interface SchemaNode {
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
}

/** The names of the properties that the schema has at `path`. */
const namesAt = (schema: z.ZodType, path: readonly PropertyKey[]): string[] => {
  const body = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as SchemaNode;
  const inner = (outer: SchemaNode | undefined, part: PropertyKey) =>
    typeof part === 'number' ? outer?.items : outer?.properties?.[String(part)];
  return Object.keys(path.reduce(inner, body)?.properties ?? {});
};

const faultOf = (issue: z.core.$ZodIssue, schema: z.ZodType, body: unknown): string => {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') {
    const [unknown = ''] = issue.keys;
    const names = namesAt(schema, path);
    return `${propertyText([...path, unknown])} is unknown.${didYouMean(unknown, names)} The properties are ${names.join(', ')}.`;
  }
  return `${propertyText(path)} ${isMissing(body, path) ? 'is missing. It takes' : 'takes'} ${message}.`;
};

const notAnObject = (example: unknown) =>
  `The body takes a JSON object${example === undefined ? '' : ` such as ${JSON.stringify(example)}`}.`;

const invalidRequest = (message: string, cause?: unknown) => new TintypeError('invalid_request', message, { cause });

/** The most nested lists and objects, far more than a body needs. Much deeper JSON overflows the stack of later steps. */
const maxLevels = 100;

/**
 * Parses JSON in UTF-8; an empty body is `{}`. Throws `invalid_request` if the bytes are not JSON, or have more than 100
 * levels or `maxValues` values. Checks levels and values before it parses.
 */
export const parseJson = (bytes: Buffer, maxValues = Number.POSITIVE_INFINITY): unknown => {
  if (bytes.length === 0) return {};
  const shape = jsonShapeOf(bytes, { levels: maxLevels, values: maxValues });
  if (shape === 'tooDeep') throw invalidRequest(`The body takes at most ${maxLevels} nested lists and objects.`);
  if (shape === 'tooWide') throw invalidRequest(`The body takes at most ${maxValues} values in lists and objects.`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw invalidRequest('The body is not JSON in UTF-8. Send a JSON object in UTF-8.', error);
  }
};

/**
 * Returns a function that reads a JSON body by a schema. The function takes an empty body as `{}`. It throws
 * `request_too_large`, or an `invalid_request` that names the first wrong property. Routes whose signature covers the
 * raw bytes use `readBytes`.
 */
export const jsonBody = <Schema extends z.ZodType>(options: JsonBodyOptions<Schema>) => {
  const { schema, example, adapt = (body) => body, maxBytes = 64 * 1024 } = options;
  return async function readJsonBody(context: BodyContext): Promise<z.output<Schema>> {
    const body = adapt(parseJson(await readBytes(context, maxBytes)));
    const { data, error } = schema.safeParse(body);
    if (!error) return data as z.output<Schema>;
    const [issue] = error.issues;
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    throw invalidRequest(issue && isObject ? faultOf(issue, schema, body) : notAnObject(example), error);
  };
};
