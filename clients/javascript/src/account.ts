import { type Api, searchOf } from './api.js';
import { UsageError } from './errors.js';
import { knownOptions, refuseUnknown, segmentOf } from './names.js';
import type { Endpoint } from './options.generated.js';
import type { AnyOptions } from './signing/query.js';
import { type CallOptions, onlyRefused } from './transport.js';

export interface AccountInfo {
  id: string;
  apiKey: string;
  /** What is left; null is unlimited. */
  credits: number | null;
  /** Null: all. */
  endpoints: string[] | null;
  limits: Record<string, number | null>;
  proxy: boolean;
  storage: boolean;
}

export interface UsageDay {
  /** In UTC. */
  date: string;
  renders: Record<string, number>;
  cachedAnswers: number;
  deliveredBytes: number;
  sessionMinutes: number;
  credits: number;
  charges: number;
}

/** A row of the account's ledger. */
export interface ChargeInfo {
  /** The charge of a render, or the session. */
  id: string;
  kind: 'render' | 'session';
  /** When it was charged, as ISO 8601. */
  at: string;
  /** Null for a session. */
  endpoint: Endpoint | null;
  /** How long the session was open; null for a render. */
  seconds: number | null;
  credits: number;
  /** The `X-Request-Id` of the request that was answered with this charge; null for sessions and items of batches. */
  requestId: string | null;
  /** The batch whose item this is; null for others. */
  batchId: string | null;
  /** The number of this item in its batch, 1 for the first; null for others. */
  batchItem: number | null;
}

export interface ChargesOptions extends CallOptions {
  /** 1 to 100; default 50. */
  limit?: number;
  cursor?: string;
}

export interface SecretInfo {
  id: string;
  name: string | null;
  scope: 'use' | 'manage';
  origin: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface NewSecret {
  secretId: string;
  /** Shown this once. */
  secret: string;
  scope: 'use' | 'manage';
  name: string | null;
}

export interface Preset {
  name: string;
  /** Null: all endpoints. */
  endpoint: string | null;
  options: Record<string, string>;
  version: number;
  updatedAt: string;
}

export interface StorageSettings {
  endpoint: string;
  bucket: string;
  key: string;
  /** A change of other properties may leave it out. */
  secret?: string;
  region?: string;
  pathStyle?: boolean;
  prefix?: string;
  publicUrl?: string | null;
}

export interface StorageAnswer {
  /** Without its secret; null without a storage. */
  storage: Omit<Required<StorageSettings>, 'secret'> | null;
  /** The account's own, or the installation's. */
  source: 'account' | 'operator' | null;
  warnings?: string[];
}

export interface StorageTest {
  uploads: boolean;
  works: boolean;
  object: string;
  steps: Array<{ step: string; works: boolean; milliseconds: number; error?: string | null }>;
  access?: { s3Acl: string; works: boolean; error?: string | null };
  publicRead?: { url: string; works: boolean; error?: string | null };
}

/** The proxy of sessions with `proxy: true`. */
export interface ProxyInfo {
  /** Without its password. */
  url: string;
  setAt: string;
}

export interface ProxyTest {
  /** The page answered through the proxy, with any status. */
  works: boolean;
  /** The page. */
  url: string;
  status?: number;
  steps: Array<{ step: 'proxy' | 'page'; works: boolean; milliseconds: number; error?: string }>;
}

/** A saved login. No route shows its cookies. */
export interface ProfileInfo {
  name: string;
  savedAt: string;
  /** The session that saved it. */
  session: string;
  bytes: number;
  /** Their number. */
  cookies: number;
  /** Null if it cannot be read any more. */
  origins: string[] | null;
}

type Range = CallOptions & {
  /** Days in UTC, such as 2030-01-31, both included. Default: the last 30 days. */
  from?: string;
  to?: string;
};

/** What the holder of the account reads and changes. Changes need a secret with the scope `manage`. */
export class Account {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  async get(call: CallOptions = {}): Promise<AccountInfo> {
    return (await this.#ask<{ account: AccountInfo }>('GET', '', call)).account;
  }

  async usage(range: Range = {}): Promise<UsageDay[]> {
    if (typeof range !== 'object') throw new UsageError('`usage` takes an object, such as { from: "2030-01-31" }.');
    const { from, to, ...call } = range;
    return (await this.#ask<{ days: UsageDay[] }>('GET', `/usage${searchOf({ from, to })}`, call)).days;
  }

  /**
   * One page of the charges of the last 40 days, latest first. A page may have fewer charges than `limit`, even none;
   * `nextCursor` is null on the last page.
   */
  charges({ limit, cursor, ...call }: ChargesOptions = {}): Promise<{
    charges: ChargeInfo[];
    nextCursor: string | null;
  }> {
    return this.#ask('GET', `/charges${searchOf({ limit, cursor })}`, call);
  }

  async secrets(call: CallOptions = {}): Promise<SecretInfo[]> {
    return (await this.#ask<{ secrets: SecretInfo[] }>('GET', '/secrets', call)).secrets;
  }

  createSecret(secret: { name?: string; scope?: 'use' | 'manage' } = {}, call: CallOptions = {}): Promise<NewSecret> {
    return this.#make('/secrets', call, secret);
  }

  async deleteSecret(id: string, call: CallOptions = {}): Promise<SecretInfo[]> {
    const path = `/secrets/${segmentOf('The secret id', id)}`;
    return (await this.#ask<{ secrets: SecretInfo[] }>('DELETE', path, call)).secrets;
  }

  /** The bearer of a secret, for sessions and the tool server. */
  async token(secret: string, call: CallOptions = {}): Promise<string> {
    return (await this.#make<{ token: string }>('/token', call, { secret })).token;
  }

  /** Makes a secret and its bearer. */
  createToken(
    secret: { name?: string; scope?: 'use' | 'manage' } = {},
    call: CallOptions = {},
  ): Promise<NewSecret & { token: string }> {
    return this.#make('/token', call, secret);
  }

  async presets(call: CallOptions = {}): Promise<Preset[]> {
    return (await this.#ask<{ presets: Preset[] }>('GET', '/presets', call)).presets;
  }

  async preset(name: string, call: CallOptions = {}): Promise<Preset> {
    return (await this.#ask<{ preset: Preset }>('GET', presetPath(name), call)).preset;
  }

  /** Makes or replaces a preset, for one endpoint or, by null, for all. */
  async putPreset(
    name: string,
    preset: { endpoint?: string | null; options: AnyOptions },
    call: CallOptions = {},
  ): Promise<{ preset: Preset; warnings: string[] }> {
    const advice = ' Put the options of the preset into `options`.';
    refuseUnknown(preset, ['endpoint', 'options'], '`putPreset`', advice);
    const { endpoint, options } = preset;
    if (typeof options !== 'object' || options === null)
      throw new UsageError('`putPreset` takes `options`, such as { options: { vw: 1200 } }.');
    const body = { endpoint, options: knownOptions((endpoint ?? null) as Endpoint | null, options) };
    return this.#ask('PUT', presetPath(name), call, body);
  }

  async deletePreset(name: string, call: CallOptions = {}): Promise<void> {
    await this.#ask('DELETE', presetPath(name), call);
  }

  storage(call: CallOptions = {}): Promise<StorageAnswer> {
    return this.#ask('GET', '/storage', call);
  }

  putStorage(storage: StorageSettings, call: CallOptions = {}): Promise<StorageAnswer> {
    return this.#ask('PUT', '/storage', call, storage);
  }

  deleteStorage(call: CallOptions = {}): Promise<StorageAnswer> {
    return this.#ask('DELETE', '/storage', call);
  }

  /** Writes, reads and deletes one object. */
  testStorage(test: { s3Acl?: string } = {}, call: CallOptions = {}): Promise<StorageTest> {
    return this.#ask('POST', '/storage/test', call, test);
  }

  /** Null: the account has none. */
  async proxy(call: CallOptions = {}): Promise<ProxyInfo | null> {
    return (await this.#ask<{ proxy: ProxyInfo | null }>('GET', '/proxy', call)).proxy;
  }

  /** `url` is that of an http, https or socks5 proxy, with its login. */
  putProxy(proxy: { url: string }, call: CallOptions = {}): Promise<{ proxy: ProxyInfo; warnings: string[] }> {
    return this.#ask('PUT', '/proxy', call, proxy);
  }

  async deleteProxy(call: CallOptions = {}): Promise<void> {
    await this.#ask('DELETE', '/proxy', call);
  }

  /** Asks for a page through the proxy; default: https://example.com/. */
  testProxy(test: { url?: string } = {}, call: CallOptions = {}): Promise<ProxyTest> {
    return this.#ask('POST', '/proxy/test', call, test);
  }

  /** The saved logins. */
  async profiles(call: CallOptions = {}): Promise<ProfileInfo[]> {
    return (await this.#ask<{ profiles: ProfileInfo[] }>('GET', '/profiles', call)).profiles;
  }

  async profile(name: string, call: CallOptions = {}): Promise<ProfileInfo> {
    return (await this.#ask<{ profile: ProfileInfo }>('GET', profilePath(name), call)).profile;
  }

  async deleteProfile(name: string, call: CallOptions = {}): Promise<void> {
    await this.#ask('DELETE', profilePath(name), call);
  }

  /** A repeat would make a second secret. */
  #make<T>(path: string, call: CallOptions, body: object): Promise<T> {
    return this.#api.json<T>({ retried: onlyRefused, ...call, method: 'POST', path: `/v1/account${path}`, body });
  }

  #ask<T>(method: string, path: string, call: CallOptions, body?: object): Promise<T> {
    return this.#api.json<T>({ ...call, method, path: `/v1/account${path}`, body });
  }
}

const profilePath = (name: string): string => `/profiles/${segmentOf('The profile name', name)}`;

const presetPath = (name: string): string => `/presets/${segmentOf('The preset name', name)}`;
