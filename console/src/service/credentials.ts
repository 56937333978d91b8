import { base64Of, textOfBase64 } from './base64.js';

/** What signs in: the account's API key, or its user id, and one of its secrets. */
export interface Credentials {
  name: string;
  secret: string;
}

/** What `Authorization: Bearer` takes. */
export const bearerOf = ({ name, secret }: Credentials): string => base64Of(`${name}:${secret}`);

/** Takes both Base64 alphabets, padded or not, with or without `Bearer` in front. Undefined if it is no bearer. */
export const readBearer = (text: string): Credentials | undefined => {
  const encoded = text.replace(/^\s*(authorization:\s*)?(bearer\s+)?/i, '').trim();
  try {
    const [, name, secret] = /^([^:]+):(.+)$/s.exec(textOfBase64(encoded)) ?? [];
    return name && secret ? { name, secret } : undefined;
  } catch {
    return undefined;
  }
};

const storageKey = 'tintype.bearer';

/** The credentials. The browser keeps them until the tab is closed. No other site and no other tab can read them. */
export const keptCredentials = {
  read: (): Credentials | undefined => readBearer(sessionStorage.getItem(storageKey) ?? ''),
  write: (credentials: Credentials): void => sessionStorage.setItem(storageKey, bearerOf(credentials)),
  /** Removes all that the tab keeps for the person, such as the form of the playground. */
  clear: (): void => sessionStorage.clear(),
};
