// The template of clients/zapier: the input fields of each endpoint.

const header = '// Made by `make generate` (scripts/clients/zapier.mjs); not to be edited.\n';

const endpoints = ['image', 'pdf', 'content', 'metadata', 'animated'];

/** A link answers both. Zapier has no Accept header of a browser, and the object of a storage may be private. */
const left = ['bestFormat', 's3Redirect'];

/** The form begins with these, without a group. */
const common = [
  ...['full', 'type', 'selector', 'format', 'landscape', 'printBackground', 'duration'],
  ...['vw', 'vh', 'emulateDevice', 'blockAds', 'blockCookieBanners', 'darkMode', 'delay'],
];

const groups = [
  { key: 'result', label: 'Result', names: [] },
  { key: 'window', label: 'Window', names: ['scaleFactor', 'media', 'reducedMotion'] },
  { key: 'wait', label: 'Wait', names: ['waitUntil', 'waitFor', 'waitForId', 'waitForText', 'timeout', 'failOn'] },
  { key: 'page', label: 'Change the Page', names: ['block', 'css', 'js', 'hide', 'click', 'javascript'] },
  {
    key: 'visitor',
    label: 'Visitor',
    names: [
      ...['userAgent', 'headers', 'cookies', 'httpAuth', 'locale', 'timezone', 'geolocation'],
      ...['stealth', 'bypassBotDetection'],
    ],
  },
  {
    key: 'delivery',
    label: 'Cache and Delivery',
    names: ['preset', 'fresh', 'timestamp', 'fileName', 's3Acl', 'skipUpload'],
  },
];

const labels = {
  ...{ vw: 'Window Width', vh: 'Window Height', full: 'Full Page', type: 'File Type', format: 'Paper Format' },
  ...{ selector: 'Element (CSS Selector)', selectorId: 'Element (ID)', waitFor: 'Wait for Element (CSS Selector)' },
  ...{ waitForId: 'Wait for Element (ID)', waitForText: 'Wait for Text', css: 'CSS to Add', js: 'JavaScript to Run' },
  ...{
    hide: 'Elements to Hide',
    click: 'Elements to Click',
    block: 'Requests to Block',
    httpAuth: 'User and Password',
  },
  ...{ s3Acl: 'Access in the Storage', fps: 'Pictures a Second', preferCssPageSize: 'Prefer CSS Page Size' },
  ...{ timestamp: 'Cache Key', media: 'CSS Media Type', javascript: 'Run Scripts', emulateDevice: 'Device' },
};

const endings = {
  duration: 'Zapier ends a step after 30 s: record 15 at most.',
  timeout: 'Zapier ends a step after 30 s.',
};

/** Zapier writes it into the form, where people see it. */
const defaults = { timeout: '20' };

const types = { boolean: 'boolean', integer: 'integer', number: 'number', base64: 'text' };

const labelOf = ({ name }) =>
  labels[name] ?? name.replace(/[A-Z]/g, ' $&').replace(/^./, (letter) => letter.toUpperCase());

const boundsOf = ({ min, above, max }) => {
  if (max === undefined) return '';
  return above === undefined ? `${min} to ${max}.` : `Above ${above}, up to ${max}.`;
};

const helpOf = (option) => {
  const text = option.description
    .replace(/,?( as JSON)? in base64url/, option.name === 'cookies' ? ', as JSON' : '')
    .replace(', separated by commas', '');
  return [text, boundsOf(option), endings[option.name]].filter(Boolean).join(' ');
};

const inputOf = (option) => {
  const { name, type, values } = option;
  if (name === 'headers') return { type: 'string', dict: true };
  if (name === 'cookies') return { type: 'text' };
  if (['geolocation', 'httpAuth', 'userAgent'].includes(name)) return { type: 'string' };
  if (type === 'list') return { type: 'string', list: true };
  if (type === 'enum') return { type: 'string', choices: Object.fromEntries(values.map((each) => [each, each])) };
  return { type: types[type] ?? 'string' };
};

/** Zapier has a line for each value of a list. */
const placeholderOf = ({ name, type, example, default: standard }) => {
  if (type === 'base64' || type === 'json' || type === 'boolean') return undefined;
  const text = example ?? standard;
  return type === 'list' && name !== 'geolocation' ? text?.split(',')[0] : text;
};

const exampleOf = (option) => {
  const standard = defaults[option.name];
  const placeholder = placeholderOf(option);
  if (standard !== undefined) return { default: standard };
  return placeholder === undefined ? {} : { placeholder: String(placeholder) };
};

const groupOf = ({ name }) => {
  if (common.includes(name)) return {};
  return { group: (groups.find(({ names }) => names.includes(name)) ?? groups[0]).key };
};

const fieldOf = (option) => ({
  key: option.name,
  label: labelOf(option),
  ...inputOf(option),
  helpText: helpOf(option),
  ...exampleOf(option),
  ...groupOf(option),
});

const place = ({ name }) => (common.includes(name) ? common.indexOf(name) : common.length);

const pageField = {
  key: 'url',
  label: 'Page Address',
  type: 'string',
  helpText: 'Address of the page, http or https. Leave it empty to use HTML or Markdown.',
  placeholder: 'https://example.com/',
};

const documentFields = [
  { key: 'html', label: 'HTML', type: 'text', helpText: 'Your own page instead of an address, up to 5 MiB.' },
  { key: 'markdown', label: 'Markdown', type: 'text', helpText: 'Your own text instead of an address, up to 5 MiB.' },
  {
    key: 'baseUrl',
    label: 'Base Address',
    type: 'string',
    helpText: 'What relative links of HTML and Markdown belong to.',
    group: 'page',
  },
];

const pageFieldsOf = (endpoint) =>
  endpoint === 'content' || endpoint === 'metadata'
    ? [{ ...pageField, required: true, helpText: 'Address of the page, http or https.' }]
    : [pageField, ...documentFields.filter(({ group }) => !group)];

const fieldsOf = (endpoint, options) => {
  const own = options.filter(
    ({ name, endpoints: of }) => name !== 'url' && !left.includes(name) && of.includes(endpoint),
  );
  const fields = own.toSorted((one, other) => place(one) - place(other)).map(fieldOf);
  const base = endpoint === 'content' || endpoint === 'metadata' ? [] : documentFields.filter(({ group }) => group);
  const ordered = [...fields, ...base];
  const inGroups = groups.flatMap(({ key }) => ordered.filter(({ group }) => group === key));
  return [...pageFieldsOf(endpoint), ...fields.filter(({ group }) => !group), ...inGroups];
};

export const files = ({ options }) => ({
  'clients/zapier/src/fields.generated.ts': `${header}
import type { InputField, InputFieldGroup } from './platform.js';

export const inputFieldGroups: readonly InputFieldGroup[] = [
${groups.map(({ key, label }) => `  ${JSON.stringify({ key, label })},\n`).join('')}];

/** The fields of each endpoint, in the order of the form. */
export const inputFields = {
${endpoints
  .map((endpoint) => {
    const lines = fieldsOf(endpoint, options).map((field) => `    ${JSON.stringify(field)},\n`);
    return `  ${endpoint}: [\n${lines.join('')}  ],\n`;
  })
  .join('')}} satisfies Record<string, readonly InputField[]>;
`,
});
