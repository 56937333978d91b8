import { type Endpoint, notYetAvailable, type Pairs, pairsOfJson, TintypeError } from '@tintype/contracts';
import { isAvailableOption, type Property, propertyOf, shapeOf } from '../render/order/option-properties.js';
import type { ObjectSchema, ToolArguments } from './tool.js';
import { unknownArgument } from './unknown-argument.js';

/** Text on a page may make an agent ask for them, to publish files of the account. */
const notForAgents = ['s3Acl', 's3Redirect'];

/** The JSON schema of some options, from the table that signed URLs use; `more` comes behind them. */
export const optionsSchema = (
  endpoint: Endpoint,
  names: readonly string[],
  more: Record<string, Property> = {},
): ObjectSchema => {
  const shape = shapeOf(endpoint);
  const properties = names.filter(isAvailableOption).map((name) => {
    const schema = shape[name];
    if (!schema) throw new Error(`The endpoint ${endpoint} has no option ${name}.`);
    return [name, propertyOf(name, schema)];
  });
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), ...more } as ObjectSchema['properties'],
    required: ['url'],
  };
};

/**
 * Arguments as the decoded pairs of a query. Null and what is empty counts as absent. Throws `invalid_option` for an unknown
 * name, which is a mistake of the model.
 */
export const pairsOf = (endpoint: Endpoint, args: ToolArguments): Pairs => {
  const names = Object.keys(shapeOf(endpoint)).filter(
    (name) => isAvailableOption(name) && !notForAgents.includes(name),
  );
  const pairs = pairsOfJson(args);
  const unknown = Object.keys(pairs).find((name) => !names.includes(name) && !notYetAvailable.options.includes(name));
  if (unknown) throw new TintypeError('invalid_option', unknownArgument(unknown, names));
  return pairs;
};
