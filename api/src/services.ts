import type { KeyObject } from 'node:crypto';
import { buckets, chargeIndexConsumer } from '@tintype/contracts';
import { ChargeIndex, ChargeList, ChargeLoop, RenderLedger, RollUp, UsageRecords } from '@tintype/ledger';
import { ConfigError, type GuardedFetch, type Logger, type Nats, observeNats, type Registry } from '@tintype/runtime';
import { openObjectStore } from '@tintype/stores';
import { AccountStorage } from './account-storage/account-storage.js';
import { observeUploads } from './account-storage/upload-metrics.js';
import { UploadTargets } from './account-storage/upload-targets.js';
import { Uploads } from './account-storage/uploads.js';
import type { Account } from './accounts/account.js';
import { AccountCharges } from './accounts/account-charges.js';
import { checkBalance } from './accounts/balance.js';
import { AccountDirectory } from './accounts/directory.js';
import { seedAccounts } from './accounts/environment.js';
import { PresetStore } from './accounts/presets/preset-store.js';
import { SecretUses } from './accounts/secret-uses.js';
import { AccountStore } from './accounts/store.js';
import { type StartBatchesOptions, type StartedBatches, startBatches } from './batch/start-batches.js';
import { openCallsOut } from './calls-out.js';
import type { Config } from './config.js';
import { FileLinks } from './file-links/file-links.js';
import { type StartedSlack, startSlack } from './integrations/slack/start-slack.js';
import { Bandwidth, observeDeliveries } from './limits/bandwidth.js';
import { RequestRate } from './limits/request-rate.js';
import { Cancellations } from './mcp/protocol/cancellations.js';
import { ProfileStore } from './profiles/profile-store.js';
import { AccountProxy } from './proxy/account-proxy.js';
import { Charging } from './render/charging.js';
import { secretsKeyOf } from './render/identity.js';
import { Admission } from './render/queue/admission.js';
import { ResultBodies } from './render/queue/result-bodies.js';
import { ResultSource } from './render/queue/result-source.js';
import { Renders } from './render/renders.js';
import { RepeatedHits } from './render/repeated-hits.js';
import { CachedBlobs } from './render/results/cached-blobs.js';
import { HotRecords } from './render/results/hot-records.js';
import { observeReads, ReadBudget } from './render/results/read-budget.js';
import { ResultIndex } from './render/results/result-index.js';
import { ResultStore } from './render/results/result-store.js';
import { type OpenedBlobStore, openBlobStore } from './result-bytes/open-blob-store.js';
import { createGuardedHandler } from './s3/guarded-handler.js';
import { EndedSessions } from './sessions/read/ended-sessions.js';
import { type StartedSessions, startSessions } from './sessions/start-sessions.js';

export interface Services {
  config: Config;
  log: Logger;
  registry: Registry;
  directory: AccountDirectory;
  store: AccountStore;
  presets: PresetStore;
  profiles: ProfileStore;
  uses: SecretUses;
  usage: UsageRecords;
  charges: AccountCharges;
  blobs: OpenedBlobStore;
  renders: Renders;
  hits: RepeatedHits;
  results: ResultStore;
  uploadTargets: UploadTargets;
  storage: AccountStorage;
  proxy: AccountProxy;
  links: FileLinks;
  rate: RequestRate;
  cancellations: Cancellations;
  bandwidth: Bandwidth;
  /** Undefined if they are not set up. */
  sessions: StartedSessions | undefined;
  batches: StartedBatches;
  slack: StartedSlack;
  /** Background work, in the order to stop it. */
  background: readonly { stop: () => void | Promise<void> }[];
}

export interface ServicesOptions extends Pick<Services, 'config' | 'log' | 'registry'> {
  nats: Nats;
}

interface SharedServices
  extends ServicesOptions,
    Pick<Services, 'directory' | 'usage' | 'blobs' | 'uploadTargets' | 'profiles'> {}

/** The limits of each request to an account's store: an upload's own limit ends earlier, and answers are short XML. */
const storeCalls = { timeoutMs: 120_000, maxBytes: 1024 * 1024 };

const mebibyte = 1024 * 1024;
/**
 * Memory for large results that are being read: a quarter of the 1 GiB that the chart gives an api. Results of one
 * account may take half of that. Another 128 MiB is only for accounts that hold nothing.
 */
const readSpace = {
  ...{ maxBytes: 256 * mebibyte, maxBytesEach: 128 * mebibyte, maxBytesFirst: 384 * mebibyte },
  waitMs: 10_000,
};

const createUploadTargets = (fetch: GuardedFetch, { config, log }: Pick<Services, 'config' | 'log'>) => {
  const { s3, accounts } = config;
  const handler = createGuardedHandler(fetch, storeCalls);
  return new UploadTargets({ handler, installation: { s3, accounts }, log });
};

const createRenderServices = async (shared: SharedServices, keys: Record<'masterKey' | 'jobKey', KeyObject>) => {
  const { log, registry, nats, directory, usage, blobs, uploadTargets: targets } = shared;
  const index = await nats.kv(buckets.index);
  const hot = new HotRecords({ kv: index, connection: nats.connection, log });
  const budget = new ReadBudget(readSpace);
  observeReads(registry, budget);
  const cached = new CachedBlobs({ store: blobs.store, budget, log });
  const store = new ResultStore(new ResultIndex({ nats, kv: index, hot }), cached);
  const bandwidth = new Bandwidth({ usage, onDelivery: observeDeliveries(registry), log });
  const rate = new RequestRate(nats, (account) => directory.byId(account)?.limits);
  const source = new ResultSource({
    nats,
    store,
    bodies: new ResultBodies(nats),
    admission: new Admission({ nats }),
    jobKey: keys.jobKey,
    canStore: blobs.isUp,
    log,
  });
  const charging = new Charging({ nats, ledger: new RenderLedger(nats), store, log });
  const uploads = new Uploads({ targets, results: store, onUpload: observeUploads(registry), log });
  const balance = (account: Account) => checkBalance(usage, account);
  const secretsKey = secretsKeyOf(keys.masterKey);
  const renders = new Renders({ secretsKey, rate, store, checkBalance: balance, bandwidth, source, charging, uploads });
  const hits = new RepeatedHits({ accounts: directory, rate, bandwidth, store });
  hot.start();
  return { renders, hits, results: store, bandwidth, rate, background: [hot, rate, bandwidth] };
};

/** Undefined without a root key. */
const createSessionServices = async ({ config, log, registry, nats, usage, profiles }: SharedServices) => {
  const { rootKey, kubernetes, namespace, whyNoSessions, apiUrl, baseUrl } = config;
  if (!rootKey) return undefined;
  const objects = await openObjectStore({
    kubernetes,
    nats,
    log,
    registry,
    bucket: buckets.objects,
    program: 'tintype-api',
  });
  const balance = (account: Account) => checkBalance(usage, account);
  const settings = { rootKey, namespace, whyNoSessions, profiles, apiUrl: apiUrl ?? baseUrl };
  return startSessions({ ...settings, objects, nats, checkBalance: balance, log, registry });
};

const createBatches = (
  { config, log, registry, nats, directory, uploadTargets }: SharedServices,
  parts: Pick<StartBatchesOptions, 'masterKey' | 'fetch' | 'refusesUrl' | 'renders'>,
): Promise<StartedBatches> =>
  startBatches({
    ...{ ...parts, nats, log, registry, itemsAtOnce: config.batchItems },
    accountOf: (id) => directory.byId(id),
    hasStorage: (account) => uploadTargets.targetOf(account) !== undefined,
  });

/** Returns the key. Throws a ConfigError if it is missing. */
const needed = (key: KeyObject | undefined, name: string): KeyObject => {
  if (key) return key;
  throw new ConfigError(`${name} is missing: make one with \`openssl rand -hex 32\`.`);
};

const openAccounts = async ({ config, log, nats }: Omit<ServicesOptions, 'registry'>, masterKey: KeyObject) => {
  const kv = await nats.kv(buckets.accounts);
  const store = new AccountStore({ kv, masterKey });
  const presets = new PresetStore({ kv, masterKey });
  const directory = new AccountDirectory({ kv, connection: nats.connection, masterKey, log });
  directory.start();
  await seedAccounts(store, config.accounts, log);
  return { store, presets, directory };
};

/** Starts to add charges to the usage, the ended sessions, and the index by account. */
const followCharges = async ({ nats, usage, log }: Pick<SharedServices, 'nats' | 'usage' | 'log'>, key: KeyObject) => {
  const sessions = new EndedSessions({ nats, kv: await nats.kv(buckets.sessions) });
  const index = new ChargeIndex(await nats.kv(buckets.chargeIndex));
  const indexing = new ChargeLoop({
    ...{ nats, log, consumer: chargeIndexConsumer },
    add: ({ account }, sequence) => index.add(account, sequence),
  });
  const loops = [new RollUp({ nats, usage, sessions, log }), indexing];
  for (const loop of loops) loop.start();
  return { loops, charges: new AccountCharges({ list: new ChargeList(nats, index), masterKey: key }) };
};

/** Throws a ConfigError if the configuration is wrong. */
export const connectServices = async ({ config, log, registry, nats }: ServicesOptions): Promise<Services> => {
  const masterKey = needed(config.masterKey, 'TINTYPE_MASTER_KEY');
  const jobKey = needed(config.jobKeys?.[0], 'TINTYPE_JOB_KEY');
  observeNats(registry, nats);
  const { store, presets, directory } = await openAccounts({ config, log, nats }, masterKey);
  const blobs = await openBlobStore({ s3: config.s3, nats, registry, log });
  const usageKv = await nats.kv(buckets.usage);
  const usage = new UsageRecords(usageKv);
  const uses = new SecretUses({ kv: usageKv, log });
  const callsOut = openCallsOut(config);
  const { fetch, refuses: refusesUrl } = callsOut;
  const uploadTargets = createUploadTargets(fetch, { config, log });
  const profiles = new ProfileStore({ kv: await nats.kv(buckets.profiles), masterKey, log });
  const shared = { config, log, registry, nats, directory, usage, blobs, uploadTargets, profiles };
  const { background, ...renderServices } = await createRenderServices(shared, { masterKey, jobKey });
  const sessions = await createSessionServices(shared);
  const storage = new AccountStorage({ store, directory, targets: uploadTargets, fetch, refusesUrl, log });
  const proxy = new AccountProxy({ store, directory, callsOut, log });
  const batches = await createBatches(shared, { masterKey, fetch, refusesUrl, renders: renderServices.renders });
  const { charges, loops } = await followCharges(shared, masterKey);
  const links = new FileLinks(masterKey);
  const slack = await startSlack({ ...shared, masterKey, renders: renderServices.renders, links, fetch });
  const cancellations = new Cancellations(nats);
  const stopping = [
    slack.commands,
    batches,
    ...background,
    cancellations,
    ...(sessions ? [sessions] : []),
    ...loops,
    uses,
    directory,
    uploadTargets,
    { stop: blobs.close },
  ];
  const own = { charges, store, presets, uses, storage, proxy, links, cancellations };
  return { ...shared, ...renderServices, ...own, sessions, batches, slack, background: stopping };
};
