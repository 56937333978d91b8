import type { INodeProperties } from 'n8n-workflow';
import { batchOperations } from './page-form.js';

const submits = Object.keys(batchOperations);
const shown = (...operation: string[]) => ({ show: { resource: ['batch'], operation } });

export const batchFields: INodeProperties[] = [
  {
    displayName: 'Batch Options',
    name: 'batchOptions',
    type: 'collection',
    default: {},
    placeholder: 'Add option',
    displayOptions: shown(...submits),
    description: 'Options of the whole batch. The values of the first item are used.',
    options: [
      {
        displayName: 'Idempotency Key',
        name: 'idempotencyKey',
        type: 'string',
        default: '',
        description:
          'A text that names this batch. For 24 hours, the same text with the same pages answers the same batch.',
      },
      {
        displayName: 'Notification URL',
        name: 'notificationUri',
        type: 'string',
        default: '',
        placeholder: 'https://n8n.example.com/webhook/tintype',
        description: 'Gets a signed POST when every page has ended, such as the URL of a Webhook node',
      },
    ],
  },
  {
    displayName: 'Batch ID',
    name: 'batchId',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'e.g. ={{ $json.batchId }}',
    displayOptions: shown('get', 'wait', 'cancel'),
    description: 'The <code>batchId</code> of the result of a submission',
  },
  {
    displayName: 'Longest Wait (Minutes)',
    name: 'waitMinutes',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 30,
    displayOptions: shown('wait'),
    description: 'Minutes after which this node gives up. The batch continues.',
  },
  {
    displayName: 'Output',
    name: 'output',
    type: 'options',
    options: [
      {
        name: 'One Item per Page',
        value: 'pages',
        description: 'An item for each page of the batch, with its file or its error',
      },
      { name: 'The Whole Batch', value: 'batch', description: 'One item with the state and all pages' },
    ],
    default: 'pages',
    displayOptions: shown('get', 'wait'),
  },
];
