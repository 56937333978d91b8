import type { KeyObject } from 'node:crypto';
import { AccountDirectory, AccountStore, readMasterKey } from '@tintype/api';
import { buckets } from '@tintype/contracts';
import { connectNats, createLog, type KV, type Nats, StorageType } from '@tintype/runtime';
import { type NatsServer, startNatsServer } from './nats-server.js';
import { until } from './until.js';

const log = createLog('test', 'silent');
const stream = `KV_${buckets.accounts}`;

export const masterKey = readMasterKey('11'.repeat(32));
export const otherMasterKey = readMasterKey('22'.repeat(32));

/** A line that a directory logged because an account cannot be read. */
export interface UnreadableAccount {
  account: string;
  err: Error;
}

/** What each api replica has of its own: a connection, a store, and a directory that is not started. */
export class AccountReplica {
  readonly nats: Nats;
  readonly kv: KV;
  readonly store: AccountStore;
  readonly directory: AccountDirectory;
  readonly unreadable: UnreadableAccount[] = [];

  constructor(nats: Nats, kv: KV, key: KeyObject) {
    this.nats = nats;
    this.kv = kv;
    this.store = new AccountStore({ kv, masterKey: key });
    this.directory = new AccountDirectory({
      kv,
      connection: nats.connection,
      masterKey: key,
      log: { warn: () => undefined, error: (line: UnreadableAccount) => this.unreadable.push(line) },
    });
  }

  async stop(): Promise<void> {
    this.directory.stop();
    await this.nats.connection.close();
  }
}

/** A real server with the accounts' bucket, and replicas on it. */
export class AccountsCluster {
  readonly #server: NatsServer;
  readonly #admin: Nats;
  #replicas: AccountReplica[] = [];

  private constructor(server: NatsServer, admin: Nats) {
    this.#server = server;
    this.#admin = admin;
  }

  static async start(): Promise<AccountsCluster> {
    const server = await startNatsServer();
    return new AccountsCluster(server, await connectNats({ url: server.url, name: 'admin', log }));
  }

  async replica(key = masterKey): Promise<AccountReplica> {
    const nats = await connectNats({ url: this.#server.url, name: 'replica', log });
    const replica = new AccountReplica(nats, await nats.kv(buckets.accounts), key);
    this.#replicas.push(replica);
    return replica;
  }

  /** Ends every replica and begins with an empty bucket. */
  async reset(): Promise<void> {
    await this.#stopReplicas();
    await this.deleteBucket();
    await this.makeBucket();
  }

  async makeBucket(): Promise<void> {
    await this.#admin.manager.streams.add({
      name: stream,
      subjects: [`$KV.${buckets.accounts}.>`],
      max_msgs_per_subject: 1,
      allow_rollup_hdrs: true,
      allow_direct: true,
      storage: StorageType.File,
    });
  }

  async deleteBucket(): Promise<void> {
    await this.#admin.manager.streams.delete(stream).catch((error) => {
      if (!/stream not found/.test(String(error))) throw error;
    });
  }

  /** Kills the server, as a crash would. */
  async crash(): Promise<void> {
    await this.#server.kill();
    await until('the loss of the server is noticed', () => !this.#admin.connected);
  }

  /** Starts it again, on the same port and store. */
  async revive(): Promise<void> {
    await this.#server.restart();
    await until('the server is back', () => this.#admin.connected);
  }

  /** The revision of the last write of anybody. */
  async lastRevision(): Promise<number> {
    return (await this.#admin.manager.streams.info(stream)).state.last_seq;
  }

  async stop(): Promise<void> {
    await this.#stopReplicas();
    await this.#admin.connection.close();
    await this.#server.stop();
  }

  async #stopReplicas(): Promise<void> {
    const replicas = this.#replicas;
    this.#replicas = [];
    await Promise.all(replicas.map((replica) => replica.stop()));
  }
}
