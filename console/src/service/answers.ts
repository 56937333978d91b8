import type { AccountLimits, Endpoint } from '@tintype/contracts';

/** `GET /v1/account` */
export interface AccountAnswer {
  account: {
    id: string;
    apiKey: string;
    /** Null is unlimited. */
    credits: number | null;
    endpoints: readonly Endpoint[] | null;
    limits: AccountLimits;
    proxy: boolean;
    storage: boolean;
  };
}

/** A day in UTC of `GET /v1/account/usage`. */
export interface UsageDay {
  /** `2026-05-01` */
  date: string;
  renders: Record<Endpoint, number>;
  cachedAnswers: number;
  deliveredBytes: number;
  sessionMinutes: number;
  credits: number;
  charges: number;
}

export interface UsageAnswer {
  days: readonly UsageDay[];
}
