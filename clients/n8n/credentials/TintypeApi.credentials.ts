import type { IAuthenticate, ICredentialTestRequest, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { authenticate } from '../nodes/Tintype/account.js';

export class TintypeApi implements ICredentialType {
  name = 'tintypeApi';

  displayName = 'Tintype API';

  icon: Icon = { light: 'file:../icons/tintype.svg', dark: 'file:../icons/tintype.dark.svg' };

  documentationUrl = 'https://tintype.dev';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'https://tintype.example.com',
      description:
        'Address of your Tintype service, as n8n reaches it. That of <code>make run</code> is http://127.0.0.1:8080.',
    },
    {
      displayName: 'Log In With',
      name: 'authentication',
      type: 'options',
      options: [
        { name: 'API Key and Secret', value: 'secret' },
        { name: 'Bearer Token', value: 'bearer' },
      ],
      default: 'secret',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      displayOptions: { show: { authentication: ['secret'] } },
      description: 'API key of your account. The console shows it, and so does <code>make run</code>.',
    },
    {
      displayName: 'API Secret',
      name: 'secret',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      displayOptions: { show: { authentication: ['secret'] } },
      description: 'Any secret of your account. In the console, make one under <b>Secrets and tokens</b>.',
    },
    {
      displayName: 'Bearer Token',
      name: 'bearerToken',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      displayOptions: { show: { authentication: ['bearer'] } },
      description: 'The token that the console shows under <b>Secrets and tokens</b>, without the word Bearer',
    },
  ];

  authenticate: IAuthenticate = authenticate;

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "")}}', url: '/v1/account', method: 'GET' },
    rules: [
      {
        type: 'responseCode',
        properties: {
          value: 401,
          message: 'The service does not know this API key with this secret. Copy both again.',
        },
      },
      {
        type: 'responseCode',
        properties: { value: 404, message: 'The base URL is not that of a Tintype service.' },
      },
    ],
  };
}
