import type { INodeProperties } from 'n8n-workflow';

export const operations: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Batch', value: 'batch' },
      { name: 'Page', value: 'page' },
      { name: 'Session', value: 'session' },
    ],
    default: 'page',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['page'] } },
    options: [
      {
        name: 'Capture Image',
        value: 'image',
        action: 'Capture an image of a page',
        description: 'Take a picture of a page, of its whole length or of one element',
      },
      {
        name: 'Get Content',
        value: 'content',
        action: 'Get the content of a page',
        description: 'Read a page as text, Markdown and HTML',
      },
      {
        name: 'Get Metadata',
        value: 'metadata',
        action: 'Get the metadata of a page',
        description: 'Read title, author, date, picture and more of a page',
      },
      {
        name: 'Print PDF',
        value: 'pdf',
        action: 'Print a page as PDF',
        description: 'Print a page, HTML or Markdown as PDF',
      },
      {
        name: 'Record Animation',
        value: 'animated',
        action: 'Record an animation of a page',
        description: 'Record some seconds of a page as GIF or video',
      },
    ],
    default: 'image',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['session'] } },
    options: [
      {
        name: 'Close',
        value: 'close',
        action: 'Close a session',
        description: 'End the browser of a session, and return what it cost',
      },
      {
        name: 'Create',
        value: 'create',
        action: 'Create a session',
        description: 'Open a browser. It costs a credit for each minute begun, until it is closed.',
      },
      { name: 'Get', value: 'get', action: 'Get a session', description: 'Return the state of a session' },
      {
        name: 'Get Many',
        value: 'getMany',
        action: 'Get many sessions',
        description: 'Return the sessions of the account, active ones first',
      },
      {
        name: 'Run Action',
        value: 'act',
        action: 'Run an action in a session',
        description: 'Open a page, click, type, read or take a picture in the browser of a session',
      },
    ],
    default: 'create',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['batch'] } },
    options: [
      {
        name: 'Cancel',
        value: 'cancel',
        action: 'Cancel a batch',
        description: 'Skip the pages of a batch that have not begun',
      },
      { name: 'Get', value: 'get', action: 'Get a batch', description: 'Return the state of a batch now' },
      {
        name: 'Submit Images',
        value: 'submitImages',
        action: 'Capture a batch of pages',
        description: "Capture the pages of all items into the account's storage",
      },
      {
        name: 'Submit PDFs',
        value: 'submitPdfs',
        action: 'Print a batch of pages',
        description: "Print the pages of all items into the account's storage",
      },
      {
        name: 'Wait',
        value: 'wait',
        action: 'Wait for a batch',
        description: 'Wait until every page of a batch has ended',
      },
    ],
    default: 'submitImages',
  },
];
