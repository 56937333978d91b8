import {
  type DocumentKind,
  documentKinds,
  documentUrl,
  type Endpoint,
  endpointOptions,
  endpoints,
  isEndpoint,
  limits,
  type Pairs,
  pairsOfJson,
  readTargetUrl,
  TintypeError,
} from '@tintype/contracts';
import { documentOf, type RenderDocument } from './document.js';

export interface OrderedOutput {
  endpoint: Endpoint;
  pairs: Pairs;
}

export interface RenderOrder {
  output: OrderedOutput;
  document: RenderDocument | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** What a body has beside the options of its endpoint. */
const own = ['endpoint', 'url', 'html', 'markdown', 'baseUrl'] as const;

const example = '{"endpoint": "pdf", "url": "https://example.com/"}';

const invalid = (message: string) => new TintypeError('invalid_request', message);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

const quoted = (name: string) => `\`${name.slice(0, 64)}\``;

const readEndpoint = ({ endpoint }: Json): Endpoint => {
  if (typeof endpoint === 'string' && isEndpoint(endpoint)) return endpoint;
  const missing = isGiven(endpoint) ? '' : ' is missing. It';
  throw invalid(`The property \`endpoint\`${missing} takes one of ${endpoints.join(', ')}.`);
};

/** Throws `missing_url`, and `invalid_request` if the body has several. */
const sourceOf = (body: Json): 'url' | DocumentKind => {
  const given = (['url', ...documentKinds] as const).filter((name) => isGiven(body[name]));
  const [source, another] = given;
  if (source === undefined)
    throw new TintypeError('missing_url', 'The body has no page. Give one of `url`, `html` and `markdown`.');
  if (another !== undefined)
    throw invalid(`The body has ${quoted(source)} and ${quoted(another)}. Give only one of them.`);
  return source;
};

const readDocument = (kind: DocumentKind, text: unknown): RenderDocument => {
  if (typeof text !== 'string') throw invalid(`The property \`${kind}\` takes text.`);
  const bytes = Buffer.from(text);
  if (bytes.length > limits.documentBytes) {
    const [has, most] = [bytes.length, limits.documentBytes].map((count) => count.toLocaleString('en'));
    throw new TintypeError('request_too_large', `\`${kind}\` has ${has} bytes. Send at most ${most}.`);
  }
  return documentOf(kind, bytes);
};

/** The URL that relative links of a document belong to. */
const readBase = ({ baseUrl }: Json): string => {
  if (!isGiven(baseUrl)) return documentUrl;
  const url = typeof baseUrl === 'string' ? readTargetUrl(baseUrl) : undefined;
  if (url !== undefined) return url;
  const takes = 'an absolute http or https URL without user name and password';
  throw new TintypeError('invalid_url', `The property \`baseUrl\` takes ${takes}.`);
};

const readPage = (body: Json): { url: string; document: RenderDocument | undefined } => {
  const source = sourceOf(body);
  if (source !== 'url') return { url: readBase(body), document: readDocument(source, body[source]) };
  if (isGiven(body.baseUrl))
    throw invalid('The property `baseUrl` is for `html` and `markdown`. Leave it out, or send one of these.');
  if (typeof body.url !== 'string') throw new TintypeError('invalid_url');
  return { url: body.url, document: undefined };
};

const hasOption = (endpoint: Endpoint, name: string) => Object.hasOwn(endpointOptions[endpoint].shape, name);

/** An unknown name has no effect in a signed URL; in a body, it is a mistake. */
const refuseUnknown = (names: readonly string[], endpoint: Endpoint) => {
  const unknown = names.find((name) => !hasOption(endpoint, name));
  if (unknown === undefined) return;
  const others = endpoints.filter((each) => hasOption(each, unknown));
  const why = others.length > 0 ? `is for ${others.join(', ')}, not for ${endpoint}` : 'is unknown';
  throw new TintypeError('invalid_option', `The option ${quoted(unknown)} ${why}. \`/docs\` lists the options.`);
};

const optionsIn = (body: Json): Json =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !(own as readonly string[]).includes(name)));

/** Reads the body of `POST /v1/renders`. Throws errors of the catalogue. */
export const readOrder = (body: unknown): RenderOrder => {
  if (!isObject(body)) throw invalid(`The body takes a JSON object such as ${example}.`);
  const endpoint = readEndpoint(body);
  const { url, document } = readPage(body);
  const options = pairsOfJson(optionsIn(body));
  refuseUnknown(Object.keys(options), endpoint);
  return { output: { endpoint, pairs: { ...options, url } }, document };
};
