import { type Endpoint, type Pairs, pairsOfJson, TintypeError } from '@tintype/contracts';
import type { RenderDocument } from '../../render/order/document.js';
import { type Property, propertyOf, shapeOf } from '../../render/order/option-properties.js';
import { readPage } from '../../render/order/read-order.js';
import type { ObjectSchema, ToolArguments } from '../tool.js';
import { unknownArgument } from './unknown-argument.js';

/** Options that models cannot set: text on a page could make a model publish files of the account. */
const notForModels = ['s3Acl', 's3Redirect'];

const refusalMessage = (name: string): string =>
  `The argument \`${name}\` is refused here, because it can publish files of the account. A \`preset\` of the account may set it.`;

/** Arguments of a document that the call brings instead of `url`. `POST /v1/renders` takes the same. */
const documentArguments = ['html', 'markdown', 'baseUrl'];

/** The JSON schema of the options `names`, from the table that signed URLs use. `more` are further properties. */
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

export interface RenderOrder {
  pairs: Pairs;
  document: RenderDocument | undefined;
}

/**
 * Reads arguments as pairs, and the document if the call brings one. Null and empty values count as absent. Throws
 * `invalid_option` for an unknown or refused name, and the errors of `readPage`. The message about an unknown name also
 * lists `taken`, the arguments that the tool reads itself.
 */
export const orderOf = (endpoint: Endpoint, args: ToolArguments, taken: readonly string[] = []): RenderOrder => {
  const names = Object.keys(shapeOf(endpoint)).filter((name) => !notForModels.includes(name));
  const options = Object.fromEntries(Object.entries(args).filter(([name]) => !documentArguments.includes(name)));
  const pairs = pairsOfJson(options, [endpoint]);
  const refused = notForModels.find((name) => pairs[name] !== undefined);
  if (refused) throw new TintypeError('invalid_option', refusalMessage(refused));
  const unknown = Object.keys(pairs).find((name) => !names.includes(name));
  if (unknown)
    throw new TintypeError('invalid_option', unknownArgument(unknown, [...taken, ...names, ...documentArguments]));
  const { url, document } = readPage(args);
  return { pairs: { ...pairs, url }, document };
};
