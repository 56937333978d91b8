// The generated parts of clients/php: types of options and error codes as tables, actions as methods.

const unique = (list) => [...new Set(list)];
const pascal = (name) => `${name[0].toUpperCase()}${name.slice(1)}`;
const camel = (name) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());
const literal = (values) => values.map((value) => `'${value}'`).join('|');

const optionTypes = {
  boolean: 'bool',
  integer: 'int',
  number: 'int|float',
  string: 'string',
  base64: 'string',
  length: 'int|float|string',
  list: 'list<string|int|float>|string',
  json: 'array<mixed>',
};
const optionType = ({ type, values }) => (type === 'enum' ? literal(values) : optionTypes[type]);

function optionsType(endpoint, options) {
  const own = options.filter((option) => option.endpoints.includes(endpoint));
  const lines = own.map((option) => ` *     ${option.name}?: ${optionType(option)}|null,`);
  return [
    ` * @phpstan-type ${pascal(endpoint)}Options array{`,
    ...lines,
    ' *     extra?: array<string, mixed>,',
    ' * }',
  ];
}

const namesOf = (endpoint, options) =>
  unique(
    options.filter((option) => option.name !== 'url' && option.endpoints.includes(endpoint)).map(({ name }) => name),
  )
    .map((name) => `'${name}'`)
    .join(', ');

/** How long the service takes at most, in seconds. */
const timesOf = (limits) =>
  ['requestSeconds', 'edgeSeconds', 'actionSeconds', 'batchActionSeconds'].map(
    (name) =>
      `    public const ${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()} = ${limits[name]};`,
  );

function tables(options, errors, limits) {
  const endpoints = unique(options.flatMap((option) => option.endpoints));
  const types = unique(options.map(({ name }) => name)).map((name) => {
    const { type } = options.find((option) => option.name === name);
    return `        '${name}' => '${type}',`;
  });
  return [
    '/**',
    ' * Options and error codes of the service. `make generate` writes this file (scripts/clients/php.mjs).',
    ' *',
    ...endpoints.flatMap((endpoint) => optionsType(endpoint, options)),
    ' */',
    'final class GeneratedTables',
    '{',
    '    /** Types of options; one that endpoints take differently has its first. */',
    '    public const OPTION_TYPES = [',
    ...types,
    '    ];',
    '',
    '    /** The options of each endpoint, beside `url`. */',
    '    public const OPTION_NAMES = [',
    ...endpoints.map((endpoint) => `        '${endpoint}' => [${namesOf(endpoint, options)}],`),
    '    ];',
    '',
    '    public const ERROR_CODES = [',
    ...errors.map(({ code }) => `        '${code}',`),
    '    ];',
    '',
    '    /** How long the service takes at most. */',
    ...timesOf(limits),
    '}',
  ];
}

const parameterTypes = {
  boolean: 'bool',
  integer: 'int',
  number: 'int|float',
  string: 'string',
  enum: 'string',
  array: 'array',
  object: 'array',
};
const jsonTypes = { boolean: 'bool', integer: 'int', number: 'int|float', string: 'string' };

function shapeOf(properties) {
  const parts = properties.map(({ name, required, ...shape }) => `${name}${required ? '' : '?'}: ${docType(shape)}`);
  return `array{${parts.join(', ')}}`;
}

function docType({ type, values, items, properties, valuesOf, nullable }) {
  const none = nullable ? '|null' : '';
  if (type === 'enum') return `${literal(values)}${none}`;
  if (type === 'array') return `list<${items ? docType(items) : 'mixed'}>${none}`;
  if (properties) return `${shapeOf(properties)}${none}`;
  if (type === 'object' || type === 'unknown') return `array<string, ${valuesOf ? docType(valuesOf) : 'mixed'}>${none}`;
  return `${jsonTypes[type] ?? 'mixed'}${none}`;
}

const optional = (type) => (type.includes('|') ? `${type}|null` : `?${type}`);

/** What a caller may pass without its name comes first: the element, then what the action needs. */
function ordered({ name, payload }) {
  const values = new Set(name === 'fill' || name === 'select' ? ['value'] : []);
  const rank = (property) => {
    if (property.name === 'selector') return 0;
    return property.required || values.has(property.name) ? 1 : 2;
  };
  return payload.toSorted((one, other) => rank(one) - rank(other));
}

function actionMethod(action) {
  const parameters = ordered(action);
  const hasOptional = parameters.slice(0, 1).some(({ required }) => !required);
  const isRequired = ({ required }) => required && !hasOptional;
  const declared = (property) => {
    const type = parameterTypes[property.type];
    return isRequired(property) ? `${type} $${property.name}` : `${optional(type)} $${property.name} = null`;
  };
  const documented = (property) =>
    `     * @param ${docType(property)}${isRequired(property) ? '' : '|null'} $${property.name}`;
  return [
    '    /**',
    `     * ${action.description}`,
    '     *',
    ...parameters.map(documented),
    '     *',
    `     * @return ${shapeOf(action.result)}`,
    '     */',
    `    public function ${camel(action.name)}(`,
    ...parameters.map((property) => `        ${declared(property)},`),
    '    ): array {',
    '        $payload = [',
    ...parameters.map(({ name }) => `            '${name}' => $${name},`),
    '        ];',
    '',
    `        return $this->act('${action.name}', self::given($payload));`,
    '    }',
    '',
  ];
}

const actionsTrait = (actions) => [
  '/** The actions of a session. `make generate` writes this file (scripts/clients/php.mjs). */',
  'trait GeneratedActions',
  '{',
  '    /**',
  '     * Runs any action by its type and payload.',
  '     *',
  '     * @param array<string, mixed> $payload',
  '     *',
  '     * @return array<string, mixed>',
  '     */',
  '    abstract public function act(string $type, array $payload = []): array;',
  '',
  ...actions.flatMap(actionMethod),
  '    /**',
  '     * @param array<string, mixed> $payload',
  '     *',
  '     * @return array<string, mixed>',
  '     */',
  '    private static function given(array $payload): array',
  '    {',
  '        return array_filter($payload, static fn (mixed $value): bool => $value !== null);',
  '    }',
  '}',
];

const phpFile = (lines) =>
  ['<?php', '', 'declare(strict_types=1);', '', 'namespace Tintype;', '', ...lines, ''].join('\n');

export const files = ({ options, actions, errors, limits }) => ({
  'clients/php/src/GeneratedTables.php': phpFile(
    tables(
      options.filter(({ name }) => name !== 'url'),
      errors,
      limits,
    ),
  ),
  'clients/php/src/GeneratedActions.php': phpFile(actionsTrait(actions)),
});
