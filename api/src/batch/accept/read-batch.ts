import {
  didYouMean,
  endpointOptions,
  isGiven,
  isJsonObject,
  type JsonObject,
  limits,
  pairsOfJson,
  shownName,
  TintypeError,
} from '@tintype/contracts';
import { objectNameOf } from '../../account-storage/object-location.js';
import { parseJson } from '../../middleware/json-body.js';
import { type BatchEndpoint, type BatchItem, batchEndpoints, type Fault } from '../facts/records.js';
import { separateNames } from './item-names.js';

export interface BatchOrder {
  notificationUri: string | undefined;
  items: BatchItem[];
}

const bodyProperties = ['notification_uri', 'data'];
const itemProperties = ['url', 'options'];
const optionNames = batchEndpoints.flatMap((endpoint) => Object.keys(endpointOptions[endpoint].shape));

const example = '{"data": [{"url": "https://example.com/", "options": {"full": true}}]}';

const invalid = (message: string, cause?: unknown) => new TintypeError('invalid_request', message, { cause });

const parseBody = (bytes: Buffer): JsonObject => {
  const body = parseJson(bytes);
  if (isJsonObject(body)) return body;
  throw invalid(`The body takes a JSON object such as ${example}.`);
};

/**
 * Refuses unknown properties. A client that sends `webhook_url` would otherwise wait for a notification that never
 * comes.
 */
const refuseUnknown = (where: string, given: JsonObject, names: readonly string[]): void => {
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const isOption = names.includes('options') && [...optionNames, 'file_name'].includes(unknown);
  const advice = isOption ? ' Put it into `options`.' : didYouMean(unknown, names);
  const list = names.map((name) => `\`${name}\``).join(' and ');
  throw invalid(
    `The property \`${shownName(unknown)}\` of ${where} is unknown.${advice} The properties of ${where} are ${list}.`,
  );
};

/** Undefined if the body has none. Throws `invalid_request` if it is unusable. */
const notificationUriIn = ({ notification_uri: uri }: JsonObject): string | undefined => {
  if (!isGiven(uri)) return undefined;
  const url = typeof uri === 'string' && uri.length <= limits.urlLength ? URL.parse(uri) : null;
  const isUsable = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (isUsable) return url.href;
  throw invalid('The property `notification_uri` takes an http or https URL without user name and password, or null.');
};

/** The `notification_uri` of a refused body; undefined if it is missing or unusable. */
export const notificationUriOf = (bytes: Buffer): string | undefined => {
  try {
    return notificationUriIn(parseBody(bytes));
  } catch {
    return undefined;
  }
};

const itemError = (code: Fault['code'], message: string) => new TintypeError(code, message);

const refuseLarge = (item: unknown) => {
  if (Buffer.byteLength(JSON.stringify(item)) > limits.batchItemBytes)
    throw itemError(
      'request_too_large',
      `The item has more than ${limits.batchItemBytes / 1024} KiB. Send a smaller one.`,
    );
};

const optionsIn = ({ options }: JsonObject): JsonObject => {
  const isEmptyList = Array.isArray(options) && options.length === 0;
  if (!isGiven(options) || isEmptyList) return {};
  if (isJsonObject(options)) return options;
  throw itemError('invalid_request', 'The property `options` of an item takes an object such as {"full": true}.');
};

const refuseName = (name = '') => {
  if (name.length <= limits.fileNameLength && !/\p{Cc}/u.test(name)) return;
  const takes = `up to ${limits.fileNameLength} characters of text without line breaks`;
  throw itemError('invalid_option', `The option \`file_name\` takes ${takes}.`);
};

/** An item's `file_name` means the query's `fileName`. A batch never answers with a redirect, so drops `s3Redirect`. */
const pairsOf = (endpoint: BatchEndpoint, url: string, options: JsonObject): Record<string, string> => {
  const { file_name: name, s3Redirect: _, ...others } = options;
  if (isGiven(others.url) && others.url !== url)
    throw itemError(
      'invalid_option',
      'The `url` of the item and that in its `options` differ. Leave out the one in `options`.',
    );
  const documentOption = ['html', 'markdown', 'baseUrl'].find((each) => isGiven(others[each]));
  if (documentOption)
    throw itemError(
      'invalid_option',
      `A batch renders pages by \`url\`: send \`${documentOption}\` with POST /v1/renders.`,
    );
  const pairs = pairsOfJson({ ...others, url }, [endpoint]);
  const { file_name: fileName } = pairsOfJson({ file_name: name });
  if (fileName !== undefined && pairs.fileName !== undefined && fileName !== pairs.fileName)
    throw itemError('invalid_option', 'The options `file_name` and `fileName` differ. Give only one of them.');
  if (fileName !== undefined) pairs.fileName = fileName;
  refuseName(pairs.fileName);
  if (/^(true|1)$/i.test(pairs.skipUpload ?? ''))
    throw itemError('invalid_option', 'A batch stores every result: leave out `skipUpload`.');
  delete pairs.skipUpload;
  return pairs;
};

const readItem = (endpoint: BatchEndpoint, item: unknown): BatchItem => {
  const url = isJsonObject(item) && typeof item.url === 'string' ? item.url.slice(0, limits.urlLength) : null;
  try {
    refuseLarge(item);
    if (!isJsonObject(item))
      throw itemError('invalid_request', 'An item takes an object such as {"url": "https://example.com/"}.');
    refuseUnknown('an item', item, itemProperties);
    if (!isGiven(item.url)) throw new TintypeError('missing_url');
    if (typeof item.url !== 'string') throw new TintypeError('invalid_url');
    const pairs = pairsOf(endpoint, item.url, optionsIn(item));
    // The batch's state shows the name of the stored object: `x` for `../../x`.
    return { url, fileName: objectNameOf(pairs.fileName ?? '') || null, pairs };
  } catch (error) {
    if (!(error instanceof TintypeError)) throw error;
    return { url, fileName: null, pairs: {}, fault: { code: error.code, message: error.message } };
  }
};

/**
 * Reads the body of a batch. Throws `invalid_request`, and `request_too_large` above `maxItems`. An error in an item
 * becomes the item's fault.
 */
export const readBatch = (bytes: Buffer, maxItems: number, endpoint: BatchEndpoint): BatchOrder => {
  const body = parseBody(bytes);
  const { data } = body;
  refuseUnknown('the body', body, bodyProperties);
  if (!Array.isArray(data)) throw invalid(`The property \`data\` takes a list of items, as in ${example}.`);
  if (data.length === 0) throw invalid('The list `data` is empty. Send at least one item.');
  if (data.length > maxItems) {
    const message = `The list \`data\` has ${data.length} items. Send at most ${maxItems} in a batch.`;
    throw new TintypeError('request_too_large', message);
  }
  const notificationUri = notificationUriIn(body);
  const items = data.map((item) => readItem(endpoint, item));
  separateNames(items);
  return { notificationUri, items };
};
