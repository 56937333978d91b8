// The generated parts of clients/python: options, actions and error codes as types, and the sync client. The sync
// client is derived from the async one.
import { readdirSync, readFileSync } from 'node:fs';

const package_ = 'clients/python/src/tintype';
const asyncFolder = new URL(`../../${package_}/_async/`, import.meta.url);

const snake = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const keywords = new Set(['from']);
const argument = (name) => (keywords.has(name) ? `${name}_` : snake(name));
const pascal = (name) =>
  name
    .split('_')
    .map((word) => `${word[0].toUpperCase()}${word.slice(1)}`)
    .join('');
const literal = (values) => `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
const unique = (list) => [...new Set(list)];

/** The library encodes, so its documentation does not ask for it. Names are those of the keywords. */
const forPython = (description, names) =>
  description
    .replaceAll(/,? (?:as JSON )?in base64url/g, '')
    .replaceAll(/`(\w+)`/g, (quoted, name) => (names.has(name) ? `\`${argument(name)}\`` : quoted));

const optionTypes = {
  boolean: 'bool',
  integer: 'int',
  number: 'float',
  string: 'str',
  base64: 'str',
  length: 'float | str',
  list: 'Sequence[str | float] | str',
};
const optionType = ({ type, values, items }) => {
  if (type === 'enum') return literal(values);
  if (type === 'json') return items ? 'Sequence[Mapping[str, Any]]' : 'Mapping[str, str]';
  return optionTypes[type];
};

function optionsClass(name, options, names) {
  const lines = unique(options.map((option) => option.name)).flatMap((option) => {
    const entries = options.filter((entry) => entry.name === option);
    const types = unique(entries.flatMap((entry) => optionType(entry).split(' | '))).join(' | ');
    const [{ description }] = entries;
    return [`    #: ${forPython(description, names)}`, `    ${argument(option)}: ${types} | None`];
  });
  return [`class ${name}(TypedDict, total=False):`, ...lines, '', ''];
}

const shapes = {
  'x,y': 'Point',
  'x,y,width,height': 'Box',
  'width,height,deviceScaleFactor': 'Viewport',
  'contentType,bodyBase64': 'Picture',
  'timestamp,level,text,source': 'LogEntry',
};

const scalarTypes = { boolean: 'bool', integer: 'int', number: 'float', string: 'str' };

function jsonType(shape, isInput) {
  const base = plainJsonType(shape, isInput);
  return shape.nullable ? `${base} | None` : base;
}

function plainJsonType({ type, values, items, properties, valuesOf }, isInput) {
  if (type === 'enum') return literal(values);
  const part = (shape) => (shape ? jsonType(shape, isInput) : 'Any');
  if (type === 'array') return `${isInput ? 'Sequence' : 'list'}[${part(items)}]`;
  const known = properties && shapes[properties.map(({ name }) => name).join()];
  if (known) return known;
  if (type === 'object' || type === 'unknown') return `${isInput ? 'Mapping' : 'dict'}[str, ${part(valuesOf)}]`;
  return scalarTypes[type] ?? 'Any';
}

const commonResults = new Set(['success', 'expiresInSeconds', 'notes', 'screenshot']);

function answerClass({ name, result }) {
  const own = result.filter((property) => !commonResults.has(property.name));
  const lines = own.map((property) => {
    const type = jsonType(property, false);
    return `    ${property.name}: ${property.required ? type : `NotRequired[${type}]`}`;
  });
  return [`class ${pascal(name)}Answer(ActionAnswer):`, ...(lines.length > 0 ? lines : ['    pass']), '', ''];
}

/** The one field that callers give, although the action has a default for it. */
const obvious = { fill: 'value', select: 'value', wait_for_timeout: 'timeoutMs', content: 'format' };

/** What a caller may pass without its name: the element, then what the action needs. */
function positional({ name, payload }) {
  const values = new Set([obvious[name]]);
  const isFirst = (property) => property.name === 'selector';
  const first = payload.filter(isFirst);
  const rest = payload.filter((property) => !isFirst(property) && (property.required || values.has(property.name)));
  return [...first, ...rest];
}

function actionMethod(action, { isAsync, names }) {
  const places = positional(action);
  const isOptional = places.some(({ required }) => !required);
  const declared = (property) => `${argument(property.name)}: ${jsonType(property, true)}`;
  const keywordOnly = action.payload.filter((property) => !places.includes(property));
  const parameters = [
    'self',
    ...places.map((property) => (isOptional ? `${declared(property)} | None = None` : declared(property))),
    '*',
    ...keywordOnly.map((property) => `${declared(property)} | None = None`),
  ];
  const payload = action.payload.map(({ name }) => `            "${name}": ${argument(name)},`);
  const [prefix, wait] = isAsync ? ['async ', 'await '] : ['', ''];
  const answer = `${pascal(action.name)}Answer`;
  // Where the selector may lack, Python does not notice that a single argument took its place.
  const needed = isOptional ? places.filter(({ required }) => required) : [];
  return [
    `    ${prefix}def ${action.name}(`,
    ...parameters.map((parameter) => `        ${parameter},`),
    `    ) -> ${answer}:`,
    `        """${forPython(action.description, names)}"""`,
    ...needed.map(({ name }) => `        _need("${action.name}", "${argument(name)}", ${argument(name)}, selector)`),
    '        payload = {',
    ...payload,
    '        }',
    `        return cast(${answer}, ${wait}self.act("${action.name}", _given(payload)))`,
    '',
  ];
}

function actionsClass(actions, isAsync) {
  const names = new Set(actions.flatMap(({ payload }) => payload.map(({ name }) => name)));
  return [
    `class ${isAsync ? 'Async' : ''}SessionActions:`,
    `    """The actions of a session; \`act\` sends them."""`,
    '',
    `    ${isAsync ? 'async ' : ''}def act(self, type: str, payload: Mapping[str, Any] | None = None) -> dict[str, Any]:`,
    '        raise NotImplementedError',
    '',
    ...actions.flatMap((action) => actionMethod(action, { isAsync, names })),
    '',
  ];
}

const head = `# \`make generate\` writes this file (scripts/clients/python.mjs).
# ruff: noqa
"""Options, actions and error codes of the service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Mapping, Sequence, TypedDict, cast

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class Point(TypedDict):
    x: float
    y: float


class Box(Point):
    width: float
    height: float


class Viewport(TypedDict, total=False):
    width: int
    height: int
    deviceScaleFactor: float


class Picture(TypedDict):
    contentType: str
    bodyBase64: str


class LogEntry(TypedDict):
    timestamp: str
    level: Literal["debug", "info", "warning", "error"]
    text: str
    source: str


class _Answer(TypedDict):
    success: bool
    #: Seconds until the session ends.
    expiresInSeconds: int


class ActionAnswer(_Answer, total=False):
    #: What the action did not ask for: a dialog, a download, another page.
    notes: list[str]
    screenshot: Picture


def _given(payload: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in payload.items() if value is not None}


def _need(action: str, name: str, value: Any, selector: str | None) -> None:
    if value is None:
        hint = "" if selector is None else f" The first argument is the selector: pass {name}={selector!r}."
        raise TypeError(f"\`{action}\` needs \`{name}\`.{hint}")

`;

function optionTables(options, endpoints) {
  const rows = (list) => unique(list.map(({ name }) => name)).map((name) => `        "${argument(name)}": "${name}",`);
  const tables = [['all', options], ...endpoints.map((endpoint) => [endpoint, options.filter(has(endpoint))])];
  return [
    '#: Wire names by keyword, for each endpoint.',
    'OPTION_NAMES: dict[str, dict[str, str]] = {',
    ...tables.flatMap(([name, list]) => [`    "${name}": {`, ...rows(list), '    },']),
    '}',
    '',
    '#: Types of options by wire name; one that endpoints take differently has its first.',
    'OPTION_TYPES: dict[str, str] = {',
    ...unique(options.map(({ name }) => name)).map(
      (name) => `    "${name}": "${options.find((option) => option.name === name).type}",`,
    ),
    '}',
    '',
    '',
  ];
}

const has = (endpoint) => (option) => option.endpoints.includes(endpoint);

/** How long the service takes at most, in seconds. */
const timesOf = (limits) =>
  ['requestSeconds', 'edgeSeconds', 'actionSeconds', 'batchActionSeconds'].map(
    (name) => `${snake(name).toUpperCase()} = ${limits[name]}`,
  );

function generated({ options: all, actions, errors, limits }) {
  const options = all.filter(({ name }) => name !== 'url');
  const endpoints = unique(options.flatMap((option) => option.endpoints));
  const names = new Set(options.map(({ name }) => name));
  return [
    head,
    `ErrorCode = ${literal(errors.map(({ code }) => code))}`,
    '',
    '#: How long the service takes at most.',
    ...timesOf(limits),
    '',
    ...optionTables(options, endpoints),
    ...endpoints.flatMap((endpoint) =>
      optionsClass(`${pascal(endpoint)}Options`, options.filter(has(endpoint)), names),
    ),
    ...optionsClass('AllOptions', options, names),
    ...actions.flatMap(answerClass),
    ...actionsClass(actions, true),
    '',
    ...actionsClass(actions, false),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

/** These have a hand-written counterpart, or none. */
const asyncOnly = new Set(['runtime.py', 'opening.py']);

const syncForms = [
  [/^from \.opening import .*\n/gm, ''],
  [/-> AsyncOpening/g, '-> Session'],
  [/AsyncOpening\(self, /g, 'self._open('],
  [/\basync (def|with|for)\b/g, '$1'],
  [/\bawait /g, ''],
  [/\bAwaitable\[None\]/g, 'None'],
  [/\bAwaitable, /g, ''],
  [/\b__a(enter|exit)__/g, '__$1__'],
  [/\baclose\b/g, 'close'],
  [/\baiter_bytes\b/g, 'iter_bytes'],
  [/\bThe async client\b/g, 'The sync client'],
  [/\bAsync(?=[A-Z])/g, ''],
];

const syncOf = (text) => syncForms.reduce((result, [pattern, form]) => result.replaceAll(pattern, form), text);

const syncHead = '# `make generate` derives this file from `_async/` (scripts/clients/python.mjs).\n# ruff: noqa\n';
const syncIndex = '"""The sync client, derived from `_async`."""\n';

const syncFiles = () =>
  readdirSync(asyncFolder)
    .filter((name) => name.endsWith('.py') && !asyncOnly.has(name))
    .map((name) => {
      const text = name === '__init__.py' ? syncIndex : syncOf(readFileSync(new URL(name, asyncFolder), 'utf8'));
      return [`${package_}/_sync/${name}`, syncHead + text];
    });

export const files = (tables) => ({
  [`${package_}/_generated.py`]: generated(tables),
  ...Object.fromEntries(syncFiles()),
});
