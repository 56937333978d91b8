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

/**
 * Fields of pods are those of Kubernetes. The table ends at the first two levels, and names the command for the rest.
 */
const podFields = 'spec.template.';
const deeper =
  '`kubectl explain bp.spec.template.affinity --recursive` shows the fields below these. They are those of `pod.spec`.';
const isDeep = (path) => path.startsWith(podFields) && path.slice(podFields.length).split('.').length > 2;

const propertiesOf = (schema, path) =>
  Object.entries(schema.properties ?? {}).map(([name, field]) => [name, field, path ? `${path}.${name}` : name]);

const fieldsOf = (schema, path = '') =>
  propertiesOf(schema, path).flatMap(([name, field, here]) => {
    if (isDeep(here)) return [];
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
  ...propertiesOf(schema, path).flatMap(([, field, here]) => placedRules(field, here)),
  ...(schema.items ? placedRules(schema.items, `${path}[]`) : []),
  ...(schema.additionalProperties ? placedRules(schema.additionalProperties, `${path}.*`) : []),
];

/** A * stands for `required…` and `preferred…`, and for `podAffinity` and `podAntiAffinity`. */
const shortPath = (path) =>
  path
    .replace(/\.(pod|podAnti)Affinity\.(required|preferred)\w+\[\](\.podAffinityTerm)?/, '.pod*Affinity.*[]')
    .replace(/\.nodeAffinity\.(required|preferred)\w+(\[\]\.preference|\.nodeSelectorTerms\[\])/, '.nodeAffinity.*');
const placesOf = (rules) => [...new Set(rules.map(({ path }) => (path ? code(shortPath(path)) : 'the object')))];

const rulesOf = (schema) =>
  Object.values(Object.groupBy(placedRules(schema), ({ rule }) => rule)).map((same) => [
    placesOf(same).join('<br>'),
    cell(same[0].message),
  ]);

const sections = Object.entries(manifests).flatMap(([kind, { spec }]) => {
  const { openAPIV3Schema } = spec.versions[0].schema;
  return [
    `## Fields of ${kind}`,
    table(['Field', 'Type', 'Default', 'Meaning'], fieldsOf(openAPIV3Schema)),
    ...(kind === 'BrowserPool' ? [deeper] : []),
    `## Rules of ${kind}`,
    table(['Over', 'Rule'], rulesOf(openAPIV3Schema)),
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
