// The template of clients/n8n: a field of n8n's form for each option of a page and of an action. n8n's linter wants
// titles in title case, "Whether" before booleans, and no full stop after a single sentence.

import {
  choices,
  dynamicText,
  firstValues,
  firstValuesOf,
  limitText,
  loaders,
  longTexts,
  onTop,
  texts,
  textsOf,
  titles,
  titlesOf,
  whethers,
  words,
} from './n8n/words.js';

const folder = 'clients/n8n/nodes/Tintype';
const header = `// Made by \`make generate\` (scripts/clients/n8n.mjs); not to be edited.

import type { INodeProperties } from 'n8n-workflow';
`;

const wordTitle = (word) => words[word.toLowerCase()] ?? `${word[0].toUpperCase()}${word.slice(1)}`;
const wordsOf = (name) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[ _-]/)
    .filter(Boolean);
const small = /^(for|on|of|to|and|while|per)$/i;
const titleCase = (name) =>
  wordsOf(name)
    .map((word, at) => (at > 0 && small.test(word) ? word.toLowerCase() : wordTitle(word)))
    .join(' ');
const titleOf = (name, owner) => titlesOf[owner]?.[name] ?? titles[name] ?? titleCase(name);

/** A name of another field becomes its title; other code keeps its form. */
const code = (text, { names = [], owner } = {}) =>
  text
    .replace(/,?( as JSON)? in base64url/, '')
    .replace(', separated by commas', '')
    .replace(/\bId\b/g, 'ID')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/`([^`]*)`/g, (_, inner) => (names.includes(inner) ? titleOf(inner, owner) : `<code>${inner}</code>`));

/** n8n counts sentences by ". ". */
const sentenceOf = (text) => (text.split('. ').length === 1 ? text.replace(/\.$/, '') : text);

const firstLower = (text) => `${text[0].toLowerCase()}${text.slice(1)}`;

/** The form shows the default number or choice in the field. */
const withoutDefault = ({ type, description = '' }) =>
  ['integer', 'number', 'enum'].includes(type) ? description.replace(/ \(\d+\)|; \w+ by default/, '') : description;

const descriptionOf = (shape, place) => {
  const { name, type } = shape;
  if (name === 'limit') return limitText;
  const text = textsOf[place.owner]?.[name] ?? texts[name] ?? sentenceOf(code(withoutDefault(shape), place));
  if (loaders[name]) return `${text.replace(/\.$/, '')}. ${dynamicText}.`;
  return type === 'boolean' ? (whethers[name] ?? `Whether to ${firstLower(text)}`) : text;
};

/** The number that the description names as default, else the least one. */
const numberOf = ({ name, default: standard, min, above, description = '' }) => {
  const [, named] =
    /\((\d+)\)|; (\d+) by default|\b(\d+) by default/.exec(description)?.filter((each) => each !== undefined) ?? [];
  if (name === 'limit') return 50;
  return (
    standard ?? firstValues[name] ?? (named === undefined ? (min ?? (above === undefined ? 0 : 1)) : Number(named))
  );
};

const choicesOf = (values) =>
  values.map((value) => ({ name: titleCase(value), value })).sort((a, b) => a.name.localeCompare(b.name));

const numberField = (shape) => ({
  type: 'number',
  typeOptions: {
    ...(shape.name === 'limit' ? { minValue: 1 } : shape.min === undefined ? {} : { minValue: shape.min }),
    ...(shape.above === undefined ? {} : { minValue: 0 }),
    ...(shape.max === undefined ? {} : { maxValue: shape.max }),
    ...(shape.type === 'number' ? { numberPrecision: 3 } : {}),
  },
  default: numberOf(shape),
});

const enumField = ({ values, default: standard, description = '' }) => {
  const named = values.find((value) => description.includes(`${value} by default`));
  return { type: 'options', options: choicesOf(values), default: standard ?? named ?? values[0] };
};

const group = (name, displayName, values) => [{ displayName, name, values }];

const nested = (properties) => properties.map((property) => fieldOf(property, 'nested')).sort(byTitle);

const objectField = ({ name, properties }) => ({
  type: 'fixedCollection',
  default: {},
  options: group('value', titleOf(name), nested(properties)),
});

const listField = ({ name, items, default: standard }) => {
  if (choices[name]) return { type: 'multiOptions', options: choicesOf(choices[name]), default: [] };
  if (items.type === 'enum') return { type: 'multiOptions', options: choicesOf(items.values), default: standard ?? [] };
  if (items.type === 'object')
    return {
      type: 'fixedCollection',
      typeOptions: { multipleValues: true },
      default: {},
      options: group('values', titleOf(name), nested(items.properties)),
    };
  return items.type === 'unknown'
    ? { type: 'json', default: '[]' }
    : { type: 'string', typeOptions: { multipleValues: true }, default: [] };
};

const headersField = {
  type: 'fixedCollection',
  typeOptions: { multipleValues: true },
  default: {},
  options: group('pairs', 'Header', [
    { displayName: 'Name', name: 'name', type: 'string', default: '' },
    { displayName: 'Value', name: 'value', type: 'string', default: '' },
  ]),
};

const textField = ({ name }) => {
  if (loaders[name]) return { type: 'options', typeOptions: { loadOptionsMethod: loaders[name] }, default: '' };
  return { type: 'string', ...(longTexts.has(name) ? { typeOptions: { rows: 4 } } : {}), default: '' };
};

const kinds = {
  boolean: ({ default: standard }) => ({ type: 'boolean', default: standard ?? false }),
  integer: numberField,
  number: numberField,
  enum: enumField,
  object: objectField,
  array: listField,
  json: ({ name }) => (name === 'headers' ? headersField : { type: 'json', default: '[]' }),
  // Latitude and longitude belong together.
  list: (shape) =>
    shape.items === 'number' ? textField(shape) : listField({ ...shape, items: { type: shape.items } }),
};

const placeholderOf = ({ name, type, example }) =>
  example !== undefined && !['base64', 'json', 'list'].includes(type) && !loaders[name]
    ? { placeholder: `e.g. ${example}` }
    : {};

/** "Bottom margin" tells nothing about "Margin Bottom". */
const repeats = (description, title) => {
  const [given, known] = [description, title].map((text) => text.toLowerCase().split(' ').sort().join(' '));
  return given === known;
};

const fieldOf = (shape, owner, names) => {
  const { name, required } = shape;
  const description = descriptionOf(shape, { names, owner });
  const title = titleOf(name, owner);
  const { type, typeOptions, default: standard, ...rest } = (kinds[shape.type] ?? textField)(shape);
  return {
    displayName: loaders[name] ? `${title} Name or ID` : title,
    name,
    type,
    ...(typeOptions && Object.keys(typeOptions).length > 0 ? { typeOptions } : {}),
    ...(required ? { required } : {}),
    default: standard,
    ...rest,
    ...placeholderOf(shape),
    ...(description && !repeats(description, title) ? { description } : {}),
  };
};

const byTitle = (a, b) => a.displayName.localeCompare(b.displayName);

/** Source text of a value. n8n's linter reads names without quotes only. */
const sourceOf = (value, indent = '') => {
  const inner = `${indent}  `;
  if (Array.isArray(value))
    return value.length === 0
      ? '[]'
      : `[\n${value.map((each) => `${inner}${sourceOf(each, inner)},\n`).join('')}${indent}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const lines = Object.entries(value).map(([name, each]) => `${inner}${name}: ${sourceOf(each, inner)},\n`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`;
};

const isOnTop = (owner, name) => onTop[owner]?.includes(name) ?? false;

/** An option has a row of its own for each endpoint with another first value. */
const split = (option) => {
  const own = option.endpoints.filter((endpoint) => firstValuesOf[endpoint]?.[option.name] !== undefined);
  const rows = own.map((endpoint) => ({
    ...option,
    endpoints: [endpoint],
    default: firstValuesOf[endpoint][option.name],
  }));
  return [{ ...option, endpoints: option.endpoints.filter((endpoint) => !own.includes(endpoint)) }, ...rows];
};

const optionRows = (options) => {
  const names = options.map(({ name }) => name);
  return options
    .filter(({ name }) => name !== 'url')
    .flatMap(split)
    .map((option) => ({
      endpoints: option.endpoints,
      onTop: option.endpoints.filter((endpoint) => isOnTop(endpoint, option.name)),
      field: fieldOf(option, option.endpoints.length === 1 ? option.endpoints[0] : undefined, names),
    }));
};

/** The action `content` has the name of an endpoint. */
const ownerOf = (action) => (action === 'content' ? 'content_action' : action);

/** Actions whose property has the same shape share a field. */
const actionRows = (actions) => {
  const rows = new Map();
  for (const { name: action, payload } of actions)
    for (const shape of payload) {
      const names = payload.map((each) => each.name);
      const required = shape.required && isOnTop(ownerOf(action), shape.name);
      const field = fieldOf({ ...shape, required }, action, names);
      const key = JSON.stringify(field);
      const row = rows.get(key) ?? { actions: [], onTop: [], field };
      row.actions.push(action);
      if (isOnTop(ownerOf(action), shape.name)) row.onTop.push(action);
      rows.set(key, row);
    }
  return [...rows.values()];
};

const sortedRows = (rows) => rows.sort((a, b) => byTitle(a.field, b.field));

const optionsText = (options) => `${header}
/** An option of pages, the endpoints that have it, and those whose form shows it above the group "Options". */
interface OptionRow {
  endpoints: readonly string[];
  onTop: readonly string[];
  field: INodeProperties;
}

export const optionRows: readonly OptionRow[] = ${sourceOf(sortedRows(optionRows(options)))};
`;

const actionsText = (actions) => `${header}
/** A property of actions, the actions that have it, and those whose form shows it above the group "Options". */
interface ActionRow {
  actions: readonly string[];
  onTop: readonly string[];
  field: INodeProperties;
}

export const actionRows: readonly ActionRow[] = ${sourceOf(sortedRows(actionRows(actions)))};

export const actionField: INodeProperties = ${sourceOf({
  displayName: 'Action',
  name: 'actionType',
  type: 'options',
  noDataExpression: true,
  options: actions
    .map(({ name, description }) => ({
      name: titleCase(name),
      value: name,
      description: sentenceOf(code(description)),
    }))
    .sort((a, b) => a.name.localeCompare(b.name)),
  default: 'goto',
})};
`;

export const files = ({ options, actions }) => ({
  [`${folder}/option-rows.generated.ts`]: optionsText(options),
  [`${folder}/action-rows.generated.ts`]: actionsText(actions),
});
