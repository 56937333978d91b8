import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { addressOfVariable, isSameAddress } from './address.js';
import { CommandError } from './failures.js';

/** What `tintype login` keeps. */
export interface StoredLogin {
  url?: string;
  edgeUrl?: string;
  key?: string;
  secret?: string;
}

/** Undefined values are unset. Key and secret come from one place: a pair of two would send a secret to a stranger. */
export interface Login extends StoredLogin {
  /** Where key and secret come from, for messages. */
  source: 'environment' | 'file' | 'nowhere';
  /** The address of the file, if its key and secret are kept back because they are for that one only. */
  storedFor?: string;
}

/** Where `make run` listens. */
export const usualUrl = 'http://127.0.0.1:8080';

type Environment = Readonly<Record<string, string | undefined>>;

export const environment: Environment = process.env;

export const configFile = (env: Environment = environment): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'tintype', 'config.json');

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Throws a `CommandError` for a file that is not one of `tintype login`. */
const readStored = (file: string): StoredLogin => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  try {
    const { url, edgeUrl, key, secret } = JSON.parse(text) as Record<string, unknown>;
    const all = { url: textIn(url), edgeUrl: textIn(edgeUrl), key: textIn(key), secret: textIn(secret) };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  } catch {
    throw new CommandError(`${file} is not valid. Run \`tintype login\` to write it again.`, 'usage');
  }
};

/** What `tintype login` starts from: it also replaces a broken file. */
export const storedLogin = (env: Environment = environment): StoredLogin => {
  try {
    return readStored(configFile(env));
  } catch {
    return {};
  }
};

const filled = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as { [K in keyof T]?: NonNullable<T[K]> };

/** The server of a command, where no `--server` names one. */
const urlOfVariable = ({ TINTYPE_URL }: Environment): string | undefined =>
  TINTYPE_URL ? addressOfVariable('TINTYPE_URL', TINTYPE_URL) : undefined;

const edgeOfVariable = ({ TINTYPE_EDGE_URL }: Environment): string | undefined =>
  TINTYPE_EDGE_URL ? addressOfVariable('TINTYPE_EDGE_URL', TINTYPE_EDGE_URL) : undefined;

/** `server` is the address of `--server`. The stored key and secret are used for the stored address only. */
export const readLogin = (server?: string, env: Environment = environment): Login => {
  const { TINTYPE_KEY: key, TINTYPE_SECRET: secret } = env;
  const wanted = server ?? urlOfVariable(env);
  const edgeUrl = edgeOfVariable(env);
  if (key || secret) {
    // A broken file does not matter to a command that has all else.
    const stored = wanted ? {} : readStored(configFile(env));
    return { ...filled({ url: wanted ?? stored.url, edgeUrl, key, secret }), source: 'environment' };
  }
  const stored = readStored(configFile(env));
  const url = wanted ?? stored.url;
  if (!stored.secret) return { ...filled({ url, edgeUrl }), source: 'nowhere' };
  const storedFor = stored.url ?? usualUrl;
  if (!isSameAddress(url ?? usualUrl, storedFor)) return { ...filled({ url, edgeUrl, storedFor }), source: 'nowhere' };
  return { ...stored, ...filled({ url, edgeUrl }), source: 'file' };
};

/** Only the user can read the file: it has the secret. Answers its name. */
export const writeLogin = (login: StoredLogin, env: Environment = environment): string => {
  const file = configFile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  // The mode above counts for new files only.
  chmodSync(file, 0o600);
  return file;
};

/** Answers the removed file; undefined if there is none. */
export const removeLogin = (env: Environment = environment): string | undefined => {
  const file = configFile(env);
  if (!existsSync(file)) return undefined;
  rmSync(file);
  return file;
};
