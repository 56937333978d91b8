import type { OptionValue } from '../../../options/query.js';
import { argumentsOf, fileOf, listOf, pascal, plainOf, quoted, type Sample, snake } from './sample.js';

/** Samples of the languages whose options are names with values, as their READMEs write them. */

interface Literals {
  yes: string;
  no: string;
  text: (value: string) => string;
  list: (items: string) => string;
  pair: (name: string, value: string) => string;
  map: (items: string) => string;
}

const literal = (value: unknown, to: Literals): string => {
  if (typeof value === 'boolean') return value ? to.yes : to.no;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return to.list(value.map((item) => literal(item, to)).join(', '));
  if (typeof value === 'object' && value !== null)
    return to.map(
      Object.entries(value)
        .map(([name, item]) => to.pair(to.text(name), literal(item, to)))
        .join(', '),
    );
  return to.text(String(value));
};

const valueIn = ([option, value]: OptionValue, to: Literals) =>
  literal(option.type === 'list' ? listOf(option, value) : value, to);

const plainIn = (each: OptionValue, to: Literals) => valueIn([each[0], plainOf(each)], to);

const singleQuoted = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;

const javascriptLiterals: Literals = {
  ...{ yes: 'true', no: 'false', text: singleQuoted },
  list: (items) => `[${items}]`,
  pair: (name, value) => `${name}: ${value}`,
  map: (items) => `{ ${items} }`,
};

export const javascript = (sample: Sample): string => {
  const { endpoint, url, options } = sample;
  const items = options.map((each) => `${each[0].name}: ${valueIn(each, javascriptLiterals)}`);
  const given = argumentsOf(items);
  const object = given.startsWith('\n') ? `{${given}}` : `{ ${given} }`;
  const call = `await tintype.fetch${pascal(endpoint)}(${singleQuoted(url)}${items.length > 0 ? `, ${object}` : ''});`;
  const file = fileOf(sample);
  const start = "import { Tintype } from '@tintype/client';\n\nconst tintype = new Tintype();\n";
  if (!file)
    return `${start}const result = ${call}\nconsole.log(result${endpoint === 'content' ? '.markdown' : '.metadata'});\n`;
  return `import { writeFile } from 'node:fs/promises';\n${start}await writeFile('${file}', ${call.slice(0, -1)});\n`;
};

const pythonLiterals: Literals = {
  ...{ yes: 'True', no: 'False', text: quoted },
  list: (items) => `[${items}]`,
  pair: (name, value) => `${name}: ${value}`,
  map: (items) => `{${items}}`,
};

export const python = (sample: Sample): string => {
  const { endpoint, url, options } = sample;
  const items = [quoted(url), ...options.map((each) => `${snake(each[0].name)}=${plainIn(each, pythonLiterals)}`)];
  const call = `client.fetch_${endpoint}(${argumentsOf(items, { indent: '    ' })})`;
  const file = fileOf(sample);
  const end = file ? `result.save(${quoted(file)})` : `print(result.${endpoint === 'content' ? 'markdown' : 'fields'})`;
  return `from tintype import Tintype\n\nclient = Tintype()\nresult = ${call}\n${end}\n`;
};

/** `#{` would begin code in a text of Ruby. */
const rubyText = (text: string) => quoted(text).replaceAll('#', '\\#');

const rubyLiterals: Literals = {
  ...{ yes: 'true', no: 'false', text: rubyText },
  list: (items) => `[${items}]`,
  pair: (name, value) => `${name} => ${value}`,
  map: (items) => `{ ${items} }`,
};

export const ruby = (sample: Sample): string => {
  const { endpoint, url, options } = sample;
  const items = [rubyText(url), ...options.map((each) => `${snake(each[0].name)}: ${plainIn(each, rubyLiterals)}`)];
  const call = `client.fetch_${endpoint}(${argumentsOf(items, { trailing: '' })})`;
  const file = fileOf(sample);
  const end = file ? `result.save(${quoted(file)})` : `puts result.${endpoint === 'content' ? 'markdown' : 'fields'}`;
  return `require "tintype"\n\nclient = Tintype.new\nresult = ${call}\n${end}\n`;
};

const phpText = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const phpLiterals: Literals = {
  ...{ yes: 'true', no: 'false', text: phpText },
  list: (items) => `[${items}]`,
  pair: (name, value) => `${name} => ${value}`,
  map: (items) => `[${items}]`,
};

export const php = (sample: Sample): string => {
  const { endpoint, url, options } = sample;
  const items = options.map((each) => `${phpText(each[0].name)} => ${valueIn(each, phpLiterals)}`);
  const given = items.length > 0 ? `, [${argumentsOf(items, { indent: '    ' })}]` : '';
  const call = `$client->fetch${pascal(endpoint)}(${phpText(url)}${given});`;
  const file = fileOf(sample);
  const text = endpoint === 'content' ? 'echo $result->markdown();' : 'print_r($result->fields());';
  const end = file ? `$result->save('${file}');` : text;
  return `<?php\n\nrequire 'vendor/autoload.php';\n\nuse Tintype\\Client;\n\n$client = new Client();\n$result = ${call}\n${end}\n`;
};
