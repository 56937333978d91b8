// Writes the generated files of charts/tintype: the definitions, the rights of the NATS logins, and the README's
// values. The table comes from values.schema.json, with the defaults of values.yaml.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { permissions } from '../standalone/dist/index.js';

const root = new URL('../', import.meta.url);
const chart = new URL('charts/tintype/', root);
const read = (path, base = chart) => readFileSync(new URL(path, base), 'utf8');
const write = (path, text) => writeFileSync(new URL(path, chart), text);

const definitions = readdirSync(new URL('crds/manifests/', root)).sort();
for (const name of definitions) copyFileSync(new URL(`crds/manifests/${name}`, root), new URL(`crds/${name}`, chart));

const rules = ({ publish, subscribe, mayAnswer }) => ({
  publish: publish.length > 0 ? { allow: publish } : { deny: ['>'] },
  subscribe: { allow: subscribe },
  ...(mayAnswer ? { allow_responses: true } : {}),
});
const logins = Object.fromEntries(Object.entries(permissions).map(([login, each]) => [login, rules(each)]));
write('files/nats-permissions.json', `${JSON.stringify(logins, null, 2)}\n`);

const schema = JSON.parse(read('values.schema.json'));
const defaults = load(read('values.yaml'));

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const resolve = (field) => (field.$ref ? { ...schema.definitions[field.$ref.split('/').at(-1)], ...field } : field);
const typeOf = ({ type, enum: values }) =>
  values ? values.map((value) => `\`${value}\``).join(' ') : [type].flat().join(' or ');

const rows = (properties, values, path = '') =>
  Object.entries(properties).flatMap(([name, property]) => {
    const field = resolve(property);
    const here = path ? `${path}.${name}` : name;
    if (field.properties && !field['x-whole']) return rows(field.properties, values?.[name] ?? {}, here);
    const value = values?.[name];
    return [
      `| \`${here}\` | ${typeOf(field)} | \`${JSON.stringify(value ?? null)}\` | ${cell(field.description ?? '')} |`,
    ];
  });

const [begin, end] = ['<!-- values: written by make generate -->', '<!-- end of values -->'];
const readme = read('README.md');
const [head, tail] = [readme.split(begin)[0], readme.split(end)[1]];
const table = ['| Value | Takes | Default | Meaning |', '|---|---|---|---|', ...rows(schema.properties, defaults)];
write('README.md', `${head}${begin}\n\n${table.join('\n')}\n\n${end}${tail}`);
process.stdout.write(`${definitions.length} definitions, ${table.length - 2} values of the chart\n`);
