// The generated parts of clients/ruby: options and error codes as tables, actions as methods.

const snake = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const unique = (list) => [...new Set(list)];

/** What a caller may pass without its name: the element, then what the action needs. */
function positional({ name, payload }) {
  const values = new Set(name === 'fill' || name === 'select' ? ['value'] : []);
  const isFirst = (property) => property.name === 'selector';
  const first = payload.filter(isFirst);
  const rest = payload.filter((property) => !isFirst(property) && (property.required || values.has(property.name)));
  return [...first, ...rest];
}

const typeNames = {
  boolean: 'Boolean',
  integer: 'Integer',
  number: 'Numeric',
  string: 'String',
  array: 'Array',
  object: 'Hash',
};
const typeOf = ({ type, values }) => (type === 'enum' ? values.join(', ') : (typeNames[type] ?? 'Object'));

function actionMethod(action) {
  const places = positional(action);
  const isOptional = places.some(({ required }) => !required);
  const keywords = action.payload.filter((property) => !places.includes(property));
  const parameters = [
    ...places.map(({ name }) => (isOptional ? `${snake(name)} = nil` : snake(name))),
    ...keywords.map(({ name }) => `${snake(name)}: nil`),
  ];
  const pairs = action.payload.map(({ name }) => `        "${name}" => ${snake(name)},`);
  return [
    `    # ${action.description}`,
    '    #',
    ...action.payload.map((property) => `    # @param ${snake(property.name)} [${typeOf(property)}]`),
    '    # @return [Hash]',
    `    def ${action.name}(`,
    parameters.map((parameter) => `      ${parameter}`).join(',\n'),
    '    )',
    '      payload = {',
    ...pairs,
    '      }.compact',
    `      act("${action.name}", payload)`,
    '    end',
    '',
  ];
}

function optionTables(options) {
  const endpoints = unique(options.flatMap((option) => option.endpoints));
  const rows = (list) => unique(list.map(({ name }) => name)).map((name) => `      ${snake(name)}: "${name}",`);
  const having = (endpoint) => options.filter((option) => option.endpoints.includes(endpoint));
  const tables = [['all', options], ...endpoints.map((endpoint) => [endpoint, having(endpoint)])];
  return [
    '  # Wire names of options, for each endpoint.',
    '  OPTION_NAMES = {',
    ...tables.flatMap(([name, list]) => [`    "${name}" => {`, ...rows(list), '    }.freeze,']),
    '  }.freeze',
    '',
    '  # Types of options by wire name; one that endpoints take differently has its first.',
    '  OPTION_TYPES = {',
    ...unique(options.map(({ name }) => name)).map(
      (name) => `    "${name}" => "${options.find((option) => option.name === name).type}",`,
    ),
    '  }.freeze',
    '',
  ];
}

/** How long the service takes at most, in seconds. */
const timesOf = (limits) =>
  ['requestSeconds', 'edgeSeconds', 'actionSeconds', 'batchActionSeconds'].map(
    (name) => `  ${snake(name).toUpperCase()} = ${limits[name]}`,
  );

export const files = ({ options, actions, errors, limits }) => ({
  'clients/ruby/lib/tintype/generated.rb': [
    '# frozen_string_literal: true',
    '',
    '# `make generate` writes this file (scripts/clients/ruby.mjs).',
    'module Tintype',
    `  ERROR_CODES = %w[${errors.map(({ code }) => code).join(' ')}].freeze`,
    '',
    '  # How long the service takes at most.',
    ...timesOf(limits),
    '',
    ...optionTables(options.filter(({ name }) => name !== 'url')),
    '  # The actions of a session; `act` sends them.',
    '  module Actions',
    ...actions.flatMap(actionMethod).slice(0, -1),
    '  end',
    'end',
    '',
  ].join('\n'),
});
