import type { Endpoint, SecretScope } from '@tintype/contracts';

/** Answers of the routes below `/v1/account` that change it. */

export interface Preset {
  name: string;
  /** Null is all endpoints. */
  endpoint: Endpoint | null;
  /** Texts of a query: some are base64url. */
  options: Readonly<Record<string, string>>;
  version: number;
  updatedAt: string;
}

export interface PresetAnswer {
  preset: Preset;
  /** Only `PUT` answers them. */
  warnings?: readonly string[];
}

export interface StoredStorage {
  endpoint: string;
  region: string;
  bucket: string;
  key: string;
  pathStyle: boolean;
  prefix: string;
  publicUrl: string | null;
  setAt: string;
}

export interface StorageAnswer {
  storage: StoredStorage | null;
  source: 'account' | 'operator' | null;
  warnings?: readonly string[];
}

/** A step of a test. */
export interface Step {
  step: string;
  works: boolean;
  milliseconds: number;
  /** A step that fails has it. */
  error?: string;
}

export interface StorageTrial {
  uploads: boolean;
  works: boolean;
  object: string;
  steps: readonly Step[];
  publicRead?: { url: string; works: boolean; error: string | null };
}

export interface ProxyAnswer {
  proxy: { url: string; setAt: string } | null;
  warnings?: readonly string[];
}

export interface ProxyTrial {
  works: boolean;
  url: string;
  /** What the page answered; absent if it was not reached. */
  status?: number;
  steps: readonly Step[];
}

/** A saved login. No answer has its cookies. */
export interface Profile {
  name: string;
  savedAt: string;
  /** The session that saved it. */
  session: string;
  bytes: number;
  /** Their number. */
  cookies: number;
  /** Null if it cannot be unsealed. */
  origins: readonly string[] | null;
}

/** A workspace of Slack that uses the account. */
export interface Workspace {
  id: string;
  domain: string;
  connectedAt: string;
}

/** What a member types to connect a workspace. */
export interface SlackCode {
  code: string;
  expiresAt: string;
}

export interface Secret {
  id: string;
  name: string | null;
  scope: SecretScope;
  origin: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface NewSecret {
  token: string;
  secretId: string;
  secret: string;
  scope: SecretScope;
  name: string | null;
}
