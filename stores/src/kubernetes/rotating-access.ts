import { stat } from 'node:fs/promises';
import { type Clock, type Logger, systemClock } from '@tintype/runtime';
import { type Access, readAccess } from './access.js';
import { type Account, filesOf } from './account.js';
import type { CredentialSource } from './credential-source.js';
import { kubeconfigAccount } from './credentials.js';
import { inClusterAccount } from './in-cluster.js';

/** What a client needs of credentials that change while it runs. */
export interface AccessSource {
  /** Good as far as is known. */
  current: () => Promise<Access>;
  /** After the server refused it: another, if there is one. */
  renew: (refused: Access) => Promise<Access>;
  /** After a connection failed: certificates may have been replaced, so that the next call looks at once. */
  doubt: () => void;
}

export interface RotatingAccessOptions {
  source: CredentialSource;
  log: Pick<Logger, 'info' | 'warn'>;
  clock?: Clock;
  /** Files are looked at no more often than this. */
  checkMs?: number;
}

const accountOf = (source: CredentialSource): Promise<Account> =>
  'kubeconfig' in source ? kubeconfigAccount(source.kubeconfig) : inClusterAccount(source.inCluster);

/** Changes when one of the files does. Kubernetes replaces mounted files by turning a link: `stat` goes through it. */
const marksOf = async (files: readonly string[]): Promise<string> => {
  const marks = files.map(async (file) => {
    const { ino, size, mtimeMs } = await stat(file);
    return `${file} ${ino} ${size} ${mtimeMs}`;
  });
  return (await Promise.all(marks)).join('\n');
};

/** All that was read at one time. */
interface Reading {
  account: Account;
  access: Access;
  marks: string;
}

const marksFor = (source: CredentialSource, account: Account): Promise<string> =>
  marksOf([...('kubeconfig' in source ? source.kubeconfig : []), ...filesOf(account)]);

/** With a new account: what a plugin said before is forgotten with the old one. */
const readAll = async (source: CredentialSource): Promise<Reading> => {
  const account = await accountOf(source);
  // Before the files, so that a change while they are read is seen by the next look.
  const marks = await marksFor(source, account);
  return { account, access: await readAccess(account), marks };
};

/** Credentials that are read again when their files change, when a plugin's expire, and when the server refuses them. */
export class RotatingAccess implements AccessSource {
  readonly #options: RotatingAccessOptions;
  readonly #clock: Clock;
  readonly #checkMs: number;
  #reading: Reading;
  #checkedAt: number;
  #checking: Promise<void> | undefined;

  private constructor(options: RotatingAccessOptions, reading: Reading) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#checkMs = options.checkMs ?? 2000;
    this.#reading = reading;
    this.#checkedAt = this.#clock.monotonic();
  }

  /** Fails when there are no usable credentials at the start. */
  static async open(options: RotatingAccessOptions): Promise<RotatingAccess> {
    return new RotatingAccess(options, await readAll(options.source));
  }

  /** The namespace that the program is in. */
  get namespace(): string {
    return this.#reading.account.namespace;
  }

  async current(): Promise<Access> {
    if (this.#clock.monotonic() - this.#checkedAt >= this.#checkMs) await this.#once(() => this.#check());
    return this.#reading.access;
  }

  async renew(refused: Access): Promise<Access> {
    // A look that is under way may not have seen why the server refuses.
    await this.#checking;
    if (this.#reading.access === refused) await this.#once(() => readAll(this.#options.source));
    return this.#reading.access;
  }

  doubt(): void {
    this.#checkedAt = Number.NEGATIVE_INFINITY;
  }

  /** However many calls need it. When it fails the old credentials stay in use: they may still be good. */
  #once(read: () => Promise<Reading>): Promise<void> {
    this.#checking ??= read()
      .then((reading) => this.#take(reading))
      .catch((err: unknown) => this.#options.log.warn({ err }, 'the Kubernetes credentials cannot be read'))
      .finally(() => {
        this.#checkedAt = this.#clock.monotonic();
        this.#checking = undefined;
      });
    return this.#checking;
  }

  async #check(): Promise<Reading> {
    const { source } = this.#options;
    const { account, marks } = this.#reading;
    if ((await marksFor(source, account)) !== marks) return readAll(source);
    return account.provide ? { ...this.#reading, access: await readAccess(account) } : this.#reading;
  }

  /** Connections are kept while what they were made with stays. */
  #take(reading: Reading): void {
    const { endpoint } = this.#reading.access;
    const isSame = endpoint.identity === reading.access.endpoint.identity;
    if (!isSame) this.#options.log.info('new certificates for the Kubernetes API');
    this.#reading = isSame ? { ...reading, access: { ...reading.access, endpoint } } : reading;
  }
}
