import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Account, Material } from './account.js';

/** PEM for TLS. */
export interface Pair {
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

const isKey = (pem: string): boolean => {
  try {
    return Boolean(createPrivateKey(pem));
  } catch {
    return false;
  }
};

/** Names the file, or the field that holds the text. */
const sourceOf = (material: Material | undefined, otherwise: string): string =>
  material && 'file' in material ? material.file : otherwise;

/** Fails with what is wrong and what to do. OpenSSL ignores an invalid certificate authority silently. */
export const checkPem = (account: Account, { ca, cert, key }: Pair): void => {
  const demand = (holds: boolean, fault: string) => {
    if (!holds) throw new Error(fault);
  };
  const caAt = sourceOf(account.ca, 'certificate-authority-data');
  const certAt = sourceOf(account.cert, 'client-certificate-data');
  const keyAt = sourceOf(account.key, 'client-key-data');
  demand(
    ca === undefined || isCertificate(ca),
    `${caAt} holds no PEM certificate; put the certificate of the cluster's authority there`,
  );
  demand(
    cert === undefined || isCertificate(cert),
    `${certAt} holds no PEM certificate; put the client's certificate there`,
  );
  demand(
    key === undefined || isKey(key),
    `${keyAt} holds no PEM private key without a passphrase; put the client's key there`,
  );
  demand(!cert || key !== undefined, 'there is a client certificate without a key; add client-key or client-key-data');
  demand(
    !key || cert !== undefined,
    'there is a client key without a certificate; add client-certificate or client-certificate-data',
  );
};

/** Fails for a token that no header can carry; an empty one would make the program anonymous. */
export const usableToken = (account: Account, text: string): string => {
  const token = text.trim();
  const place = sourceOf(account.token, 'the kubeconfig');
  if (token === '') throw new Error(`the token in ${place} is empty; log in again, or write one there`);
  if (!/^[!-~]+$/.test(token))
    throw new Error(`the token in ${place} contains a line break or a blank; write the token alone`);
  return token;
};
