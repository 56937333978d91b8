import { randomBytes } from 'node:crypto';
import { type Login, logins, type Permissions, permissions } from './permissions.js';

export type Passwords = Readonly<Record<Login, string>>;

export const makePasswords = (): Passwords =>
  Object.fromEntries(logins.map((login) => [login, randomBytes(24).toString('hex')])) as Record<Login, string>;

const rules = ({ publish, subscribe, answers }: Permissions) => ({
  // An empty list of allowed subjects would allow all.
  publish: publish.length > 0 ? { allow: publish } : { deny: ['>'] },
  subscribe: { allow: subscribe },
  ...(answers ? { allow_responses: true } : {}),
});

export interface ServerOptions {
  port: number;
  storeFolder: string;
  passwords: Passwords;
}

/**
 * A result's announcement carries up to 512 KiB of it, a chunk of a larger one no more than that. An object of the operator's
 * may have 1.5 MiB, as in etcd.
 */
export const maxPayload = 2 * 1024 * 1024;

/** The server's own guess is a share of the disk that is free when it starts: on a small one it refuses the buckets' limits. */
export const maxFileStore = 1024 ** 4;

/** The configuration file of nats-server, which reads JSON too. */
export const natsConfiguration = ({ port, storeFolder, passwords }: ServerOptions): string =>
  JSON.stringify(
    {
      server_name: 'tintype',
      host: '127.0.0.1',
      port,
      max_payload: maxPayload,
      jetstream: {
        store_dir: storeFolder,
        max_file_store: maxFileStore,
      },
      authorization: {
        users: logins.map((login) => ({
          user: login,
          password: passwords[login],
          permissions: rules(permissions[login]),
        })),
      },
    },
    null,
    2,
  );

/** Said at each start because the passwords are not hashed; the file is its owner's alone, and the port is local. */
export const knownWarnings = /Plaintext passwords detected/;

export const natsUrl = (login: Login, { port, passwords }: Pick<ServerOptions, 'port' | 'passwords'>): URL =>
  new URL(`nats://${login}:${passwords[login]}@127.0.0.1:${port}`);
