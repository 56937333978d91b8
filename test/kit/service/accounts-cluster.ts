import type { KeyObject } from 'node:crypto';
import { AccountDirectory, AccountStore, PresetStore } from '@tintype/api/testing';
import { buckets } from '@tintype/contracts';
import { UsageRecords } from '@tintype/ledger';
import { asKey, connectNats, createLog, type KV, type Nats, StorageType } from '@tintype/runtime';
import { type NatsServer, startNatsServer } from '../nats/server.js';
import { until } from '../until.js';

const log = createLog('test', 'silent');

export const masterKey = asKey('11'.repeat(32));
export const otherMasterKey = asKey('22'.repeat(32));

/** A directory's log line about an account it cannot read. */
export interface UnreadableAccount {
  account: string;
  err: Error;
}

/** The decrypted secrets of an account. */
export const textsOf = (account: { secrets: readonly { text: string }[] } | undefined) =>
  account?.secrets.map(({ text }) => text);

/** One api replica: its own connection, store and directory, which is not started. */
export class AccountReplica {
  readonly nats: Nats;
  readonly kv: KV;
  readonly store: AccountStore;
  readonly presets: PresetStore;
  readonly directory: AccountDirectory;
  readonly usage: UsageRecords;
  readonly unreadable: UnreadableAccount[] = [];

  constructor(nats: Nats, kv: KV, { key, usage }: { key: KeyObject; usage: KV }) {
    this.usage = new UsageRecords(usage);
    this.nats = nats;
    this.kv = kv;
    this.store = new AccountStore({ kv, masterKey: key });
    this.presets = new PresetStore({ kv, masterKey: key });
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

/** A real server with the accounts' bucket, and replicas. */
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
   * Ends all replicas and makes a bucket with a new name. nats-server 2.15 removes a stream's files after its answer.
   * So a new stream of the same name may find old messages.
   */
  async reset(): Promise<void> {
    await this.#stopReplicas();
    this.#resets += 1;
    await this.#makeBucket(StorageType.File);
  }

  async deleteBucket(): Promise<void> {
    await this.#admin.manager.streams.delete(this.#stream);
  }

  /** Makes the bucket again under its name, in memory for the same reason. */
  async remakeBucket(): Promise<void> {
    await this.deleteBucket();
    await this.#makeBucket(StorageType.Memory);
  }

  async crash(): Promise<void> {
    await this.#server.kill();
    await until('the loss of the server is noticed', () => !this.#admin.connected);
  }

  /** Starts the server again on the same port and store. */
  async revive(): Promise<void> {
    await this.#server.restart();
    await until('the server is back', () => this.#admin.connected);
  }

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
