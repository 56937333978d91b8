import type { AccountLimits, Endpoint, SecretScope, Session } from '@tintype/contracts';
import type { UsageDay } from '../service/answers.js';

/** Answers of the private port, as docs/api.md describes them. */

export interface AdminAccount {
  id: string;
  apiKey: string;
  disabled: boolean;
  createdAt: string;
  /** What is left; null is unlimited. */
  credits: number | null;
  endpoints: readonly Endpoint[] | null;
  limits: AccountLimits;
  /** Those that differ from the defaults. */
  ownLimits: Partial<Record<keyof AccountLimits, number | null>>;
  proxy: { url: string; setAt: string } | null;
  storage: { endpoint: string; bucket: string } | null;
  secrets: readonly { id: string; name: string | null; scope: SecretScope; createdAt: string }[];
}

export interface AccountsAnswer {
  accounts: readonly AdminAccount[];
}

export interface AdminUsage {
  usage: { total: { credits: number; charges: number }; days: readonly UsageDay[] };
}

export interface AdminSession extends Session {
  account: string;
}

export interface SessionsAnswer {
  sessions: readonly AdminSession[];
}

/** `GET /readyz` */
export interface Readiness {
  ready: boolean;
  parts: Readonly<Record<string, boolean>>;
  reason?: string;
}
