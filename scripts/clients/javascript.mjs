// The template of clients/javascript.

const folder = 'clients/javascript/src';
const header = '// Made by `make generate` (scripts/clients/javascript.mjs); not to be edited.\n';

const endpoints = ['image', 'pdf', 'content', 'metadata', 'animated'];
const pascal = (text) =>
  text
    .split('_')
    .map((word) => `${word[0].toUpperCase()}${word.slice(1)}`)
    .join('');
const camel = (text) => `${text[0]}${pascal(text).slice(1)}`;
const wordsOf = (values) => values.map((value) => `'${value}'`).join(' | ');

const doc = (text, indent = '') => (text ? `${indent}/** ${text} */\n` : '');

const simple = { boolean: 'boolean', integer: 'number', number: 'number', string: 'string', unknown: 'unknown' };

const jsonTypes = {
  headers: 'Readonly<Record<string, string>>',
  cookies: 'readonly Cookie[]',
};

const optionType = ({ name, type, values, items }) => {
  if (type === 'enum') return wordsOf(values);
  if (type === 'length') return 'string | number';
  if (type === 'list') return `string | readonly ${items}[]`;
  if (type === 'json') return `string | ${jsonTypes[name]}`;
  return type === 'base64' ? 'string' : simple[type];
};

/** Libraries encode what a query carries in base64url. */
const descriptionOf = ({ description, default: standard, type }) => {
  const text = description.replace(/,?( as JSON)? in base64url/, '');
  const shown = type === 'string' || standard === undefined ? '' : ` Default: ${standard}.`;
  return `${text}${shown}`;
};

const optionLine = (option) =>
  `${doc(descriptionOf(option), '  ')}  ${option.name}?: ${optionType(option)} | null | undefined;\n`;

const optionsText = (options) => {
  const isShared = (option) => endpoints.every((endpoint) => option.endpoints.includes(endpoint));
  const shared = options.filter((option) => isShared(option) && option.name !== 'url');
  const own = (endpoint) => options.filter((option) => !isShared(option) && option.endpoints.includes(endpoint));
  const namesOf = (type) => [...new Set(options.filter((option) => option.type === type).map(({ name }) => name))];
  const namesOfEndpoint = (endpoint) =>
    options
      .filter((option) => option.name !== 'url' && option.endpoints.includes(endpoint))
      .map(({ name }) => `'${name}'`)
      .join(', ');
  const setOf = (type) =>
    `new Set([${namesOf(type)
      .map((name) => `'${name}'`)
      .join(', ')}])`;
  return `${header}
export interface Cookie {
  name: string;
  value: string;
  domain?: string;
  path?: string;
  secure?: boolean;
  httpOnly?: boolean;
  sameSite?: 'Strict' | 'Lax' | 'None';
  /** Unix seconds. */
  expires?: number;
}

/** Options of every endpoint. */
export interface SharedOptions {
${shared.map(optionLine).join('')}}

${endpoints
  .map(
    (endpoint) =>
      `export interface ${pascal(endpoint)}Options extends SharedOptions {\n${own(endpoint).map(optionLine).join('')}}\n`,
  )
  .join('\n')}
export interface EndpointOptions {
${endpoints.map((endpoint) => `  ${endpoint}: ${pascal(endpoint)}Options;\n`).join('')}}

export type Endpoint = keyof EndpointOptions;

export const endpoints: readonly Endpoint[] = [${endpoints.map((name) => `'${name}'`).join(', ')}];

const namesByEndpoint: Readonly<Record<Endpoint, readonly string[]>> = {
${endpoints.map((endpoint) => `  ${endpoint}: [${namesOfEndpoint(endpoint)}],\n`).join('')}};

/** The options that an endpoint has, beside \`url\`. */
export const optionNames = (endpoint: Endpoint): readonly string[] => namesByEndpoint[endpoint];

/** What a query carries as text with commas. */
export const listOptions: ReadonlySet<string> = ${setOf('list')};
/** What a query carries as base64url of text. */
export const base64Options: ReadonlySet<string> = ${setOf('base64')};
/** What a query carries as base64url of JSON. */
export const jsonOptions: ReadonlySet<string> = ${setOf('json')};
`;
};

const objectType = (properties, indent) =>
  `{\n${properties.map((property) => propertyLine(property, `${indent}  `)).join('')}${indent}}`;

const isBox = (properties) => properties?.map(({ name }) => name).join() === 'x,y,width,height';

const unionOf = (shapes, indent) => [...new Set(shapes.map((each) => typeOf(each, indent)))].join(' | ');

const objectTypeOf = ({ properties, valuesOf, anyOf, type }, indent) => {
  if (isBox(properties)) return 'Box';
  if (properties?.length) return objectType(properties, indent);
  if (valuesOf) return `Record<string, ${typeOf(valuesOf, indent)}>`;
  return anyOf ? unionOf(anyOf, indent) : (simple[type] ?? 'unknown');
};

const typeOf = (shape, indent) => {
  const { type, values, items, nullable } = shape;
  const own = () => {
    if (type === 'enum') return wordsOf(values);
    if (type === 'array') return `Array<${items ? typeOf(items, indent) : 'unknown'}>`;
    return objectTypeOf(shape, indent);
  };
  return `${own()}${nullable ? ' | null' : ''}`;
};

const propertyLine = ({ name, description, required, default: standard, ...shape }, indent = '  ') => {
  const shown = standard === undefined ? '' : ` Default: ${JSON.stringify(standard)}.`;
  const optional = required ? '' : ' | undefined';
  return `${doc(`${description ?? ''}${shown}`.trim(), indent)}${indent}${name}${required ? '' : '?'}: ${typeOf(shape, indent)}${optional};\n`;
};

const isCommon = ({ name }) => ['success', 'expiresInSeconds', 'notes', 'screenshot'].includes(name);

const interfaceOf = (name, base, properties) =>
  properties.length === 0
    ? `export type ${name} = ${base};\n`
    : `export interface ${name} extends ${base} ${objectType(properties, '')}\n`;

const ownPayload = ({ payload }) => payload.filter(({ name }) => name !== 'screenshot');

/** A batch takes actions, which JSON Schema does not say. */
const payloadText = (action) => {
  const text = interfaceOf(`${pascal(action.name)}Payload`, 'ActionPayload', ownPayload(action));
  return action.name === 'batch' ? text.replace('actions: Array<unknown>', 'actions: readonly Action[]') : text;
};

/** The picture is the result of `screenshot` itself. */
const resultText = ({ name, result }) =>
  interfaceOf(
    `${pascal(name)}Result`,
    'ActionResult',
    result.filter((property) => !isCommon(property)),
  );

/** Plain values may stand for these fields of a payload, in this order. */
const fields = {
  goto: ['url'],
  click: ['selector'],
  hover: ['selector'],
  scroll: ['direction', 'amount'],
  move_mouse: ['x', 'y'],
  type: ['selector', 'text'],
  type_text: ['text'],
  fill: ['selector', 'value'],
  select: ['selector', 'value'],
  check: ['selector'],
  press: ['key'],
  content: ['format'],
  query: ['selector'],
  wait_for_selector: ['selector'],
  wait_for_timeout: ['timeoutMs'],
  save_profile: ['name'],
  batch: ['actions'],
};

const fieldType = (action, name) => {
  if (action.name === 'batch') return 'readonly Action[]';
  return typeOf(
    action.payload.find((property) => property.name === name),
    '',
  );
};

const methodOf = (action) => {
  const { name, description } = action;
  const [payload, result] = [`${pascal(name)}Payload`, `${pascal(name)}Result`];
  const isNeeded = action.payload.some(({ required }) => required) || ['click', 'fill', 'hover'].includes(name);
  const plain = `  ${camel(name)}(payload${isNeeded ? '' : '?'}: ${payload}, call?: CallOptions): Promise<${result}>`;
  const names = fields[name] ?? [];
  const steps = name === 'batch' ? ', steps: payloadFields' : '';
  const run = (first, given) =>
    `    return this.act('${name}', ...payloadOf<${payload}>({ type: '${name}', first: ${first}, fields: payloadFields.${name}${steps} }, ${given}));\n  }\n`;
  if (names.length === 0) return `${doc(description, '  ')}${plain} {\n${run('[]', '[payload, call]')}`;
  const given = names.map((each) => `${each}: ${fieldType(action, each)}`).join(', ');
  const parameters = `${given}, payload?: Omit<${payload}, ${wordsOf(names)}>, call?: CallOptions`;
  return `${doc(description, '  ')}  ${camel(name)}(${parameters}): Promise<${result}>;
${plain};
  ${camel(name)}(...given: unknown[]) {
${run(`actionFields.${name}`, 'given')}`;
};

const allFieldsOf = ({ payload }, actions) => {
  const { payload: ofPicture } = actions.find(({ name }) => name === 'screenshot');
  const viewport = ofPicture.filter(({ name }) => name !== 'fullPage' && name !== 'selector');
  return [...new Set([...payload, ...viewport].map(({ name }) => `'${name}'`))].join(', ');
};

const actionsText = (actions) => `${header}
import { payloadOf } from './action-arguments.js';
import type { CallOptions } from './transport.js';

/** CSS pixels of the window. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What every payload may have. */
export interface ActionPayload {
  /** Add a picture of the page to the answer. The payload may then set the viewport, too. */
  screenshot?: boolean | undefined;
}

/** What every action answers. */
export interface ActionResult {
  success: true;
  /** Seconds until the session expires. */
  expiresInSeconds: number;
  /** Events that the action did not ask for: a dialog, a download, another page. */
  notes?: string[];
  /** The picture, if the payload has \`screenshot: true\`. */
  screenshot?: { contentType: 'image/png'; bodyBase64: string };
}

${actions.map((action) => `${payloadText(action)}\n${resultText(action)}`).join('\n')}
export interface ActionPayloads {
${actions.map(({ name }) => `  ${name}: ${pascal(name)}Payload;\n`).join('')}}

export interface ActionResults {
${actions.map(({ name }) => `  ${name}: ${pascal(name)}Result;\n`).join('')}}

export type ActionType = keyof ActionPayloads;

/** An action of a batch. */
export type Action = { [T in ActionType]: { type: T; payload?: ActionPayloads[T] } }[ActionType];

export const actionTypes: readonly ActionType[] = [
${actions.map(({ name }) => `  '${name}',\n`).join('')}];

/** The fields of a payload for which plain values may stand, in this order. */
export const actionFields = {
${Object.entries(fields)
  .map(([name, names]) => `  ${name}: [${names.map((each) => `'${each}'`).join(', ')}],\n`)
  .join('')}} as const satisfies Partial<Record<ActionType, readonly string[]>>;

/** All fields of each payload. With a picture, each may set the viewport. */
const payloadFields: Readonly<Record<ActionType, readonly string[]>> = {
${actions.map((action) => `  ${action.name}: [${allFieldsOf(action, actions)}],\n`).join('')}};

/** A method for each type of action. */
export abstract class SessionActions {
  /** Runs an action. The answer comes when it has ended. */
  abstract act<T extends ActionType>(
    type: T,
    payload?: ActionPayloads[T],
    call?: CallOptions,
  ): Promise<ActionResults[T]>;

${actions.map(methodOf).join('\n')}}
`;

const errorsText = (errors) => `${header}
export type ErrorClass = ${wordsOf([...new Set(errors.map((error) => error.class))])};

interface ErrorRow {
  status: number;
  class: ErrorClass;
  /** What to do. */
  advice: string;
}

/** Every error code of the service. */
export const errorTable = {
${errors
  .map(
    (error) =>
      `  ${error.code}: { status: ${error.status}, class: '${error.class}', advice: ${JSON.stringify(error.advice)} },\n`,
  )
  .join('')}} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;
`;

export const files = ({ options, actions, errors }) => ({
  [`${folder}/options.generated.ts`]: optionsText(options),
  [`${folder}/actions.generated.ts`]: actionsText(actions),
  [`${folder}/errors.generated.ts`]: errorsText(errors),
});
