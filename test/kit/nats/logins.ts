import { provision } from '@tintype/api';
import { buckets } from '@tintype/contracts';
import { connectNats, createLog, type Nats } from '@tintype/runtime';
import { type Login, logins, makePasswords, natsConfiguration } from '@tintype/standalone/testing';
import { provisionObjects } from '@tintype/stores';
import { PlayedBirth } from '../ledger/birth.js';
import { type NatsServer, startNatsServer } from './server.js';

/** One row of a test. */
export type Permission = [login: Login, subject: string, allowed: boolean];

const log = createLog('nats-logins', 'silent');

/** The subject that reads one message from the stream's leader. */
export const readOf = (stream: string): string => `$JS.API.STREAM.MSG.GET.${stream}`;

/** The subjects that change the stream. */
export const makingOf = (stream: string): string[] =>
  ['CREATE', 'UPDATE', 'DELETE', 'PURGE'].map((what) => `$JS.API.STREAM.${what}.${stream}`);

/** A server with the supervisor's users, all streams and buckets, and a connection per user. */
export class NatsLogins {
  readonly server: NatsServer;
  readonly ledger = new PlayedBirth();
  readonly clients = {} as Record<Login, Nats>;
  /** URLs with user and password. */
  readonly urls = {} as Record<Login, URL>;
  readonly #denied = {} as Record<Login, string[]>;

  private constructor(server: NatsServer) {
    this.server = server;
  }

  static async start(): Promise<NatsLogins> {
    const passwords = makePasswords();
    const { authorization } = JSON.parse(natsConfiguration({ port: 1, storeFolder: '', passwords }));
    const config = `authorization: ${JSON.stringify(authorization)}`;
    const stage = new NatsLogins(await startNatsServer({ config }));
    for (const login of logins) await stage.#logIn(login, passwords[login]);
    const { admin } = stage.clients;
    await provision(admin, stage.ledger);
    await provisionObjects(admin.manager, { bucket: buckets.objects });
    return stage;
  }

  /** The server's refusals of an act; a flush ends the list, since the connection keeps order. */
  async denialsOf(login: Login, act: (nats: Nats) => unknown): Promise<string> {
    this.#denied[login].length = 0;
    await act(this.clients[login]);
    await this.clients[login].connection.flush();
    // The errors precede the flush's answer but reach their iterator a turn later.
    await new Promise((resolve) => setImmediate(resolve));
    return this.#denied[login].join('\n');
  }

  async stop(): Promise<void> {
    for (const { connection } of Object.values(this.clients)) await connection.close();
    await this.server.stop();
  }

  async #logIn(login: Login, password: string): Promise<void> {
    const url = new URL(this.server.url);
    Object.assign(url, { username: login, password });
    this.urls[login] = url;
    this.clients[login] = await connectNats({ url, name: login, log });
    this.#denied[login] = [];
    void this.#watchDenials(login);
  }

  async #watchDenials(login: Login): Promise<void> {
    for await (const status of this.clients[login].connection.status())
      if (status.type === 'error') this.#denied[login].push(String(status.error));
  }
}
