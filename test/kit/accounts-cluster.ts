import type { KeyObject } from 'node:crypto';
import { AccountDirectory, AccountStore } from '@tintype/api/testing';
import { buckets } from '@tintype/contracts';
import { UsageBook } from '@tintype/ledger';
import { asKey, connectNats, createLog, type KV, type Nats, StorageType } from '@tintype/runtime';
import { type NatsServer, startNatsServer } from './nats-server.js';
import { until } from './until.js';

const log = createLog('test', 'silent');

export const masterKey = asKey('11'.repeat(32));
export const otherMasterKey = asKey('22'.repeat(32));

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
  readonly usage: UsageBook;
  readonly unreadable: UnreadableAccount[] = [];

  constructor(nats: Nats, kv: KV, { key, usage }: { key: KeyObject; usage: KV }) {
    this.usage = new UsageBook(usage);
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
  #resets = 0;

  private constructor(server: NatsServer, admin: Nats) {
    this.#server = server;
    this.#admin = admin;
  }

  static async start(): Promise<AccountsCluster> {
    const server = await startNatsServer();
    const admin = await connectNats({ url: server.url, name: 'admin', log });
    await admin.makeKv(buckets.usage, {});
    return new AccountsCluster(server, admin);
  }

  async replica(key = masterKey): Promise<AccountReplica> {
    const nats = await connectNats({ url: this.#server.url, name: 'replica', log });
    const usage = await nats.kv(buckets.usage);
    const replica = new AccountReplica(nats, await nats.kv(this.#bucket), { key, usage });
    this.#replicas.push(replica);
    return replica;
  }

  /**
   * Ends every replica and begins with an empty bucket, of a new name: nats-server (2.15) removes the files of a stream
   * after it has answered, and a stream of the same name made at once may find the old messages again.
   */
  async reset(): Promise<void> {
    await this.#stopReplicas();
    this.#resets += 1;
    await this.#makeBucket(StorageType.File);
  }

  async deleteBucket(): Promise<void> {
    await this.#admin.manager.streams.delete(this.#stream);
  }

  /** Deletes the bucket and makes it anew under its name; in memory, for the reason above. */
  async remakeBucket(): Promise<void> {
    await this.deleteBucket();
    await this.#makeBucket(StorageType.Memory);
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
    return (await this.#admin.manager.streams.info(this.#stream)).state.last_seq;
  }

  async stop(): Promise<void> {
    await this.#stopReplicas();
    await this.#admin.connection.close();
    await this.#server.stop();
  }

  get #bucket(): string {
    return `${buckets.accounts}-${this.#resets}`;
  }

  get #stream(): string {
    return `KV_${this.#bucket}`;
  }

  async #makeBucket(storage: StorageType): Promise<void> {
    await this.#admin.manager.streams.add({
      name: this.#stream,
      subjects: [`$KV.${this.#bucket}.>`],
      max_msgs_per_subject: 5,
      allow_rollup_hdrs: true,
      allow_direct: true,
      storage,
    });
  }

  async #stopReplicas(): Promise<void> {
    const replicas = this.#replicas;
    this.#replicas = [];
    await Promise.all(replicas.map((replica) => replica.stop()));
  }
}
