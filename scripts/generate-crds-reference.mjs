// Writes the tables of docs/crds.md, between its two marks, from the kinds (`tsc -b crds`).
import { readFileSync, writeFileSync } from 'node:fs';
import { closeReasons, manifests } from '../crds/dist/index.js';

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const code = (value) => `\`${String(value).replaceAll('|', '\\|')}\``;
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', '<br>');

const typeOf = (schema) => {
  if (schema['x-kubernetes-int-or-string']) return 'quantity';
  if (schema.enum) return schema.enum.map(code).join(' ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  if (schema.additionalProperties) return `map of ${typeOf(schema.additionalProperties)}`;
  return schema.type === 'string' ? 'text' : schema.type;
};

const isForm = ({ message }) => message.startsWith('takes ');

const formOf = (schema) =>
  [schema, schema.items ?? {}, schema.additionalProperties ?? {}]
    .flatMap((each) => (each['x-kubernetes-validations'] ?? []).filter(isForm))
    .map(({ message }) => ` T${message.slice(1)}.`)
    .join('');

/** Drops the last paragraph, which repeats the other columns in words. */
const meaningOf = (schema) => cell(schema.description.split('\n\n')[0] + formOf(schema));

const boundsOf = ({ minimum, maximum, maxLength, maxItems, maxProperties, enum: values }) => {
  if (values || [minimum, maximum, maxLength, maxItems, maxProperties].every((bound) => bound === undefined)) return '';
  if (maximum !== undefined) return `, ${minimum}–${maximum}`;
  const max = maxLength ?? maxItems ?? maxProperties;
  return max === undefined ? `, from ${minimum}` : `, up to ${max}`;
};

const fieldsOf = (schema, path = '') =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const here = path ? `${path}.${name}` : name;
    const [inner, suffix] = field.items
      ? [field.items, '[]']
      : [field.additionalProperties ?? field, field.additionalProperties ? '.*' : ''];
    const needed = schema.required?.includes(name) ? '**needed**' : '';
    const defaultText = field.default === undefined ? needed : code(JSON.stringify(field.default));
    return [
      [code(here), `${typeOf(field)}${boundsOf(field)}`, defaultText, meaningOf(field)],
      ...fieldsOf(inner, `${here}${suffix}`),
    ];
  });

/** Each rule with its path; the table of fields has the formats of single fields. */
const placedRules = (schema, path = '') => [
  ...(schema['x-kubernetes-validations'] ?? []).filter((rule) => !isForm(rule)).map((rule) => ({ ...rule, path })),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    placedRules(field, path ? `${path}.${name}` : name),
  ),
  ...(schema.items ? placedRules(schema.items, `${path}[]`) : []),
  ...(schema.additionalProperties ? placedRules(schema.additionalProperties, `${path}.*`) : []),
];

const rulesOf = (schema) =>
  Object.values(Object.groupBy(placedRules(schema), ({ rule }) => rule)).map((same) => [
    same.map(({ path }) => (path ? code(path) : 'the object')).join('<br>'),
    cell(same[0].message),
    code(same[0].rule),
  ]);

const sections = Object.entries(manifests).flatMap(([kind, { spec }]) => {
  const { openAPIV3Schema } = spec.versions[0].schema;
  return [
    `## Fields of ${kind}`,
    table(['Field', 'Type', 'Default', 'Meaning'], fieldsOf(openAPIV3Schema)),
    `## Rules of ${kind}`,
    table(['Over', 'Rule', 'In CEL'], rulesOf(openAPIV3Schema)),
  ];
});
const reasons = Object.entries(closeReasons).map(([reason, { phase, restStatus, meaning }]) => [
  code(reason),
  phase,
  code(restStatus),
  cell(meaning),
]);
sections.push('## Why a session ended', table(['closeReason', 'Phase', 'REST status', 'When'], reasons));

const file = new URL('../docs/crds.md', import.meta.url);
const marks = ['<!-- reference: written by make generate -->', '<!-- end of the reference -->'];
const [before, rest] = readFileSync(file, 'utf8').split(marks[0]);
const [, after] = (rest ?? '').split(marks[1]);
if (after === undefined) throw new Error('docs/crds.md lacks the marks of the tables.');
writeFileSync(file, [before + marks[0], ...sections, marks[1] + after].join('\n\n'));
process.stdout.write(`${Object.keys(manifests).length} kinds in docs/crds.md\n`);
