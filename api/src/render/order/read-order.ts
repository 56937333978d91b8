import {
  type DocumentKind,
  documentKinds,
  documentUrl,
  type Endpoint,
  endpointOptions,
  endpoints,
  isEndpoint,
  isGiven,
  isJsonObject,
  type JsonObject,
  limits,
  type Pairs,
  pairsOfJson,
  readTargetUrl,
  TintypeError,
} from '@tintype/contracts';
import { nearOption } from '../idle-options.js';
import { documentOf, type RenderDocument } from './document.js';

export interface OrderedOutput {
  endpoint: Endpoint;
  pairs: Pairs;
}

export interface RenderOrder {
  outputs: readonly [OrderedOutput, ...OrderedOutput[]];
  /** Whether the body has `outputs`, a list. It may have one entry. */
  isList: boolean;
  document: RenderDocument | undefined;
  /** What a batch renders later. Undefined without `"async": true`: the outputs are then rendered now. */
  later: LaterOrder | undefined;
}

/** Parts of the body as the client sent them. The code that accepts the batch reads them. */
export interface LaterOrder {
  notificationUri: unknown;
  url: unknown;
  options: JsonObject;
}

/** The properties of a body that are not options. */
const nonOptions = ['endpoint', 'outputs', 'url', 'html', 'markdown', 'baseUrl', 'async', 'notification_uri'] as const;

const example = '{"endpoint": "pdf", "url": "https://example.com/"}';

const invalid = (message: string) => new TintypeError('invalid_request', message);

const quoted = (name: string) => `\`${name.slice(0, 64)}\``;

/** A recording has a browser of its own, so it shares no page load. */
const listableEndpoints = endpoints.filter((endpoint) => endpoint !== 'animated');

const readEndpoint = (name: unknown, property: string, known: readonly Endpoint[]): Endpoint => {
  if (typeof name === 'string' && isEndpoint(name) && known.includes(name)) return name;
  const missing = isGiven(name) ? '' : ' is missing. It';
  throw invalid(`The property \`${property}\`${missing} takes one of ${known.join(', ')}.`);
};

/** An output and the options that are its own. */
interface ListedOutput {
  endpoint: Endpoint;
  options: JsonObject;
}

const readListed = (output: unknown, at: number): ListedOutput => {
  const { endpoint, ...options } = isJsonObject(output) ? output : { endpoint: output };
  return {
    endpoint: readEndpoint(endpoint, `outputs.${at}${isJsonObject(output) ? '.endpoint' : ''}`, listableEndpoints),
    options,
  };
};

const readList = (outputs: unknown): [ListedOutput, ...ListedOutput[]] => {
  // More outputs than endpoints contain a repeated one, so the rest need not be read.
  const list = Array.isArray(outputs) ? outputs.slice(0, endpoints.length + 1) : [];
  const [first, ...others] = list.map(readListed);
  if (!first)
    throw invalid('The property `outputs` takes a list such as ["image", {"endpoint": "pdf", "format": "A5"}].');
  const twice = others.find(({ endpoint }, at) =>
    [first, ...others.slice(0, at)].some((each) => each.endpoint === endpoint),
  );
  if (twice)
    throw invalid(
      `The list \`outputs\` has ${twice.endpoint} twice. Send another request for another ${twice.endpoint}.`,
    );
  return [first, ...others];
};

const readOutputs = ({ endpoint, outputs }: JsonObject): [ListedOutput, ...ListedOutput[]] => {
  if (!isGiven(outputs)) return [{ endpoint: readEndpoint(endpoint, 'endpoint', endpoints), options: {} }];
  if (isGiven(endpoint)) throw invalid('The body has `endpoint` and `outputs`. Give only one of them.');
  return readList(outputs);
};

/** True for text of blanks only, which would make an empty page. */
const isBlank = (text: unknown) => typeof text === 'string' && text.trim() === '';

/**
 * The name of the property that has the page. Throws `missing_url` if none has, and `invalid_request` if several have.
 */
const sourceOf = (body: JsonObject): 'url' | DocumentKind => {
  const given = (['url', ...documentKinds] as const).filter((name) => isGiven(body[name]) && !isBlank(body[name]));
  const [source, another] = given;
  if (source === undefined)
    throw new TintypeError('missing_url', 'There is no page to render. Give one of `url`, `html` and `markdown`.');
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

/** The URL against which a document's relative links are resolved. */
const readBase = ({ baseUrl }: JsonObject): string => {
  if (!isGiven(baseUrl)) return documentUrl;
  const url = typeof baseUrl === 'string' ? readTargetUrl(baseUrl) : undefined;
  if (url !== undefined) return url;
  const takes = 'an absolute http or https URL without user name and password';
  throw new TintypeError('invalid_url', `The property \`baseUrl\` takes ${takes}.`);
};

/**
 * The page that a body, or the arguments of a tool, ask for. A document comes with its base URL. Throws errors of the
 * catalogue.
 */
export const readPage = (body: JsonObject): { url: string; document: RenderDocument | undefined } => {
  const source = sourceOf(body);
  if (source !== 'url') return { url: readBase(body), document: readDocument(source, body[source]) };
  if (isGiven(body.baseUrl))
    throw invalid('The property `baseUrl` is for `html` and `markdown`. Leave it out, or send one of these.');
  if (typeof body.url !== 'string') throw new TintypeError('invalid_url');
  return { url: body.url, document: undefined };
};

const hasOption = (endpoint: Endpoint, name: string) => Object.hasOwn(endpointOptions[endpoint].shape, name);

const refusedOption = (name: string, why: string, advice = '') =>
  new TintypeError('invalid_option', `The option ${quoted(name)} ${why}.${advice} \`/docs\` lists the options.`);

/** An unknown name has no effect in a signed URL; in a body, it is a mistake. */
const refuseUnknown = (names: readonly string[], asked: readonly Endpoint[]) => {
  const unknown = names.find((name) => !asked.some((endpoint) => hasOption(endpoint, name)));
  if (unknown === undefined) return;
  const others = endpoints.filter((each) => hasOption(each, unknown));
  if (others.length > 0) throw refusedOption(unknown, `is for ${others.join(', ')}, not for ${asked.join(', ')}`);
  const all = [...nonOptions, ...asked.flatMap((each) => Object.keys(endpointOptions[each].shape))];
  throw refusedOption(unknown, 'is unknown', nearOption(unknown, [...new Set(all)]));
};

/** Options of a single output: each output may show another part of the page. */
const singleOutputOptions = ['selector', 'selectorId'];

const isPageOption = (name: string) =>
  !singleOutputOptions.includes(name) && listableEndpoints.every((each) => hasOption(each, name));

/**
 * Refuses options of the page inside `outputs`. Such options are the same for all outputs, so they belong beside the
 * list.
 */
const refuseShared = ({ options }: ListedOutput) => {
  const shared = Object.keys(options).find(isPageOption);
  if (shared !== undefined)
    throw new TintypeError(
      'invalid_option',
      `All outputs share the option \`${shared}\`. Put it beside \`outputs\`, not into a single output.`,
    );
};

const optionsIn = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !(nonOptions as readonly string[]).includes(name)));

const readLater = (body: JsonObject): LaterOrder | undefined => {
  const { async: isAsync, notification_uri: notificationUri, url } = body;
  if (isGiven(isAsync) && typeof isAsync !== 'boolean') throw invalid('The property `async` takes true or false.');
  if (isAsync) return { notificationUri, url, options: optionsIn(body) };
  if (isGiven(notificationUri))
    throw invalid('The property `notification_uri` is for `async`. Add `"async": true`, or leave it out.');
  return undefined;
};

/** Refuses `options` as an object, which is the form of a batch's items. */
const refuseNested = ({ options }: JsonObject) => {
  if (isJsonObject(options))
    throw invalid('Put the options directly into the body, beside `endpoint`, and not into `options`.');
};

/** Reads the body of `POST /v1/renders`. Throws errors of the catalogue. */
export const readOrder = (body: unknown): RenderOrder => {
  if (!isJsonObject(body)) throw invalid(`The body takes a JSON object such as ${example}.`);
  refuseNested(body);
  const [first, ...others] = readOutputs(body);
  const { url, document } = readPage(body);
  const asked = [first, ...others].map(({ endpoint }) => endpoint);
  const commonPairs = pairsOfJson(optionsIn(body), asked);
  refuseUnknown(Object.keys(commonPairs), asked);
  const outputOf = (output: ListedOutput): OrderedOutput => {
    const { endpoint } = output;
    const options = pairsOfJson(output.options, [endpoint]);
    refuseUnknown(Object.keys(options), [endpoint]);
    refuseShared(output);
    const shared = Object.entries(commonPairs).filter(([name]) => hasOption(endpoint, name));
    return { endpoint, pairs: { ...Object.fromEntries(shared), ...options, url } };
  };
  const list: RenderOrder['outputs'] = [outputOf(first), ...others.map(outputOf)];
  return { outputs: list, isList: isGiven(body.outputs), document, later: readLater(body) };
};
