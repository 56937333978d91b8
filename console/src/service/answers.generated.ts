// Made by `make generate` (scripts/generate-console-types.mjs); not to be edited.

import type { ErrorCode, Session } from '@tintype/contracts';

export interface AccountAnswer {
  success: true;
  account: OwnAccount;
}

export interface UsageAnswer {
  success: true;
  days: readonly UsageDay[];
}

export interface ChargesAnswer {
  success: true;
  /** Latest first. */
  charges: readonly Charge[];
  /** For the next page; null on the last one. */
  nextCursor: string | null;
}

export interface SecretsAnswer {
  success: true;
  secrets: readonly {
    id: string;
    name: string | null;
    /** `manage` may change the account. */
    scope: 'manage' | 'use';
    /** The route that made it, or TINTYPE_ACCOUNT. */
    origin: 'admin' | 'account' | 'environment';
    createdAt: string;
    /** Up to an hour old; null if it was never used. */
    lastUsedAt: string | null;
    /** Whether this request was sent with it. */
    current: boolean;
  }[];
}

export interface NewSecret {
  success: true;
  secretId: string;
  /** Shown only in this answer. */
  secret: string;
  scope: 'manage' | 'use';
  name: string | null;
}

export interface PresetsAnswer {
  success: true;
  /** By name. */
  presets: readonly Preset[];
}

export interface PresetAnswer {
  success: true;
  preset: Preset;
}

export interface SavedPreset {
  success: true;
  preset: Preset;
  /** Sentences about options that have no effect. */
  warnings: readonly string[];
}

export interface StorageAnswer {
  success: true;
  storage: Storage | null;
  /** Where results are uploaded: the account's own storage, or that of this installation; null: nowhere. */
  source: 'account' | 'operator' | null;
}

export interface SavedStorage {
  success: true;
  storage: Storage | null;
  /** Where results are uploaded: the account's own storage, or that of this installation; null: nowhere. */
  source: 'account' | 'operator' | null;
  /** Probable mistakes, such as an `endpoint` with the bucket. */
  warnings: readonly string[];
}

export interface StorageTrial {
  success: true;
  /** Results can be stored: the write works, and a read finds no other file. */
  uploads: boolean;
  /** All steps work. */
  works: boolean;
  /** The name of the object in the bucket. */
  object: string;
  /** Only the first step if it failed. Uploads need only that one. */
  steps: readonly {
    step: 'write' | 'read' | 'delete';
    works: boolean;
    milliseconds: number;
    /** What failed, and what to do. */
    error?: string;
  }[];
  /** Whether the store takes the `s3Acl` of the test; absent for `private`. */
  access?: {
    s3Acl: 'private' | 'public-read' | 'public-read-write' | 'authenticated-read' | 'aws-exec-read' | 'bucket-owner-read' | 'bucket-owner-full-control';
    works: boolean;
    /** What it means, and what to do. */
    error?: string;
  };
  /** Whether the public can read objects, to which `s3Redirect` leads. Absent for the store of this installation. */
  publicRead?: {
    url: string;
    works: boolean;
    /** Why not, and what to do. */
    error?: string;
  };
}

export interface ProxyAnswer {
  success: true;
  proxy: Proxy | null;
}

export interface SavedProxy {
  success: true;
  proxy: Proxy | null;
  /** Probable mistakes, such as a private address. */
  warnings: readonly string[];
}

export interface ProxyTrial {
  success: true;
  /** The page answered through the proxy, with any status. */
  works: boolean;
  /** The page that the test asked for. */
  url: string;
  /** The HTTP status of the page. */
  status?: number;
  /** `proxy` opens a tunnel to the host of the page, `page` gets the head of its answer. Only the first if it failed. */
  steps: readonly {
    step: 'proxy' | 'page';
    works: boolean;
    milliseconds: number;
    /** What failed, and what to do. */
    error?: string;
  }[];
}

export interface ProfilesAnswer {
  success: true;
  /** By name. */
  profiles: readonly Profile[];
}

export interface WorkspacesAnswer {
  success: true;
  /** Whether the service has a `TINTYPE_SLACK_SIGNING_SECRET`. Without it, nothing can be connected. */
  available: boolean;
  workspaces: readonly {
    /** Slack's id of the workspace, such as `T024BE7LD`. */
    id: string;
    /** The name in the workspace's address, if Slack sent it. */
    domain: string | null;
    connectedAt: string;
  }[];
}

export interface WorkspaceCode {
  success: true;
  /** For `/screenshot connect <code>` in the workspace. */
  code: string;
  /** 10 minutes later. */
  expiresAt: string;
}

export interface DevicesAnswer {
  success: true;
  /** Number of devices. */
  count: number;
  devices: readonly Device[];
}

export interface SessionsAnswer {
  success: true;
  sessions: readonly Session[];
  /** The cursor of the next page; null on the last one. */
  nextCursor: string | null;
}

export interface SessionAnswer {
  success: true;
  session: Session;
}

export interface LiveLink {
  success: true;
  /** The page. It is a credential: its owner sees, or drives, the browser. */
  url: string;
  /** The link opens the page until then: 10 minutes, or until the session ends. An open page works until the session ends. */
  expiresAt: string;
}

export interface AcceptedBatch {
  success: true;
  batchId: string;
  /** `queued`. For a repeated `Idempotency-Key`, the batch's present status. */
  status: 'queued' | 'processing' | 'completed' | 'completed_with_errors' | 'failed';
  total: number;
  statusUrl: string;
}

export interface BatchesAnswer {
  success: true;
  batches: readonly BatchState[];
  /** null on the last page. */
  nextCursor: string | null;
}

export interface Batch {
  success: true;
  batchId: string;
  type: 'image' | 'pdf';
  /** `failed`: no item succeeded, and not all were cancelled. */
  status: 'queued' | 'processing' | 'completed' | 'completed_with_errors' | 'failed';
  /** Items. */
  total: number;
  /** Items that have not ended. */
  queued: number;
  /** Stored results. */
  succeeded: number;
  /** Items with an error. */
  failed: number;
  /** Items that DELETE ended. */
  cancelled: number;
  /** DELETE was accepted. Items that are not on a node become `cancelled`. */
  cancelRequested: boolean;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** Ended items per second in the last minute, without cancelled ones. */
  itemsPerSecond: number | null;
  /** Estimate from `itemsPerSecond`; null while no item ends. */
  secondsLeft: number | null;
  /** Why the whole request was refused. */
  error: {
    code: ErrorCode;
    message: string;
  } | null;
  /** The batch is paused: the account's storage has not answered from `since` on. Notifications omit this field. */
  waitingFor: {
    code: ErrorCode;
    message: string;
    since: string;
  } | null;
  notification: {
    status: 'none' | 'pending' | 'delivered' | 'undelivered';
    /** The same in every attempt. */
    deliveryId: string | null;
    /** Calls so far. */
    attempts: number;
    lastAttemptAt: string | null;
    lastError: string | null;
    nextAttemptAt: string | null;
  };
  items: readonly BatchItem[];
  nextCursor: string | null;
}

export interface AdminAccounts {
  success: true;
  accounts: readonly Account[];
}

export interface AdminAccountAnswer {
  success: true;
  account: Account;
}

export interface NewAccount {
  success: true;
  account: Account;
  /** Shown only in this answer. */
  secret: string;
}

export interface AdminUsage {
  success: true;
  usage: {
    total: {
      /** Charged credits. */
      credits: number;
      /** Number of charges. */
      charges: number;
    };
    /** The days with usage. */
    days: readonly UsageDay[];
  };
}

export interface AdminSessions {
  success: true;
  sessions: readonly {
    /** `sess_` and a UUID. */
    id: string;
    status: 'active' | 'closed' | 'expired' | 'error';
    /** Why the session ended, such as `deleted`, `expired`, `browser_crashed`, `pod_deleted`, `node_lost`, `shut_down`. */
    closeReason: string | null;
    /** When the session was requested. */
    createdAt: string;
    /** When the browser opened for the session. Charged time starts here. */
    startedAt: string;
    /** When the session ends at the latest. */
    expiresAt: string;
    closedAt: string | null;
    /** How long the session was open so far, rounded up to seconds. */
    durationSeconds: number;
    /** What the session cost; 0 until it ended and was charged. A session whose browser hangs at its close is `closed` with 0 until its node ends it. */
    billedCredits: number;
    /** What the session would cost if it ended now; after its end, what it cost. */
    accruedCredits: number;
    /** Started actions. */
    actionCount: number;
    /** Successful actions. */
    actionSuccessCount: number;
    /** Failed actions. */
    actionErrorCount: number;
    /** The same counts by type of action. */
    actionBreakdown: Readonly<Record<string, {
      total: number;
      success: number;
      error: number;
    }>>;
    options: {
      maxTtlSeconds: number;
      proxy: boolean;
      bypassBotDetection: boolean;
      cdp: boolean;
      /** The saved login that the browser began with; absent if there was none. */
      profile?: string;
    };
    /** Address for DevTools clients, while the session is active and has `cdp`; otherwise absent. Each answer has a new one. All of them work until the session ends. */
    connectUrl?: string;
    /** The account's id. */
    account: string;
  }[];
}

export interface AdminPools {
  success: true;
  /** Active sessions of all accounts, also without a pool. */
  activeSessions: number;
  /** By name. */
  pools: readonly Pool[];
}

export interface AdminQueue {
  success: true;
  queue: readonly QueueOfClass[];
}

/** The account of the credentials. */
export interface OwnAccount {
  /** Clients call it the user id. */
  id: string;
  /** The public key in signed URLs. */
  apiKey: string;
  /** The remaining credits, below 0 if work in flight overdrew them; null is unlimited. */
  credits: number | null;
  /** Null is all endpoints. */
  endpoints: readonly ('image' | 'pdf' | 'content' | 'metadata' | 'animated')[] | null;
  /** The valid limits, defaults included; null is no limit. */
  limits: {
    /** Renders of one class at once; further ones wait. */
    concurrentRenders: number | null;
    /** Sessions at once: starting, active or closing. */
    concurrentSessions: number;
    /** Requests a second; further ones get 429. */
    requestsPerSecond: number | null;
    /** Requests a second for links to files; further ones get 429. */
    linkRequestsPerSecond: number | null;
    /** Bytes of cached results delivered a day (UTC). */
    bandwidthBytesPerDay: number | null;
    /** Items of a batch. */
    batchItems: number;
    /** Bytes of the body of a batch. */
    batchBytes: number;
    /** Largest result, in bytes. */
    resultBytes: number;
    /** How long results are cached. */
    cacheSeconds: number;
  };
  /** Whether the account has a proxy for browser sessions. */
  proxy: boolean;
  /** Whether results are uploaded to a storage. */
  storage: boolean;
  /** What the secret of this request may do: `manage` changes the account. */
  scope: 'manage' | 'use';
}

/** What an account used on a day. */
export interface UsageDay {
  /** A UTC day. */
  date: string;
  /** Charged renders by endpoint. */
  renders: {
    image: number;
    pdf: number;
    content: number;
    metadata: number;
    animated: number;
  };
  /** Answers with a cached result, 304 included. They are free. */
  cachedAnswers: number;
  /** Bytes of cached results, which count towards `bandwidthBytesPerDay`. */
  deliveredBytes: number;
  /** Charged minutes of browser sessions, on the day of the charge. */
  sessionMinutes: number;
  /** Charged credits. */
  credits: number;
  /** Number of charges. */
  charges: number;
}

/** An entry of the ledger. */
export interface Charge {
  /** For a render, the id of its charge; for a session, the id of the session. */
  id: string;
  kind: 'render' | 'session';
  /** When it was charged. */
  at: string;
  /** Null for a session. */
  endpoint: 'image' | 'pdf' | 'content' | 'metadata' | 'animated' | null;
  /** How long the session was open, rounded up; null for a render. */
  seconds: number | null;
  credits: number;
  /** The request that was answered with this charge, its `X-Request-Id`. Null for sessions, batches' items and charges of older releases. */
  requestId: string | null;
  /** The batch whose item this is; null for others. */
  batchId: string | null;
  /** The number of this item in its batch, 1 for the first; null for others. */
  batchItem: number | null;
}

/** A named set of options. */
export interface Preset {
  name: string;
  /** Null is all endpoints. */
  endpoint: 'image' | 'pdf' | 'content' | 'metadata' | 'animated' | null;
  /** As in a query. */
  options: Readonly<Record<string, string>>;
  /** Rises by 1 with each change. Part of the cache key. */
  version: number;
  updatedAt: string;
}

/** S3-compatible storage, without the secret. */
export interface Storage {
  endpoint: string;
  region: string;
  bucket: string;
  /** The id of the access key. */
  key: string;
  pathStyle: boolean;
  /** Empty, or ends with a slash. */
  prefix: string;
  publicUrl: string | null;
  setAt: string;
}

/** The proxy of browser sessions with `proxy: true`. */
export interface Proxy {
  /** Without the password. A user name without a password is `***`. */
  url: string;
  setAt: string;
}

/** A saved login of the account, without its contents. */
export interface Profile {
  name: string;
  savedAt: string;
  /** The session that saved it. */
  session: string;
  /** Of its JSON; at most 5242880. */
  bytes: number;
  /** The number of cookies. */
  cookies: number;
  /** Those with web storage; null if the profile cannot be decrypted. */
  origins: readonly string[] | null;
  /** Domains of its cookies; null if the profile cannot be decrypted. */
  sites: readonly string[] | null;
}

export interface Device {
  /** The value for `emulateDevice`. */
  key: string;
  name: string;
  userAgent: string;
  viewport: {
    /** CSS pixels. */
    width: number;
    /** CSS pixels. */
    height: number;
    deviceScaleFactor: number;
    isMobile: boolean;
    hasTouch: boolean;
    isLandscape: boolean;
  };
}

export interface BatchState {
  batchId: string;
  type: 'image' | 'pdf';
  /** `failed`: no item succeeded, and not all were cancelled. */
  status: 'queued' | 'processing' | 'completed' | 'completed_with_errors' | 'failed';
  /** Items. */
  total: number;
  /** Items that have not ended. */
  queued: number;
  /** Stored results. */
  succeeded: number;
  /** Items with an error. */
  failed: number;
  /** Items that DELETE ended. */
  cancelled: number;
  /** DELETE was accepted. Items that are not on a node become `cancelled`. */
  cancelRequested: boolean;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** Ended items per second in the last minute, without cancelled ones. */
  itemsPerSecond: number | null;
  /** Estimate from `itemsPerSecond`; null while no item ends. */
  secondsLeft: number | null;
  /** Why the whole request was refused. */
  error: {
    code: ErrorCode;
    message: string;
  } | null;
  /** The batch is paused: the account's storage has not answered from `since` on. Notifications omit this field. */
  waitingFor: {
    code: ErrorCode;
    message: string;
    since: string;
  } | null;
  notification: {
    status: 'none' | 'pending' | 'delivered' | 'undelivered';
    /** The same in every attempt. */
    deliveryId: string | null;
    /** Calls so far. */
    attempts: number;
    lastAttemptAt: string | null;
    lastError: string | null;
    nextAttemptAt: string | null;
  };
}

export interface BatchItem {
  /** Position in `data`, from 0. */
  number: number;
  status: 'queued' | 'completed' | 'failed' | 'cancelled';
  url: string | null;
  /** Ends in `-2` and so on if an earlier item has the same name for another render. */
  file_name: string | null;
  /** The public URL of the object in the account's storage. */
  location: string | null;
  bytes: number | null;
  contentType: string | null;
  /** HTTP status of the page; null without a result. */
  targetStatus: number | null;
  /** What the result lacks. */
  warnings: readonly string[];
  /** Why the item failed, or why a `queued` one is tried again: code and sentence of the error catalogue. */
  error: {
    code: ErrorCode;
    message: string;
  } | null;
  /** Attempts that have ended. */
  attempts: number;
}

/** An account; secrets by id only. */
export interface Account {
  /** Clients call it the user id. */
  id: string;
  /** The public key in signed URLs. */
  apiKey: string;
  /** The remaining credits, below 0 if work in flight overdrew them; null is unlimited. */
  credits: number | null;
  /** Null is all endpoints. */
  endpoints: readonly ('image' | 'pdf' | 'content' | 'metadata' | 'animated')[] | null;
  /** The valid limits, defaults included; null is no limit. */
  limits: {
    /** Renders of one class at once; further ones wait. */
    concurrentRenders: number | null;
    /** Sessions at once: starting, active or closing. */
    concurrentSessions: number;
    /** Requests a second; further ones get 429. */
    requestsPerSecond: number | null;
    /** Requests a second for links to files; further ones get 429. */
    linkRequestsPerSecond: number | null;
    /** Bytes of cached results delivered a day (UTC). */
    bandwidthBytesPerDay: number | null;
    /** Items of a batch. */
    batchItems: number;
    /** Bytes of the body of a batch. */
    batchBytes: number;
    /** Largest result, in bytes. */
    resultBytes: number;
    /** How long results are cached. */
    cacheSeconds: number;
  };
  disabled: boolean;
  createdAt: string;
  /** The limits that differ from the defaults. */
  ownLimits: Readonly<Record<string, number | null>>;
  /** The proxy of browser sessions with `proxy: true`. */
  proxy: {
    /** Without its password. */
    url: string;
    setAt: string;
  } | null;
  storage: Storage | null;
  secrets: readonly {
    id: string;
    name: string | null;
    /** `manage` may change the account. */
    scope: 'manage' | 'use';
    /** The route that made it, or TINTYPE_ACCOUNT. */
    origin: 'admin' | 'account' | 'environment';
    createdAt: string;
  }[];
}

/** A pool of warm browsers. The operator updates it every 5 s at most. */
export interface Pool {
  name: string;
  /** Browsers that should be warm. */
  desired: number;
  /** Warm browsers: sessions can start at once in them. */
  warm: number;
  /** Browsers without a session that are not warm yet. */
  starting: number;
  /** Browsers with a session. */
  claimed: number;
  /** Sessions that wait for their browser. */
  waitingSessions: number;
  /** The reason of the condition `Ready`, such as `Complete` or `PodsFail`; null before the operator has seen the pool. */
  state: string | null;
  /** The same as a sentence. */
  message: string | null;
  /** Whether a person should look at it: it cannot have its browsers. */
  trouble: boolean;
}

/** Jobs of one class. */
export interface QueueOfClass {
  /** `still`: image, pdf, content and metadata. `recording`: animated. `batch`: items of batches. */
  class: 'still' | 'recording' | 'batch';
  /** Jobs that no node has taken. */
  waiting: number;
  /** Jobs in nodes. */
  running: number;
  /** Free slots of nodes that ask for a job. */
  idleSlots: number;
  /** Waiting and running jobs; the account with most of them first. */
  accounts: readonly {
    account: string;
    jobs: number;
  }[];
}
