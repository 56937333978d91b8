import { bearerOf, hmac } from '@tintype/client';
import type { IAuthenticate, ICredentialDataDecryptedObject } from 'n8n-workflow';
import { FieldError } from './fields.js';

/** A credential of n8n, checked and trimmed. */
export interface Account {
  /** Without a slash at its end. */
  baseUrl: string;
  /** Undefined with a bearer token: the service answers the key. */
  apiKey: string | undefined;
  secret: string;
  bearer: string;
}

const textOf = (credentials: ICredentialDataDecryptedObject, name: string): string =>
  String(credentials[name] ?? '').trim();

const required = (credentials: ICredentialDataDecryptedObject, name: string, title: string): string => {
  const text = textOf(credentials, name);
  if (text) return text;
  throw new FieldError(
    `The Tintype credential has no ${title}`,
    `Open the credential of this node, and fill in ${title}.`,
  );
};

const baseUrlOf = (credentials: ICredentialDataDecryptedObject): string => {
  const text = required(credentials, 'baseUrl', 'base URL').replace(/\/+$/, '');
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new FieldError(
    'The base URL of the Tintype credential is no http or https URL',
    'Open the credential of this node, and write an address such as https://tintype.example.com.',
  );
};

/** A bearer is base64 of an id, a colon and a secret. */
const secretIn = (bearer: string): string => {
  const text = Buffer.from(bearer, 'base64').toString('utf8');
  if (text.includes(':')) return text.slice(text.indexOf(':') + 1);
  throw new FieldError(
    'The bearer token of the Tintype credential is damaged',
    'Copy it again from the console, under "Secrets and tokens".',
  );
};

/** Throws `FieldError`. */
export const accountOf = (credentials: ICredentialDataDecryptedObject): Account => {
  const baseUrl = baseUrlOf(credentials);
  if (credentials.authentication === 'bearer') {
    const bearer = required(credentials, 'bearerToken', 'bearer token').replace(/^Bearer\s+/i, '');
    return { baseUrl, apiKey: undefined, secret: secretIn(bearer), bearer };
  }
  const apiKey = required(credentials, 'apiKey', 'API key');
  const secret = required(credentials, 'secret', 'API secret');
  return { baseUrl, apiKey, secret, bearer: bearerOf(apiKey, secret) };
};

/** Adds the bearer, and the signature of a body, which batches want. */
export const authenticate: IAuthenticate = async (credentials, request) => {
  const { bearer, secret } = accountOf(credentials);
  const { body } = request;
  const signature = typeof body === 'string' ? { 'x-req-signature': await hmac(secret, body) } : {};
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${bearer}`, ...signature } };
};
