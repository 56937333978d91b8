// The template of clients/cli: the table of `tintype options`.

const numberText = ({ type, min, above, max }) => {
  if (above !== undefined) return `number above ${above}, up to ${max}`;
  return `${type === 'integer' ? 'whole number' : 'number'}, ${min}–${max}`;
};

const texts = {
  boolean: () => 'true | false',
  enum: ({ values }) => values.join(' | '),
  integer: numberText,
  number: numberText,
  length: () => 'length, such as 10mm',
  list: ({ items }) => `${items === 'number' ? 'numbers' : 'texts'} with commas`,
  base64: () => 'text, or @file',
  json: () => 'JSON, or @file',
  string: ({ maxLength = 1000 }) => (maxLength < 1000 ? `text, up to ${maxLength} characters` : 'text'),
};

const rowOf = (option) => {
  const { name, endpoints, description, default: standard } = option;
  const row = {
    name,
    endpoints,
    takes: texts[option.type](option),
    ...(standard === undefined ? {} : { standard: String(standard) }),
    description: description.replace(/,?( as JSON)? in base64url/, ''),
  };
  return `  ${JSON.stringify(row)},\n`;
};

export const files = ({ options }) => ({
  'clients/cli/src/options.generated.ts': `// Made by \`make generate\` (scripts/clients/cli.mjs); not to be edited.

export interface OptionRow {
  name: string;
  endpoints: readonly string[];
  takes: string;
  standard?: string;
  description: string;
}

export const optionRows: readonly OptionRow[] = [
${options
  .filter(({ name }) => name !== 'url')
  .map(rowOf)
  .join('')}];
`,
});
