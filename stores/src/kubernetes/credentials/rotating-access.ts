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
  checkSoon: () => void;
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

type CredentialsOrigin = Pick<RotatingAccessOptions, 'source' | 'readMs'>;

/** A look at the credentials that is under way. Neither of the two fails. */
interface CredentialsCheck {
  ended: Promise<void>;
  /** It has ended, or it takes long. */
  endedOrSlow: Promise<void>;
}

const accountOf = async ({ source, readMs }: CredentialsOrigin): Promise<Account> => {
  if ('inCluster' in source) return inClusterAccount(source.inCluster);
  // Pods never load the Kubernetes client.
  const { kubeconfigAccount } = await import('./kubeconfig.js');
  return kubeconfigAccount(source.kubeconfig, readMs);
};

/** Changes when one of the files does. Kubernetes replaces mounted files by turning a link: `stat` goes through it. */
const fingerprintOf = async (file: string): Promise<string> => {
  const { ino, size, mtimeMs } = await stat(file).catch((cause) => {
    throw new ConfigError(`A file of the Kubernetes credentials cannot be read: ${cause.message}.`, { cause });
  });
  return `${file} ${ino} ${size} ${mtimeMs}`;
};

const fingerprintsOf = async (files: readonly string[]): Promise<string> =>
  (await Promise.all(files.map(fingerprintOf))).join('\n');

/** All that was read at one time. */
interface Credentials {
  account: Account;
  access: Access;
  fingerprint: string;
}

const currentFingerprint = (source: CredentialSource, account: Account): Promise<string> =>
  fingerprintsOf([...('kubeconfig' in source ? source.kubeconfig : []), ...filesOf(account)]);

/** With a new account: what a plugin said before is forgotten with the old one. */
const readAll = async (from: CredentialsOrigin): Promise<Credentials> => {
  const { source } = from;
  const account = await accountOf(from);
  // Before the files, so that a change while they are read is seen by the next look.
  const fingerprint = await currentFingerprint(source, account);
  return { account, access: await readAccess(account), fingerprint };
};

/** Fails when it is not done in time; then it goes on, for nobody. */
const withDeadline = async <T>(clock: Clock, milliseconds: number, reading: Promise<T>): Promise<T> => {
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
  #credentials: Credentials;
  #checkedAt: number;
  #running: CredentialsCheck | undefined;

  private constructor(options: RotatingAccessOptions, reading: Credentials) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#checkMs = options.checkMs ?? 2000;
    this.#patienceMs = options.patienceMs ?? 1000;
    this.#credentials = reading;
    this.#checkedAt = this.#clock.monotonic();
  }

  /** Fails when there are no usable credentials at the start. */
  static async open(options: RotatingAccessOptions): Promise<RotatingAccess> {
    const { clock = systemClock, readMs } = options;
    return new RotatingAccess(options, await withDeadline(clock, readMs, readAll(options)));
  }

  /** The namespace that the program is in. */
  get namespace(): string {
    return this.#credentials.account.namespace;
  }

  async current(): Promise<Access> {
    const isDue = this.#clock.monotonic() - this.#checkedAt >= this.#checkMs;
    await (isDue ? this.#checkOnce(() => this.#check()) : this.#running)?.endedOrSlow;
    return this.#credentials.access;
  }

  async renew(refused: Access): Promise<Access> {
    // A look that is under way may not have seen why the server refuses.
    await this.#running?.ended;
    if (this.#credentials.access === refused) await this.#checkOnce(() => readAll(this.#options)).ended;
    return this.#credentials.access;
  }

  checkSoon(): void {
    this.#checkedAt = Number.NEGATIVE_INFINITY;
  }

  /** However many calls need it. When it fails the old credentials stay in use: they may still be good. */
  #checkOnce(read: () => Promise<Credentials>): CredentialsCheck {
    if (this.#running) return this.#running;
    // From its beginning, so that a doubt which comes meanwhile counts.
    this.#checkedAt = this.#clock.monotonic();
    const ended = this.#replaceBy(read);
    const over = new AbortController();
    void ended.then(() => over.abort());
    this.#running = { ended, endedOrSlow: pause(this.#clock, this.#patienceMs, over.signal) };
    return this.#running;
  }

  async #replaceBy(read: () => Promise<Credentials>): Promise<void> {
    try {
      this.#replace(await withDeadline(this.#clock, this.#options.readMs, read()));
    } catch (err) {
      this.#options.log.warn({ err }, 'the Kubernetes credentials cannot be read');
    } finally {
      this.#running = undefined;
    }
  }

  async #check(): Promise<Credentials> {
    const { source } = this.#options;
    const { account, fingerprint } = this.#credentials;
    if ((await currentFingerprint(source, account)) !== fingerprint) return readAll(this.#options);
    return account.provide ? { ...this.#credentials, access: await readAccess(account) } : this.#credentials;
  }

  /** Connections are kept while what they were made with stays. */
  #replace(reading: Credentials): void {
    const { endpoint } = this.#credentials.access;
    const isSame = endpoint.identity === reading.access.endpoint.identity;
    if (!isSame) this.#options.log.info('new certificates for the Kubernetes API');
    this.#credentials = isSame ? { ...reading, access: { ...reading.access, endpoint } } : reading;
  }
}
