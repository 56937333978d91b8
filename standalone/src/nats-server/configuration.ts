import { randomBytes } from 'node:crypto';
import { type Login, logins, type Permissions, permissions } from './permissions.js';

export type Passwords = Readonly<Record<Login, string>>;

export const makePasswords = (): Passwords =>
  Object.fromEntries(logins.map((login) => [login, randomBytes(24).toString('hex')])) as Record<Login, string>;

const rules = ({ publish, subscribe, mayAnswer }: Permissions) => ({
  // An empty list of allowed subjects would allow all.
  publish: publish.length > 0 ? { allow: publish } : { deny: ['>'] },
  subscribe: { allow: subscribe },
  ...(mayAnswer ? { allow_responses: true } : {}),
});

export interface ServerOptions {
  port: number;
  storeFolder: string;
  passwords: Passwords;
}

/** Bytes. Announcements and chunks carry up to 512 KiB of a result. An object may have 1.5 MiB, the limit of etcd. */
export const maxPayload = 2 * 1024 * 1024;

/** Bytes. The server's default is a share of the free disk. On a small disk, that is less than our buckets' limits. */
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

/** nats-server warns of unhashed passwords at each start. Only the owner can read the file, and the port is local. */
export const knownWarnings = /Plaintext passwords detected/;

export const natsUrl = (login: Login, { port, passwords }: Pick<ServerOptions, 'port' | 'passwords'>): URL =>
  new URL(`nats://${login}:${passwords[login]}@127.0.0.1:${port}`);
