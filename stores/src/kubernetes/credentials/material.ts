import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Account, Material } from './account.js';

/** The PEM texts of a TLS connection. Those that the account lacks are undefined. */
export interface TlsPem {
  ca: string | undefined;
  cert: string | undefined;
  key: string | undefined;
}

const isCertificate = (pem: string): boolean => {
  try {
    return Boolean(new X509Certificate(pem));
  } catch {
    return false;
  }
};

const isPrivateKey = (pem: string): boolean => {
  try {
    return Boolean(createPrivateKey(pem));
  } catch {
    return false;
  }
};

/** The name of the file, or of the place that has the inline text. */
const sourceOf = (material: Material | undefined, inlinePlace: string): string =>
  material && 'file' in material ? material.file : inlinePlace;

/**
 * Throws an error that says what is wrong and what to do. OpenSSL silently ignores an invalid certificate authority.
 */
export const checkPem = (account: Account, { ca, cert, key }: TlsPem): void => {
  const demand = (holds: boolean, fault: string) => {
    if (!holds) throw new Error(fault);
  };
  const caSource = sourceOf(account.ca, 'certificate-authority-data');
  const certSource = sourceOf(account.cert, 'client-certificate-data');
  const keySource = sourceOf(account.key, 'client-key-data');
  demand(
    ca === undefined || isCertificate(ca),
    `${caSource} holds no PEM certificate; put the certificate of the cluster's authority there`,
  );
  demand(
    cert === undefined || isCertificate(cert),
    `${certSource} holds no PEM certificate; put the client's certificate there`,
  );
  demand(
    key === undefined || isPrivateKey(key),
    `${keySource} holds no PEM private key without a passphrase; put the client's key there`,
  );
  demand(!cert || key !== undefined, 'there is a client certificate without a key; add client-key or client-key-data');
  demand(
    !key || cert !== undefined,
    'there is a client key without a certificate; add client-certificate or client-certificate-data',
  );
};

/**
 * Returns the trimmed token. Throws if no header can carry it, or if it is empty, which would make the program
 * anonymous.
 */
export const usableToken = (account: Account, text: string): string => {
  const token = text.trim();
  const source = sourceOf(account.token, 'the kubeconfig');
  if (token === '') throw new Error(`the token in ${source} is empty; log in again, or write one there`);
  if (!/^[!-~]+$/.test(token))
    throw new Error(`the token in ${source} contains a line break or a blank; write the token alone`);
  return token;
};
