import type { NamedOption, OptionValue } from '../../../options/query.js';
import { argumentsOf, fileOf, listOf, pascal, plainOf, quoted, type Sample } from './sample.js';

/** Samples for Go and Rust, whose options are typed: names and types as in scripts/clients/go.mjs and rust.mjs. */

const wordsOf = (name: string) => name.split(/(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());

const initialisms = new Set(['css', 'fps', 'id', 'js']);
const goSpelled: Readonly<Record<string, string>> = {
  ...{ vw: 'VW', vh: 'VH', javascript: 'JavaScript', httpAuth: 'HTTPAuth', s3Acl: 'S3ACL' },
};

const goName = (name: string) =>
  goSpelled[name] ??
  wordsOf(name)
    .map((word) => (initialisms.has(word) ? word.toUpperCase() : pascal(word)))
    .join('');

const goList = (option: NamedOption, value: unknown) => {
  const items = listOf(option, value);
  const type = option.items === 'number' ? 'float64' : 'string';
  return `[]${type}{${items.map((item) => (typeof item === 'number' ? item : quoted(item))).join(', ')}}`;
};

const goCookie = (cookie: Record<string, unknown>) =>
  `{${Object.entries(cookie)
    .map(([name, value]) => `${name === 'httpOnly' ? 'HTTPOnly' : pascal(name)}: ${JSON.stringify(value)}`)
    .join(', ')}}`;

const goValue = (each: OptionValue): string => {
  const [{ name, type, default: standard }, value] = [each[0], plainOf(each)];
  if (type === 'boolean') return standard === true ? `tintype.Ptr(${value})` : String(value);
  if (type === 'list') return goList(each[0], value);
  if (name === 'cookies') return `[]tintype.Cookie{${(value as Record<string, unknown>[]).map(goCookie).join(', ')}}`;
  if (name === 'headers') return `map[string]string${JSON.stringify(value)}`;
  return typeof value === 'number' ? String(value) : quoted(String(value));
};

const goCheck = 'if err != nil {\n\tlog.Fatal(err)\n}\n';

const indented = (code: string, by: string) => code.replaceAll(/^(?=.)/gm, by);

export const go = (sample: Sample): string => {
  const { endpoint, url, options } = sample;
  const name = endpoint === 'pdf' ? 'PDF' : pascal(endpoint);
  const items = options.map((each) => `${goName(each[0].name)}: ${goValue(each)}`);
  const given = items.length > 0 ? `&tintype.${name}Options{${argumentsOf(items, { indent: '\t' })}}` : 'nil';
  const file = fileOf(sample);
  const text = endpoint === 'content' ? 'fmt.Println(result.Markdown)' : 'fmt.Println(result.Title)';
  const end = file ? `err = os.WriteFile(${quoted(file)}, result.Body, 0o644)\n${goCheck}` : `${text}\n`;
  const body =
    `client, err := tintype.New("", "") // TINTYPE_KEY and TINTYPE_SECRET, at TINTYPE_URL\n${goCheck}` +
    `result, err := client.Fetch${name}(context.Background(), ${quoted(url)}, ${given})\n${goCheck}${end}`;
  const imports = ['"context"', ...(file ? [] : ['"fmt"']), '"log"', ...(file ? ['"os"'] : [])].join('\n\t');
  return (
    `package main\n\nimport (\n\t${imports}\n\n\ttintype "tintype.dev/client"\n)\n\n` +
    `func main() {\n${indented(body, '\t')}}\n`
  );
};

const rustSpelled: Readonly<Record<string, string>> = { type: 'file_type', loop: 'loops' };
const rustEnums: Readonly<Record<string, string>> = { format: 'PaperFormat' };
const rustVariants: Readonly<Record<string, string>> = {
  domcontentloaded: 'DomContentLoaded',
  networkidle: 'NetworkIdle',
};

const rustVariant = (option: NamedOption, value: string) => {
  const type = option.name === 'type' ? `${pascal(option.endpoints?.[0] ?? '')}Type` : rustEnums[option.name];
  return `${type ?? pascal(option.name)}::${rustVariants[value] ?? value.split('-').map(pascal).join('')}`;
};

const rustEscapes: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
};

/** Rust has other escapes than JSON for control characters. */
const rustText = (text: string) =>
  `"${text.replaceAll(/["\\\p{Cc}]/gu, (letter) => rustEscapes[letter] ?? `\\u{${letter.charCodeAt(0).toString(16)}}`)}"`;

const rustNumber = (value: unknown) => (Number.isInteger(value) ? `${value}.0` : String(value));

const rustHeader = ([name, value]: [string, unknown]) => `(${rustText(name)}, ${rustText(String(value))})`;

/** Fields of a cookie that are not optional: the others need `Some`. */
const rustRequired: readonly string[] = ['name', 'value'];

const rustCookieValue = (name: string, value: unknown): string => {
  if (typeof value === 'string')
    return rustRequired.includes(name) ? `${rustText(value)}.into()` : `Some(${rustText(value)}.into())`;
  return typeof value === 'number' ? `Some(${rustNumber(value)})` : String(value);
};

const rustCookie = (cookie: Record<string, unknown>) => {
  const fields = Object.entries(cookie).map(
    ([name, value]) => `${wordsOf(name).join('_')}: ${rustCookieValue(name, value)}`,
  );
  return `Cookie { ${[...fields, '..Cookie::default()'].join(', ')} }`;
};

const rustList = (items: readonly string[]) => `[${items.join(', ')}]`;

const rustValue = (each: OptionValue): string => {
  const [option, value] = [each[0], plainOf(each)];
  const { name, type } = option;
  if (type === 'enum') return rustVariant(option, String(value));
  if (type === 'list')
    return rustList(
      listOf(option, value).map((item) => (typeof item === 'number' ? rustNumber(item) : rustText(item))),
    );
  if (name === 'headers') return rustList(Object.entries(value as object).map(rustHeader));
  if (name === 'cookies') return rustList((value as Record<string, unknown>[]).map(rustCookie));
  if (type === 'number') return rustNumber(value);
  return typeof value === 'string' ? rustText(value) : String(value);
};

const rustCall = (each: OptionValue) => {
  const [{ name }] = each;
  return `.${rustSpelled[name] ?? wordsOf(name).join('_')}(${rustValue(each)})`;
};

export const rust = (sample: Sample): string => {
  const { endpoint, url, options } = sample;
  const calls = options.map(rustCall);
  const isLong = calls.join('').length > 60;
  const built = `${pascal(endpoint)}Options::new()${calls.map((call) => (isLong ? `\n    ${call}` : call)).join('')}`;
  const file = fileOf(sample);
  const field = endpoint === 'content' ? '{}", result.markdown' : '{:?}", result.title';
  const end = file ? `std::fs::write(${rustText(file)}, result.body)?;` : `println!("${field});`;
  const body =
    'let client = Client::from_env()?; // TINTYPE_KEY and TINTYPE_SECRET, at TINTYPE_URL\n' +
    `let options = ${built};\nlet result = client.fetch_${endpoint}(${rustText(url)}, &options)?;\n${end}\nOk(())\n`;
  return (
    'use tintype::*;\n\nfn main() -> std::result::Result<(), Box<dyn std::error::Error>> {\n' +
    `${indented(body, '    ')}}\n`
  );
};
