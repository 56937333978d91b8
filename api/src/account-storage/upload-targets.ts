import { createHash } from 'node:crypto';
import type { StorageSettings } from '@tintype/contracts';
import type { Logger } from '@tintype/runtime';
import { LRUCache } from 'lru-cache';
import type { Account } from '../accounts/account.js';
import type { S3Handler } from '../s3/guarded-handler.js';
import { openS3Bucket, type S3Bucket, type S3Settings } from '../s3/s3-bucket.js';

/** Where an account's results are uploaded. */
export interface UploadTarget {
  /** Hash of the location, without login and public URL: another location means another upload. */
  id: string;
  settings: Omit<StorageSettings, 'key' | 'secret'>;
  /** True for the store of this installation, which the accounts of TINTYPE_ACCOUNT may use. */
  isInstallationStore: boolean;
  bucket: () => Promise<Pick<S3Bucket, 'put' | 'get' | 'delete'>>;
}

export interface UploadTargetsOptions {
  /** Sends over the guarded connector, because accounts choose the addresses. */
  handler: S3Handler;
  /** The store of TINTYPE_S3_…, and the accounts of TINTYPE_ACCOUNT, which use it unless they have their own. */
  installation: { s3: S3Settings | undefined; accounts: readonly { id: string }[] };
  log: Logger;
  /**
   * Changed settings get a client of their own. A client is closed after this time without use, by default an hour.
   */
  idleMs?: number;
}

/** A client takes about 1 MB of memory. */
const maxClients = 100;
const hourMs = 3_600_000;

const close = (opened: Promise<S3Bucket>): void => {
  void opened.then((client) => client.close()).catch(() => undefined);
};

/** Whose store takes an account's results; null: none. */
export type StorageSource = 'account' | 'operator' | null;

const hash = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);

const storageSettingsOf = ({ endpoint, publicUrl, ...s3 }: S3Settings): StorageSettings => ({
  ...s3,
  endpoint: endpoint.href,
  prefix: '',
  publicUrl: publicUrl?.href ?? null,
});

/** Makes the clients of accounts' stores when they are needed. */
export class UploadTargets {
  readonly #options: UploadTargetsOptions;
  readonly #installation: UploadTarget | undefined;
  readonly #installationAccounts: ReadonlySet<string>;
  /** Kept, because every request asks for its target. */
  readonly #targets = new WeakMap<StorageSettings, UploadTarget>();
  readonly #clients: LRUCache<string, Promise<S3Bucket>>;
  readonly #purge: NodeJS.Timeout;

  constructor(options: UploadTargetsOptions) {
    this.#options = options;
    const { s3, accounts } = options.installation;
    const { idleMs = hourMs } = options;
    this.#clients = new LRUCache({ max: maxClients, ttl: idleMs, updateAgeOnGet: true, dispose: close });
    // `ttlAutopurge` of lru-cache 10.4.3 purges no entry whose age a `get` has updated.
    this.#purge = setInterval(() => this.#clients.purgeStale(), Math.max(idleMs / 6, 1)).unref();
    this.#installation = s3 && this.#makeTarget(storageSettingsOf(s3), true);
    this.#installationAccounts = new Set(accounts.map(({ id }) => id));
  }

  /** Closes all clients. */
  stop(): void {
    clearInterval(this.#purge);
    this.#clients.clear();
  }

  /** `hasOwn`: the account has a storage of its own. */
  sourceOf(id: string, hasOwn: boolean): StorageSource {
    if (hasOwn) return 'account';
    return this.#installation && this.#installationAccounts.has(id) ? 'operator' : null;
  }

  /** Where results of the account are uploaded. Undefined without a storage. */
  targetOf({ id, storage }: Pick<Account, 'id' | 'storage'>): UploadTarget | undefined {
    if (!storage) return this.#installationAccounts.has(id) ? this.#installation : undefined;
    const target = this.#targets.get(storage) ?? this.#makeTarget(storage, false);
    this.#targets.set(storage, target);
    return target;
  }

  #makeTarget({ key, secret, ...settings }: StorageSettings, isInstallationStore: boolean): UploadTarget {
    const { endpoint, bucket, pathStyle, prefix } = settings;
    const id = hash([endpoint, bucket, pathStyle, prefix]);
    return {
      id,
      settings,
      isInstallationStore,
      bucket: () => this.#client({ ...settings, key, secret }, isInstallationStore),
    };
  }

  #client(settings: StorageSettings, isInstallationStore: boolean): Promise<S3Bucket> {
    const { endpoint, region, bucket, key, secret, pathStyle } = settings;
    const clientKey = hash([endpoint, region, bucket, key, secret, pathStyle, isInstallationStore]);
    const existing = this.#clients.get(clientKey);
    if (existing) return existing;
    const { handler, log } = this.#options;
    const opened = openS3Bucket({
      settings: { endpoint: new URL(endpoint), region, bucket, key, secret, pathStyle },
      transport: isInstallationStore ? 'direct' : handler,
      onRequest: () => undefined,
      log,
    });
    this.#clients.set(clientKey, opened);
    return opened;
  }
}
