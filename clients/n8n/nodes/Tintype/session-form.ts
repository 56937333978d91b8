import type { INodeProperties } from 'n8n-workflow';
import { actionField, actionRows } from './action-rows.generated.js';
import { type Read, valuesOf } from './fields.js';

const shown = (...operation: string[]) => ({ show: { resource: ['session'], operation } });

/** The properties of `POST /v1/sessions`. */
export const createOptions: INodeProperties[] = [
  {
    displayName: 'Bypass Bot Detection',
    name: 'bypassBotDetection',
    type: 'boolean',
    default: false,
    description: 'Whether the browser hides signs of automation. Not with DevTools Clients.',
  },
  {
    displayName: 'DevTools Clients',
    name: 'cdp',
    type: 'boolean',
    default: false,
    description: 'Whether programs such as Playwright may connect, by the <code>connectUrl</code> of the result',
  },
  {
    displayName: 'Lifetime (Seconds)',
    name: 'maxTtlSeconds',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: 900 },
    default: 900,
    description: 'Seconds until the session ends by itself',
  },
  {
    displayName: 'Profile Name or ID',
    name: 'profile',
    type: 'options',
    typeOptions: { loadOptionsMethod: 'getProfiles' },
    default: '',
    description:
      'The saved login that the browser begins with. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
  },
  {
    displayName: 'Proxy',
    name: 'proxy',
    type: 'boolean',
    default: false,
    description: "Whether all traffic uses the account's own proxy",
  },
];

const sessionId: INodeProperties = {
  displayName: 'Session ID',
  name: 'sessionId',
  type: 'string',
  required: true,
  default: '',
  placeholder: 'e.g. ={{ $json.sessionId }}',
  displayOptions: shown('act', 'get', 'close'),
  description: 'The <code>sessionId</code> of the result of Create',
};

const topActionFields = (action: string): INodeProperties[] =>
  actionRows.filter(({ onTop }) => onTop.includes(action)).map(({ field }) => field);

const actionOptionFields = (action: string): INodeProperties[] =>
  actionRows
    .filter(({ actions, onTop }) => actions.includes(action) && !onTop.includes(action))
    .map(({ field }) => field);

/** The payload of an action, out of its form. An empty `value` of `fill` clears the field. The form has it by default. */
export const payloadOf = (type: string, read: Read): Record<string, unknown> => {
  const payload = valuesOf(topActionFields(type), actionOptionFields(type), read);
  return type === 'fill' && payload.text === undefined ? { value: '', ...payload } : payload;
};

const actionTypes = [...new Set(actionRows.flatMap(({ actions }) => actions))];

const shownFor = (actionType: string[]) => ({ show: { ...shown('act').show, actionType } });

const actionFields: INodeProperties[] = [
  ...actionRows
    .filter(({ onTop }) => onTop.length > 0)
    .map(({ field, onTop }) => ({ ...field, displayOptions: shownFor([...onTop]) })),
];

const actionOptions: INodeProperties[] = actionTypes.map(
  (action): INodeProperties => ({
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    default: {},
    placeholder: 'Add option',
    displayOptions: shownFor([action]),
    options: actionOptionFields(action),
  }),
);

export const sessionFields: INodeProperties[] = [
  sessionId,
  { ...actionField, displayOptions: shown('act') },
  ...actionFields,
  {
    displayName: 'Put Pictures in Field',
    name: 'binaryPropertyName',
    type: 'string',
    required: true,
    default: 'data',
    displayOptions: shown('act'),
    hint: 'The name of the output binary field for a picture. Further pictures of one result get a number.',
  },
  ...actionOptions,
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    default: {},
    placeholder: 'Add option',
    displayOptions: shown('create'),
    options: createOptions,
  },
  {
    displayName: 'Save Login As',
    name: 'saveProfile',
    type: 'string',
    default: '',
    displayOptions: shown('close'),
    description:
      'Name of a profile that gets the cookies, local storage and databases of this session. Nothing is saved without a name.',
  },
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    displayOptions: shown('getMany'),
    description: 'Whether to return all results or only up to a given limit',
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    displayOptions: { show: { ...shown('getMany').show, returnAll: [false] } },
    description: 'Max number of results to return',
  },
  {
    displayName: 'Status',
    name: 'status',
    type: 'options',
    options: [
      { name: 'Active', value: 'active' },
      { name: 'Any', value: '' },
      { name: 'Closed', value: 'closed' },
      { name: 'Error', value: 'error' },
      { name: 'Expired', value: 'expired' },
    ],
    default: '',
    displayOptions: shown('getMany'),
  },
];
