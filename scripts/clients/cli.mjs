// The templates of clients/cli: the tables of `tintype options`, of `help` in a session shell, and of the completion.
import { deviceList } from '../../contracts/dist/devices.generated.js';

const numberText = ({ type, min, above, max }) => {
  if (above !== undefined) return `number above ${above}, up to ${max}`;
  return `${type === 'integer' ? 'whole number' : 'number'}, ${min}–${max}`;
};

const texts = {
  boolean: () => 'true | false',
  enum: ({ values }) => values.join(' | '),
  integer: numberText,
  number: numberText,
  length: () => 'length, such as 10mm',
  list: ({ items }) => `${items === 'number' ? 'numbers' : 'texts'} with commas`,
  base64: () => 'text, or @file',
  json: () => 'JSON, or @file',
  string: ({ maxLength = 1000 }) => (maxLength < 1000 ? `text, up to ${maxLength} characters` : 'text'),
};

const rowOf = (option) => {
  const { name, endpoints, description, default: standard, type, min, above, max, values, maxLength } = option;
  const row = {
    name,
    endpoints,
    takes: texts[type](option),
    value: { type, min, above, max, values, maxLength },
    ...(type === 'base64' || type === 'json' ? { carried: type } : {}),
    ...(standard === undefined ? {} : { standard: String(standard) }),
    description: description.replace(/,?( as JSON)? in base64url/, ''),
  };
  return `  ${JSON.stringify(row)},\n`;
};

const range = ({ type, min, max, above }) => {
  const name = type === 'integer' ? 'whole number' : 'number';
  if (above !== undefined) return `${name} above ${above}${max === undefined ? '' : `, up to ${max}`}`;
  if (min !== undefined && max !== undefined) return `${name}, ${min}–${max}`;
  if (min !== undefined) return `${name}, ${min} or more`;
  return max === undefined ? name : `${name}, up to ${max}`;
};

const fieldTexts = {
  boolean: () => 'true | false',
  enum: ({ values }) => values.join(' | '),
  integer: range,
  number: range,
  string: () => 'text',
  array: () => 'JSON list',
  object: () => 'JSON object',
};

const fieldOf = (field) => {
  const { name, type, description, default: standard, required = false } = field;
  const isShown = standard !== undefined && typeof standard !== 'object';
  const takes = `${fieldTexts[type](field)}${isShown ? ` (${standard})` : ''}${required ? ', required' : ''}`;
  return { name, takes, description };
};

const actionOf = ({ name, description, payload }) =>
  `  ${JSON.stringify({ name, description, fields: payload.map(fieldOf) })},\n`;

const heading = '// Made by `make generate` (scripts/clients/cli.mjs); not to be edited.';

export const files = ({ options, actions, limits }) => ({
  'clients/cli/src/options.generated.ts': `${heading}

/** What the service checks of a value. */
export interface OptionValue {
  type: 'boolean' | 'enum' | 'integer' | 'number' | 'length' | 'list' | 'base64' | 'json' | 'string';
  min?: number;
  above?: number;
  max?: number;
  values?: readonly string[];
  maxLength?: number;
}

export interface OptionRow {
  name: string;
  endpoints: readonly string[];
  takes: string;
  value: OptionValue;
  /** How a query carries the value: text in base64url, or JSON in it. */
  carried?: 'base64' | 'json';
  standard?: string;
  description: string;
}

export const optionRows: readonly OptionRow[] = [
${options
  .filter(({ name }) => name !== 'url')
  .map(rowOf)
  .join('')}];

/** The items of a batch. */
export const mostBatchItems = ${limits.batchItems};
`,
  'clients/cli/src/actions.generated.ts': `${heading}

export interface FieldRow {
  name: string;
  takes: string;
  description: string;
}

export interface ActionRow {
  name: string;
  description: string;
  fields: readonly FieldRow[];
}

export const actionRows: readonly ActionRow[] = [
${actions.map(actionOf).join('')}];

/** The longest time of a session. */
export const sessionTtlSeconds = ${limits.sessionTtlSeconds};
`,
  'clients/cli/src/devices.generated.ts': `${heading}

/** The values of \`-X emulateDevice\`. */
export const deviceKeys =
  '${deviceList.map(({ key }) => key).join(' ')}'.split(' ');
`,
});
