import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContext } from 'node:tls';
import { ConfigError } from '@tintype/runtime';
import type { Account, Material, ProvidedCredentials } from './account.js';
import { checkPem, type TlsPem, usableToken } from './material.js';

/** The API server's address and TLS settings. Each new object gets new connections. */
export interface Endpoint {
  server: URL;
  proxyUrl?: string | undefined;
  tls?: {
    secureContext: SecureContext;
    rejectUnauthorized: boolean;
    servername?: string;
  };
  /** Equal for endpoints that can share connections. */
  identity: string;
}

/** Where a request is sent, and the headers that authenticate it. */
export interface Access {
  /** Names user and file in messages: `user "me" in /home/me/.kube/config`. */
  holder: string;
  endpoint: Endpoint;
  headers: Readonly<Record<string, string>>;
}

const readMaterial = async (material: Material | undefined): Promise<string | undefined> => {
  if (!material) return undefined;
  return 'text' in material ? material.text : await readFile(material.file, 'utf8');
};

const tlsPemOf = async (account: Account, provided: ProvidedCredentials): Promise<TlsPem> => {
  const [ca, cert, key] = await Promise.all([
    readMaterial(account.ca),
    readMaterial(account.cert),
    readMaterial(account.key),
  ]);
  return { ca, cert: provided.cert ?? cert, key: provided.key ?? key };
};

const endpointOf = async (account: Account, provided: ProvidedCredentials): Promise<Endpoint> => {
  const { server, serverName, skipVerification, proxyUrl } = account;
  const pem = await tlsPemOf(account, provided);
  const identity = JSON.stringify([server, serverName, skipVerification, proxyUrl, pem]);
  const url = new URL(server);
  if (url.protocol !== 'https:') return { server: url, proxyUrl, identity };
  checkPem(account, pem);
  // Throws if the certificate is new and its key is still the old one.
  const secureContext = createSecureContext(pem);
  const tls = {
    secureContext,
    rejectUnauthorized: !skipVerification,
    ...(serverName ? { servername: serverName } : {}),
  };
  return { server: url, proxyUrl, identity, tls };
};

const accessOf = async (account: Account): Promise<Access> => {
  const provided = (await account.provide?.()) ?? { headers: {} };
  const [endpoint, token] = await Promise.all([endpointOf(account, provided), readMaterial(account.token)]);
  const authorization = token === undefined ? {} : { authorization: `Bearer ${usableToken(account, token)}` };
  const headers = { ...account.headers, ...provided.headers, ...authorization };
  return { holder: account.holder, endpoint, headers };
};

/** Reads the account's files and asks its plugin. Throws a ConfigError if the credentials cannot be used. */
export const readAccess = async (account: Account): Promise<Access> => {
  try {
    return await accessOf(account);
  } catch (error) {
    const reason = (error instanceof Error && error.message.trim()) || 'its plugin failed and printed no error';
    throw new ConfigError(`The credentials of ${account.holder} cannot be used: ${reason}`, { cause: error });
  }
};
