import type { IncomingMessage } from 'node:http';
import { isMissing, TintypeError } from '@tintype/contracts';
import { z } from 'zod';

export interface JsonBodyOptions<Schema extends z.ZodType> {
  /** What the body is. A message of the schema's own is a clause that says what a property is. */
  schema: Schema;
  /** Makes of what JSON says what the schema reads. */
  adapt?: (body: unknown) => unknown;
  /** Longer bodies are `request_too_large`. */
  maxBytes?: number;
}

/** What this needs of a Koa context. */
export interface JsonBodyContext {
  req: IncomingMessage;
}

const longestName = 64;

const nameOf = (path: readonly PropertyKey[]) => {
  const name = path.map(String).join('.');
  return `The property \`${name.length > longestName ? `${name.slice(0, longestName)}…` : name}\``;
};

interface Described {
  properties?: Record<string, Described>;
  items?: Described;
}

/** The names of the properties that an object within the body may have. */
const namesAt = (schema: z.ZodType, path: readonly PropertyKey[]): string[] => {
  const body = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described;
  const inner = (outer: Described | undefined, part: PropertyKey) =>
    typeof part === 'number' ? outer?.items : outer?.properties?.[String(part)];
  return Object.keys(path.reduce(inner, body)?.properties ?? {});
};

const faultOf = (issue: z.core.$ZodIssue, schema: z.ZodType, body: unknown): string => {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys')
    return `${nameOf([...path, issue.keys[0] ?? ''])} is not known: there are ${namesAt(schema, path).join(', ')}.`;
  if (path.length === 0) return 'The body is not a JSON object of the right form.';
  return `${nameOf(path)}${isMissing(body, path) ? ' is missing' : ''}: ${message}.`;
};

const invalid = (message: string, cause?: unknown) => new TintypeError('invalid_request', message, { cause });

const collect = async (req: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> => {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const readBytes = async (context: JsonBodyContext, maxBytes: number): Promise<Buffer> => {
  const { 'content-encoding': encoding = 'identity' } = context.req.headers;
  if (encoding.toLowerCase() !== 'identity') {
    context.req.resume();
    throw invalid('The body is compressed: send it as it is, without `Content-Encoding`.');
  }
  const bytes = await collect(context.req, maxBytes).catch((error) => {
    throw invalid('The body ended early.', error);
  });
  if (bytes) return bytes;
  // The rest is read and forgotten: of a connection that is closed before, many clients never read the answer.
  context.req.resume();
  throw new TintypeError('request_too_large', `The body has more than ${maxBytes} bytes.`);
};

const parseJson = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw invalid('The body is not JSON in UTF-8.', error);
  }
};

/**
 * Reads a JSON body and checks it. Not for routes whose signature covers the raw bytes. No body counts as `{}`.
 * The reader throws `request_too_large`, or `invalid_request` naming the first property that is wrong.
 */
export const jsonBody = <Schema extends z.ZodType>(options: JsonBodyOptions<Schema>) => {
  const { schema, adapt = (body) => body, maxBytes = 64 * 1024 } = options;
  return async function readJsonBody(context: JsonBodyContext): Promise<z.output<Schema>> {
    const body = adapt(parseJson(await readBytes(context, maxBytes)));
    const { data, error } = schema.safeParse(body);
    if (!error) return data as z.output<Schema>;
    const [issue] = error.issues;
    throw invalid(issue ? faultOf(issue, schema, body) : 'The body is not of the right form.', error);
  };
};
