import {
  actionViewportSchema,
  type SessionActionType,
  sessionActionExamples,
  sessionActions,
} from '@tintype/contracts';
import fc from 'fast-check';
import { z } from 'zod';

/** These strings stand for JSON that no value serializes to. */
const rawTexts = {
  '@infinite@': '1e999',
  '@deep@': `${'['.repeat(5000)}${']'.repeat(5000)}`,
  '@deeper@': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  '@proto@': '{"__proto__":{"selector":"#name"},"constructor":{"prototype":{"x":1}}}',
};

export const bodyText = (body: unknown): string =>
  Object.entries(rawTexts).reduce((text, [name, raw]) => text.replaceAll(`"${name}"`, raw), JSON.stringify(body));

const numbers = [0, -0, -1, 0.5, 1, 2, 3, 99, 101, 2500, 5000, 5001, 25_001, 2 ** 31, 2 ** 53, -1e308, 1e308, 5e-324];

const selectors = [
  ...[
    '#name',
    '#save',
    '#none',
    'body',
    '*',
    'html',
    'li',
    'a[[',
    ' ',
    '#',
    '::before',
    ':has-text("x")',
    '#size option',
  ],
  ...['text=Save', '//button', 'xpath=//a', '#form >> #name', 'internal:role=button', 'css=#name', "'", '"', '\\', '%'],
  ...['tintype1=%5B%22find%22%2C%7B%7D%5D', '#\u{1f600}', '#\u0000', '\ud800', ':is('.repeat(200), ':not(*)'],
  ...['x'.repeat(1000), 'x'.repeat(1001), 'div '.repeat(250), '#name,'.repeat(160), `#name${':not(a)'.repeat(140)}`],
];

const texts = [
  ...[
    '',
    ' ',
    'NaN',
    'Infinity',
    '-0',
    '1e400',
    'null',
    'undefined',
    '[object Object]',
    '__proto__',
    'constructor',
    'toString',
  ],
  ...[
    '\u0000',
    '\ud800',
    'a\udfffb',
    '\u202eabc',
    '\ufeff',
    'e\u0301',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    '\r\n\t',
  ],
  ...[
    'e1',
    'e0',
    'e999999999999999',
    'e9999999999999999',
    'E1',
    'Control+',
    '+',
    'Control++',
    'Control+Nokey',
    'Shift+Alt+A',
  ],
  ...[
    'about:blank',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://',
    'http://[::1]:1/',
    'http://10.0.0.1/',
    '//x',
  ],
  ...[
    'data:text/html,x',
    'http://x:99999/',
    'http://\u{1f600}.invalid/',
    'x'.repeat(9000),
    'ab '.repeat(3000),
    '\u0301'.repeat(500),
  ],
];

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    { x: 1 },
    { length: 1e9 },
    ...Object.keys(rawTexts),
  ),
  fc.constantFrom(...numbers),
  fc.constantFrom(...texts),
  fc.constantFrom(...selectors),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

type Schema = z.core.JSONSchema._JSONSchema;

/** Values of the field's type, inside and outside its bounds. */
const ofSchema = (schema: Schema, name: string): fc.Arbitrary<unknown> => {
  if (typeof schema === 'boolean') return odd;
  const { type, enum: all, items, properties } = schema;
  if (all) return fc.constantFrom(...all);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.constantFrom(...numbers.filter(Number.isInteger));
  if (type === 'number') return fc.constantFrom(...numbers);
  if (type === 'array' && name !== 'actions')
    return fc.array(ofSchema((items as Schema) ?? true, ''), { maxLength: 12, size: 'max' });
  if (type === 'object' && properties) return ofProperties(properties);
  return name === 'selector' ? fc.constantFrom(...selectors) : fc.oneof(fc.constantFrom(...texts), odd);
};

const ofProperties = (properties: Record<string, Schema>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, ofSchema(schema, name)])), {
    requiredKeys: [],
  });

const propertiesOf = (schema: z.ZodType): Record<string, Schema> =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {};

/** Fields that most actions take, in sizes that fit into memory. */
const common = {
  screenshot: fc.constantFrom<unknown>(true, false, 'yes'),
  ...Object.fromEntries(
    ['vw', 'vh', 'scaleFactor', 'deviceScaleFactor'].map((name) => [
      name,
      fc.constantFrom<unknown>(1, 0.01, 400, 0, '3', 5001),
    ]),
  ),
  viewport: fc.oneof(ofProperties(propertiesOf(actionViewportSchema)), odd),
  emulateDevice: fc.constantFrom<unknown>('iphone_x', 'none', '__proto__', 7),
  unknown: odd,
  constructor: odd,
  hasOwnProperty: odd,
};

const base = (type: SessionActionType): fc.Arbitrary<Record<string, unknown>> => {
  const { payload } = sessionActionExamples[type];
  return fc
    .subarray(Object.entries(payload), { minLength: Math.max(0, Object.keys(payload).length - 1) })
    .map(Object.fromEntries);
};

const actionOf = (type: SessionActionType): fc.Arbitrary<unknown> =>
  wildPayload(type).map((payload) => ({ type, payload }));

const inBatches: readonly SessionActionType[] = ['click', 'fill', 'press', 'query', 'snapshot', 'title', 'goto'];

const actionList = () => fc.array(fc.oneof(...inBatches.map(actionOf), odd), { maxLength: 4, size: 'max' });

/** They name the element or point; only one may be given. */
const places = ['selector', 'ref', 'x', 'y'];

/** Right, nearly right and absurd payloads. */
export const wildPayload = (type: SessionActionType): fc.Arbitrary<unknown> => {
  const own = propertiesOf(sessionActions[type].payload);
  const fields = type === 'batch' ? fc.record({ actions: actionList(), stopOnError: fc.boolean() }) : ofProperties(own);
  const others = Object.fromEntries(Object.entries(own).filter(([name]) => !places.includes(name)));
  const changed = (change: fc.Arbitrary<Record<string, unknown>>) =>
    fc.tuple(base(type), change).map(([right, other]) => ({ ...right, ...other }));
  const oneField = fc
    .constantFrom(...Object.keys({ ...own, ...common }))
    .chain((name) => odd.map((value) => ({ [name]: value })));
  return fc.oneof(
    { weight: 3, arbitrary: changed(oneField) },
    { weight: 2, arbitrary: changed(fc.record(common, { requiredKeys: [] })) },
    { weight: 2, arbitrary: fields },
    { weight: 2, arbitrary: type === 'batch' ? fields : changed(ofProperties(others)) },
    {
      weight: 'selector' in own ? 3 : 0,
      arbitrary: changed(fc.constantFrom(...selectors).map((selector) => ({ selector }))),
    },
    { weight: 1, arbitrary: odd },
  );
};
