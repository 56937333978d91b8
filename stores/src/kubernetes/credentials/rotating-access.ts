import { stat } from 'node:fs/promises';
import { atMost, type Clock, ConfigError, type Logger, pause, systemClock } from '@tintype/runtime';
import { type Access, readAccess } from './access.js';
import { type Account, filesOf, inClusterAccount } from './account.js';
import type { CredentialSource } from './credential-source.js';

/** Credentials that can change while the program runs. */
export interface AccessSource {
  /** The last usable credentials. */
  current: () => Promise<Access>;
  /**
   * Call it after a 401. Reads the credentials again unless they are newer already; returns `refused` if that fails.
   */
  renew: (refused: Access) => Promise<Access>;
  /** Call it after a failed connection: certificates may have changed. The next `current` then checks at once. */
  checkSoon: () => void;
}

export interface RotatingAccessOptions {
  source: CredentialSource;
  log: Pick<Logger, 'info' | 'warn'>;
  clock?: Clock;
  /** The shortest time between two checks. Default: 2000. */
  checkMs?: number;
  /** A check fails after this time, and its plugin is killed. A plugin may have to ask its cloud. */
  readMs: number;
  /** A call waits this long for a check, then uses the earlier credentials. Default: 1000. */
  patienceMs?: number;
}

type CredentialsOrigin = Pick<RotatingAccessOptions, 'source' | 'readMs'>;

/** A running check. Neither promise rejects. */
interface CredentialsCheck {
  ended: Promise<void>;
  /** Resolves when the check ends or `patienceMs` are over. */
  endedOrSlow: Promise<void>;
}

const accountOf = async ({ source, readMs }: CredentialsOrigin): Promise<Account> => {
  if ('inCluster' in source) return inClusterAccount(source.inCluster);
  const { kubeconfigAccount } = await import('./kubeconfig.js');
  return kubeconfigAccount(source.kubeconfig, readMs);
};

/** Changes when a file changes. Kubernetes replaces mounted files by switching a link, which `stat` follows. */
const fingerprintOf = async (file: string): Promise<string> => {
  const { ino, size, mtimeMs } = await stat(file).catch((cause) => {
    throw new ConfigError(`Cannot read a file of the Kubernetes credentials: ${cause.message}.`, { cause });
  });
  return `${file} ${ino} ${size} ${mtimeMs}`;
};

const fingerprintsOf = async (files: readonly string[]): Promise<string> =>
  (await Promise.all(files.map(fingerprintOf))).join('\n');

/** All that one check has read. */
interface Credentials {
  account: Account;
  access: Access;
  fingerprint: string;
}

const currentFingerprint = (source: CredentialSource, account: Account): Promise<string> =>
  fingerprintsOf([...('kubeconfig' in source ? source.kubeconfig : []), ...filesOf(account)]);

/** Reads account and credentials anew. A new account also drops the plugin's earlier answer. */
const readAll = async (from: CredentialsOrigin): Promise<Credentials> => {
  const { source } = from;
  const account = await accountOf(from);
  // Taken before the files are read, so that the next check notices a change in between.
  const fingerprint = await currentFingerprint(source, account);
  return { account, access: await readAccess(account), fingerprint };
};

/** Rejects after the time. The reading then continues, and its result is ignored. */
const withDeadline = <T>(clock: Clock, milliseconds: number, read: () => Promise<T>): Promise<T> => {
  const late = () =>
    new ConfigError(`Reading the Kubernetes credentials took more than ${milliseconds} ms: a plugin or a file hangs.`);
  return atMost(milliseconds, read, { clock, late });
};

/** Reads the credentials again when files change, when a plugin's answer expires, and when the server refuses them. */
export class RotatingAccess implements AccessSource {
  readonly #options: RotatingAccessOptions;
  readonly #clock: Clock;
  readonly #checkMs: number;
  readonly #patienceMs: number;
  #credentials: Credentials;
  #checkedAt: number;
  #running: CredentialsCheck | undefined;

  private constructor(options: RotatingAccessOptions, credentials: Credentials) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#checkMs = options.checkMs ?? 2000;
    this.#patienceMs = options.patienceMs ?? 1000;
    this.#credentials = credentials;
    this.#checkedAt = this.#clock.monotonic();
  }

  /** Throws a ConfigError if the credentials cannot be used. */
  static async open(options: RotatingAccessOptions): Promise<RotatingAccess> {
    const { clock = systemClock, readMs } = options;
    return new RotatingAccess(options, await withDeadline(clock, readMs, () => readAll(options)));
  }

  get namespace(): string {
    return this.#credentials.account.namespace;
  }

  async current(): Promise<Access> {
    const isDue = this.#clock.monotonic() - this.#checkedAt >= this.#checkMs;
    await (isDue ? this.#checkOnce(() => this.#check()) : this.#running)?.endedOrSlow;
    return this.#credentials.access;
  }

  async renew(refused: Access): Promise<Access> {
    // A running check may have read the files before the refusal. If it brings nothing new, check once more.
    await this.#running?.ended;
    if (this.#credentials.access === refused) await this.#checkOnce(() => readAll(this.#options)).ended;
    return this.#credentials.access;
  }

  checkSoon(): void {
    this.#checkedAt = Number.NEGATIVE_INFINITY;
  }

  /** One check for all waiting calls. If it fails, the old credentials stay: they may still be valid. */
  #checkOnce(read: () => Promise<Credentials>): CredentialsCheck {
    if (this.#running) return this.#running;
    // Set at the start, so that a `checkSoon` during the check counts.
    this.#checkedAt = this.#clock.monotonic();
    const ended = this.#replaceBy(read);
    const endPause = new AbortController();
    void ended.then(() => endPause.abort());
    this.#running = { ended, endedOrSlow: pause(this.#clock, this.#patienceMs, endPause.signal) };
    return this.#running;
  }

  async #replaceBy(read: () => Promise<Credentials>): Promise<void> {
    try {
      this.#replace(await withDeadline(this.#clock, this.#options.readMs, read));
    } catch (err) {
      this.#options.log.warn({ err }, 'cannot read the Kubernetes credentials: continuing with the old ones');
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

  /** Keeps the endpoint object, and so the connections, while the endpoint's identity is the same. */
  #replace(credentials: Credentials): void {
    const { endpoint } = this.#credentials.access;
    const isSame = endpoint.identity === credentials.access.endpoint.identity;
    if (!isSame) this.#options.log.info('new certificates for the Kubernetes API');
    this.#credentials = isSame ? { ...credentials, access: { ...credentials.access, endpoint } } : credentials;
  }
}
