import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError } from './failures.js';

/** What `tintype login` keeps. */
export interface StoredLogin {
  url?: string;
  edgeUrl?: string;
  key?: string;
  secret?: string;
}

/** Undefined values are unset. Variables win over the file. */
export interface Login extends StoredLogin {
  /** Where key and secret come from, for messages. */
  source: 'environment' | 'file' | 'nowhere';
}

type Environment = Readonly<Record<string, string | undefined>>;

export const environment: Environment = process.env;

export const configFile = (env: Environment = environment): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'tintype', 'config.json');

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

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

export const readLogin = (env: Environment = environment): Login => {
  const stored = readStored(configFile(env));
  const { TINTYPE_URL, TINTYPE_EDGE_URL, TINTYPE_KEY, TINTYPE_SECRET } = env;
  const login = {
    url: TINTYPE_URL || stored.url,
    edgeUrl: TINTYPE_EDGE_URL || stored.edgeUrl,
    key: TINTYPE_KEY || stored.key,
    secret: TINTYPE_SECRET || stored.secret,
  };
  const source = TINTYPE_KEY || TINTYPE_SECRET ? 'environment' : stored.secret ? 'file' : 'nowhere';
  return { ...Object.fromEntries(Object.entries(login).filter(([, value]) => value)), source };
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

/** Answers the removed file. */
export const removeLogin = (env: Environment = environment): string => {
  const file = configFile(env);
  rmSync(file, { force: true });
  return file;
};
