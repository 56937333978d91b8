import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Account, Material } from './account.js';

/** What TLS is spoken with; PEM, as it was read. */
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

/** Where it was read: its file, or where a text stands. */
const sourceOf = (material: Material | undefined, otherwise: string): string =>
  material && 'file' in material ? material.file : otherwise;

/** Fails with what is wrong and what to do. OpenSSL takes a certificate authority that is none for no word at all. */
export const checkPem = (account: Account, { ca, cert, key }: Pair): void => {
  const demand = (holds: boolean, fault: string) => {
    if (!holds) throw new Error(fault);
  };
  const [caAt, certAt, keyAt] = [
    sourceOf(account.ca, 'certificate-authority-data'),
    sourceOf(account.cert, 'client-certificate-data'),
    sourceOf(account.key, 'client-key-data'),
  ];
  demand(
    ca === undefined || isCertificate(ca),
    `${caAt} holds no certificate in PEM; put that of the cluster's authority there`,
  );
  demand(cert === undefined || isCertificate(cert), `${certAt} holds no certificate in PEM; put the client's there`);
  demand(
    key === undefined || isKey(key),
    `${keyAt} holds no private key in PEM, without a passphrase; put the client's there`,
  );
  demand(!cert || key !== undefined, 'there is a client certificate without a key; add client-key or client-key-data');
  demand(
    !key || cert !== undefined,
    'there is a client key without a certificate; add client-certificate or client-certificate-data',
  );
};

/** The token of a file or a kubeconfig. Fails for what no header can hold; nothing would make the program nobody. */
export const usableToken = (account: Account, text: string): string => {
  const token = text.trim();
  const place = sourceOf(account.token, 'the kubeconfig');
  if (token === '') throw new Error(`the token in ${place} is empty; log in again, or write one there`);
  if (!/^[!-~]+$/.test(token))
    throw new Error(`the token in ${place} has a line break or a blank in it; write it there as it is`);
  return token;
};
