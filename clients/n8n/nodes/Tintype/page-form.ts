import type { INodeProperties } from 'n8n-workflow';
import { optionRows } from './option-rows.generated.js';

export const endpoints = ['image', 'pdf', 'content', 'metadata', 'animated'] as const;
export type Endpoint = (typeof endpoints)[number];

/** The endpoints whose batches the service takes, by the operation. */
export const batchOperations = { submitImages: 'image', submitPdfs: 'pdf' } as const;

/** A batch stores each file, and has no answer to redirect. */
const notInBatches = new Set(['skipUpload', 's3Redirect']);

const isFile = (endpoint: Endpoint) => endpoint === 'image' || endpoint === 'pdf' || endpoint === 'animated';
const files = endpoints.filter(isFile);

export const mostAtOnce = 16;

/** Options of this node, which the service does not get. */
const nodeOptions: readonly INodeProperties[] = [
  {
    displayName: 'Request Timeout (Seconds)',
    name: 'requestTimeout',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 330,
    description: 'Seconds after which this node gives up. Most services end a page after 60 s.',
  },
  {
    displayName: 'Requests at Once',
    name: 'parallel',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: mostAtOnce },
    default: 4,
    description: `How many items are rendered at the same time, up to ${mostAtOnce}. The value of the first item is used for all.`,
  },
];

export const topFields = (endpoint: Endpoint): INodeProperties[] =>
  optionRows.filter(({ onTop }) => onTop.includes(endpoint)).map(({ field }) => field);

export const optionFields = (endpoint: Endpoint): INodeProperties[] =>
  optionRows
    .filter(({ endpoints: owners, onTop }) => owners.includes(endpoint) && !onTop.includes(endpoint))
    .map(({ field }) => field);

const inBatches = (fields: INodeProperties[]) => fields.filter(({ name }) => !notInBatches.has(name));

const byTitle = (a: INodeProperties, b: INodeProperties) => a.displayName.localeCompare(b.displayName);

const batchOperation = (endpoint: Endpoint): string | undefined =>
  Object.entries(batchOperations).find(([, kind]) => kind === endpoint)?.[0];

const topOf = (endpoint: Endpoint): INodeProperties[] => {
  const operation = [endpoint, batchOperation(endpoint)].filter((each) => each !== undefined);
  const displayOptions = { show: { resource: ['page', 'batch'], operation } };
  return topFields(endpoint).map((field) => ({ ...field, displayOptions }));
};

const optionsField = (resource: string, operation: string, fields: INodeProperties[]): INodeProperties => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  default: {},
  placeholder: 'Add option',
  displayOptions: { show: { resource: [resource], operation: [operation] } },
  options: fields.sort(byTitle),
});

const source: INodeProperties[] = [
  {
    displayName: 'Page',
    name: 'source',
    type: 'options',
    options: [
      { name: 'HTML', value: 'html', description: 'A document that you give' },
      { name: 'Markdown', value: 'markdown', description: 'A text that you give, in the Markdown of GitHub' },
      { name: 'URL', value: 'url', description: 'A page of the web' },
    ],
    default: 'url',
    displayOptions: { show: { resource: ['page'] } },
  },
  {
    displayName: 'URL',
    name: 'url',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'https://example.com',
    displayOptions: { show: { resource: ['page'], source: ['url'] } },
  },
  {
    displayName: 'URL',
    name: 'url',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'https://example.com',
    displayOptions: { show: { resource: ['batch'], operation: Object.keys(batchOperations) } },
    description: 'The page of this item. All items together become one batch.',
  },
  {
    displayName: 'HTML',
    name: 'html',
    type: 'string',
    typeOptions: { rows: 6 },
    required: true,
    default: '',
    placeholder: '<h1>Invoice 7</h1>',
    displayOptions: { show: { resource: ['page'], source: ['html'] } },
  },
  {
    displayName: 'Markdown',
    name: 'markdown',
    type: 'string',
    typeOptions: { rows: 6 },
    required: true,
    default: '',
    placeholder: '# Report',
    displayOptions: { show: { resource: ['page'], source: ['markdown'] } },
  },
  {
    displayName: 'Base URL of Links',
    name: 'baseUrl',
    type: 'string',
    default: '',
    placeholder: 'https://example.com/docs/',
    displayOptions: { show: { resource: ['page'], source: ['html', 'markdown'] } },
    description: 'What relative links and pictures belong to',
  },
];

const answer: INodeProperties[] = [
  {
    displayName: 'Output',
    name: 'output',
    type: 'options',
    options: [
      { name: 'File', value: 'file', description: 'The file as binary data' },
      {
        name: 'Link to the File',
        value: 'link',
        description: 'An address of the file that needs no key, as long as the service keeps it',
      },
      {
        name: 'Signed URL',
        value: 'signedUrl',
        description: 'An address that renders when it is opened, such as for a picture in a mail',
      },
    ],
    default: 'file',
    displayOptions: { show: { resource: ['page'], operation: [...files] } },
  },
  {
    displayName: 'Put Output File in Field',
    name: 'binaryPropertyName',
    type: 'string',
    required: true,
    default: 'data',
    displayOptions: { show: { resource: ['page'], operation: [...files], output: ['file'] } },
    hint: 'The name of the output binary field to put the file in',
  },
  {
    displayName: 'Expires After (Minutes)',
    name: 'expiresAfter',
    type: 'number',
    typeOptions: { minValue: 0 },
    default: 0,
    displayOptions: { show: { resource: ['page'], operation: [...files], output: ['signedUrl'] } },
    description:
      'Minutes until the signed URL stops working. It works for ever with 0, as long as you keep the secret.',
  },
];

export const pageFields: INodeProperties[] = [
  ...source,
  ...endpoints.flatMap(topOf),
  ...answer,
  ...endpoints.map((endpoint) => optionsField('page', endpoint, [...optionFields(endpoint), ...nodeOptions])),
  ...Object.entries(batchOperations).map(([operation, endpoint]) =>
    optionsField('batch', operation, inBatches(optionFields(endpoint))),
  ),
];
