import type { NamedOption, OptionValue } from '../../../options/query.js';
import { argumentsOf, fileOf, listOf, pascal, quoted, type Sample } from './sample.js';

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
    .map(([name, value]) => `${pascal(name)}: ${JSON.stringify(value)}`)
    .join(', ')}}`;

const goValue = ([option, value]: OptionValue): string => {
  const { name, type, default: standard } = option;
  if (type === 'boolean') return standard === true ? `tintype.Ptr(${value})` : String(value);
  if (type === 'list') return goList(option, value);
  if (name === 'cookies') return `[]tintype.Cookie{${(value as Record<string, unknown>[]).map(goCookie).join(', ')}}`;
  if (name === 'headers') return `map[string]string${JSON.stringify(value)}`;
  return typeof value === 'number' ? String(value) : quoted(String(value));
};

export const go = (sample: Sample): string => {
  const { endpoint, url, options } = sample;
  const name = endpoint === 'pdf' ? 'PDF' : pascal(endpoint);
  const items = options.map((each) => `${goName(each[0].name)}: ${goValue(each)}`);
  const given = items.length > 0 ? `&tintype.${name}Options{${argumentsOf(items, { indent: '\t' })}}` : 'nil';
  const file = fileOf(sample);
  const text = endpoint === 'content' ? 'fmt.Println(result.Markdown)' : 'fmt.Println(result.Title)';
  const end = file ? `os.WriteFile(${quoted(file)}, result.Body, 0o644)` : text;
  const fails = 'if err != nil {\n\tlog.Fatal(err)\n}\n';
  return (
    `client, err := tintype.New("", "") // TINTYPE_KEY and TINTYPE_SECRET, at TINTYPE_URL\n${fails}` +
    `result, err := client.Fetch${name}(context.Background(), ${quoted(url)}, ${given})\n${fails}${end}\n`
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

/** Escapes of JSON that Rust writes otherwise. */
const rustText = (text: string) => quoted(text).replaceAll(/\\u([0-9a-f]{4})/g, '\\u{$1}');

const rustValue = (option: NamedOption, value: unknown): string => {
  if (option.type === 'enum') return rustVariant(option, String(value));
  if (option.type === 'list') {
    const items = listOf(option, value).map((item) => (typeof item === 'number' ? item.toFixed(4) : rustText(item)));
    return `[${items.join(', ')}]`;
  }
  if (option.type === 'number') return Number.isInteger(value) ? `${value}.0` : String(value);
  return typeof value === 'string' ? rustText(value) : String(value);
};

const rustHeader = ([name, value]: [string, unknown]) => `(${rustText(name)}, ${rustText(String(value))})`;

const rustCall = ([option, value]: OptionValue) => {
  const { name, type } = option;
  if (name === 'headers')
    return `.headers([${Object.entries(value as object)
      .map(rustHeader)
      .join(', ')}])`;
  if (type === 'json') return `.option(${quoted(name)}, serde_json::json!(${JSON.stringify(value)}))`;
  return `.${rustSpelled[name] ?? wordsOf(name).join('_')}(${rustValue(option, value)})`;
};

export const rust = (sample: Sample): string => {
  const { endpoint, url, options } = sample;
  const calls = options.map(rustCall);
  const isLong = calls.join('').length > 60;
  const built = `${pascal(endpoint)}Options::new()${calls.map((call) => (isLong ? `\n    ${call}` : call)).join('')}`;
  const file = fileOf(sample);
  const field = endpoint === 'content' ? '{}", result.markdown' : '{:?}", result.title';
  const end = file ? `std::fs::write(${quoted(file)}, result.body)?;` : `println!("${field});`;
  return (
    'use tintype::*;\n\nlet client = Client::from_env()?; // TINTYPE_KEY and TINTYPE_SECRET, at TINTYPE_URL\n' +
    `let options = ${built};\nlet result = client.fetch_${endpoint}(${rustText(url)}, &options)?;\n${end}\n`
  );
};
