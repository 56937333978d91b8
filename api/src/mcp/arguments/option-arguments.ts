import { type Endpoint, type Pairs, pairsOfJson, TintypeError } from '@tintype/contracts';
import type { RenderDocument } from '../../render/order/document.js';
import { type Property, propertyOf, shapeOf } from '../../render/order/option-properties.js';
import { readPage } from '../../render/order/read-order.js';
import type { ObjectSchema, ToolArguments } from '../tool.js';
import { unknownArgument } from './unknown-argument.js';

/** Options that agents cannot set: text on a page could make an agent publish files of the account. */
const notForAgents = ['s3Acl', 's3Redirect'];

const publishes = (name: string): string =>
  `The argument \`${name}\` is refused here, because it can publish files of the account. A \`preset\` of the account may set it.`;

/** Arguments for a page that the call itself brings, instead of `url`. `POST /v1/renders` takes the same. */
const ownPage = ['html', 'markdown', 'baseUrl'];

/** The JSON schema of some options, from the table that signed URLs use; `more` comes behind them. */
export const optionsSchema = (
  endpoint: Endpoint,
  names: readonly string[],
  more: Record<string, Property> = {},
): ObjectSchema => {
  const shape = shapeOf(endpoint);
  const properties = names.map((name) => {
    const schema = shape[name];
    if (!schema) throw new Error(`The endpoint ${endpoint} has no option ${name}.`);
    return [name, propertyOf(schema)];
  });
  return { type: 'object', properties: { ...Object.fromEntries(properties), ...more } as ObjectSchema['properties'] };
};

export interface Ordered {
  pairs: Pairs;
  document: RenderDocument | undefined;
}

/**
 * Reads arguments as the decoded pairs of a query, and the page if they bring one. Null and empty values count as
 * absent. Throws `invalid_option` for an unknown name, which is a mistake of the model, and the errors of `readPage`.
 * The message about an unknown name also lists `taken`, the arguments that the tool reads itself.
 */
export const orderOf = (endpoint: Endpoint, args: ToolArguments, taken: readonly string[] = []): Ordered => {
  const names = Object.keys(shapeOf(endpoint)).filter((name) => !notForAgents.includes(name));
  const own = Object.fromEntries(Object.entries(args).filter(([name]) => !ownPage.includes(name)));
  const pairs = pairsOfJson(own, [endpoint]);
  const refused = notForAgents.find((name) => pairs[name] !== undefined);
  if (refused) throw new TintypeError('invalid_option', publishes(refused));
  const unknown = Object.keys(pairs).find((name) => !names.includes(name));
  if (unknown) throw new TintypeError('invalid_option', unknownArgument(unknown, [...taken, ...names, ...ownPage]));
  const { url, document } = readPage(args);
  return { pairs: { ...pairs, url }, document };
};
