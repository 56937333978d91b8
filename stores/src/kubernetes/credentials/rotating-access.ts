import { stat } from 'node:fs/promises';
import { type Clock, ConfigError, type Logger, pause, systemClock } from '@tintype/runtime';
import { type Access, readAccess } from './access.js';
import { type Account, filesOf, inClusterAccount } from './account.js';
import type { CredentialSource } from './credential-source.js';

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
  /** A look that takes longer has failed, and a plugin that does is ended: it may have to ask its cloud. */
  readMs: number;
  /** Calls wait for a look no longer than this after it began: then what was good before is used. */
  patienceMs?: number;
}

type Readable = Pick<RotatingAccessOptions, 'source' | 'readMs'>;

/** A look at the credentials that is under way. Neither of the two fails. */
interface Look {
  ended: Promise<void>;
  /** It has ended, or it takes long. */
  awaited: Promise<void>;
}

const accountOf = async ({ source, readMs }: Readable): Promise<Account> => {
  if ('inCluster' in source) return inClusterAccount(source.inCluster);
  // Pods never load the Kubernetes client.
  const { kubeconfigAccount } = await import('./kubeconfig.js');
  return kubeconfigAccount(source.kubeconfig, readMs);
};

/** Changes when one of the files does. Kubernetes replaces mounted files by turning a link: `stat` goes through it. */
const markOf = async (file: string): Promise<string> => {
  const { ino, size, mtimeMs } = await stat(file).catch((cause) => {
    throw new ConfigError(`A file of the Kubernetes credentials cannot be read: ${cause.message}.`, { cause });
  });
  return `${file} ${ino} ${size} ${mtimeMs}`;
};

const marksOf = async (files: readonly string[]): Promise<string> => (await Promise.all(files.map(markOf))).join('\n');

/** All that was read at one time. */
interface Reading {
  account: Account;
  access: Access;
  marks: string;
}

const marksFor = (source: CredentialSource, account: Account): Promise<string> =>
  marksOf([...('kubeconfig' in source ? source.kubeconfig : []), ...filesOf(account)]);

/** With a new account: what a plugin said before is forgotten with the old one. */
const readAll = async (from: Readable): Promise<Reading> => {
  const { source } = from;
  const account = await accountOf(from);
  // Before the files, so that a change while they are read is seen by the next look.
  const marks = await marksFor(source, account);
  return { account, access: await readAccess(account), marks };
};

/** Fails when it is not done in time; then it goes on, for nobody. */
const within = async <T>(clock: Clock, milliseconds: number, reading: Promise<T>): Promise<T> => {
  const done = new AbortController();
  const late = pause(clock, milliseconds, done.signal).then(() => {
    throw new ConfigError(
      `The Kubernetes credentials did not come within ${milliseconds} ms: a plugin or a file hangs.`,
    );
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    late.catch(() => undefined);
    done.abort();
  }
};

/** Credentials that are read again when their files change, when a plugin's expire, and when the server refuses them. */
export class RotatingAccess implements AccessSource {
  readonly #options: RotatingAccessOptions;
  readonly #clock: Clock;
  readonly #checkMs: number;
  readonly #patienceMs: number;
  #reading: Reading;
  #checkedAt: number;
  #look: Look | undefined;

  private constructor(options: RotatingAccessOptions, reading: Reading) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#checkMs = options.checkMs ?? 2000;
    this.#patienceMs = options.patienceMs ?? 1000;
    this.#reading = reading;
    this.#checkedAt = this.#clock.monotonic();
  }

  /** Fails when there are no usable credentials at the start. */
  static async open(options: RotatingAccessOptions): Promise<RotatingAccess> {
    const { clock = systemClock, readMs } = options;
    return new RotatingAccess(options, await within(clock, readMs, readAll(options)));
  }

  /** The namespace that the program is in. */
  get namespace(): string {
    return this.#reading.account.namespace;
  }

  async current(): Promise<Access> {
    const isDue = this.#clock.monotonic() - this.#checkedAt >= this.#checkMs;
    await (isDue ? this.#once(() => this.#check()) : this.#look)?.awaited;
    return this.#reading.access;
  }

  async renew(refused: Access): Promise<Access> {
    // A look that is under way may not have seen why the server refuses.
    await this.#look?.ended;
    if (this.#reading.access === refused) await this.#once(() => readAll(this.#options)).ended;
    return this.#reading.access;
  }

  doubt(): void {
    this.#checkedAt = Number.NEGATIVE_INFINITY;
  }

  /** However many calls need it. When it fails the old credentials stay in use: they may still be good. */
  #once(read: () => Promise<Reading>): Look {
    if (this.#look) return this.#look;
    // From its beginning, so that a doubt which comes meanwhile counts.
    this.#checkedAt = this.#clock.monotonic();
    const ended = this.#readInto(read);
    const over = new AbortController();
    void ended.then(() => over.abort());
    this.#look = { ended, awaited: pause(this.#clock, this.#patienceMs, over.signal) };
    return this.#look;
  }

  async #readInto(read: () => Promise<Reading>): Promise<void> {
    try {
      this.#take(await within(this.#clock, this.#options.readMs, read()));
    } catch (err) {
      this.#options.log.warn({ err }, 'the Kubernetes credentials cannot be read');
    } finally {
      this.#look = undefined;
    }
  }

  async #check(): Promise<Reading> {
    const { source } = this.#options;
    const { account, marks } = this.#reading;
    if ((await marksFor(source, account)) !== marks) return readAll(this.#options);
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
