import { limits, type StorageState, TintypeError } from '@tintype/contracts';
import type { BrowserContext } from 'playwright-core';
import { innerOf } from './playwright-inner.js';
import type { SessionBrowser } from './session-browser.js';

/** Playwright reads the storage of these origins. By itself, it knows only origins that it has seen. */
interface InnerContext {
  _origins: Set<string>;
}

type PlaywrightState = Exclude<Parameters<BrowserContext['setStorageState']>[0], string>;

const databasesLeftOut =
  'The profile lacks the databases of the pages (IndexedDB): they are too large, or have values that cannot be copied.';

const mebibyte = 2 ** 20;
/**
 * If the databases of all origins are larger together, all are left out. A page reads them into memory. Their JSON is
 * seldom smaller than their files.
 */
const maxDatabaseBytes = 2 * limits.profileBytes;

const databaseBytes = async ({ targets }: SessionBrowser, origin: string): Promise<number> => {
  const [[, page] = []] = targets.pageSessions;
  if (!page) return 0;
  const { usageBreakdown } = await page.send('Storage.getUsageAndQuota', { origin });
  return usageBreakdown.find(({ storageType }) => storageType === 'indexeddb')?.usage ?? 0;
};

const haveSmallDatabases = async (browser: SessionBrowser, origins: readonly string[]): Promise<boolean> => {
  const bytes = await Promise.all(origins.map((origin) => databaseBytes(browser, origin)));
  return bytes.reduce((sum, each) => sum + each, 0) <= maxDatabaseBytes;
};

const bytesOf = (state: object): number => Buffer.byteLength(JSON.stringify(state));

const tooLarge = ({ cookies, origins }: StorageState): TintypeError => {
  const sizes = origins.map((each) => ({ origin: each.origin, bytes: bytesOf(each) }));
  const [largest] = [...sizes, { origin: 'The cookies', bytes: bytesOf(cookies) }].sort((a, b) => b.bytes - a.bytes);
  const about = largest && `${largest.origin} has ${(largest.bytes / mebibyte).toFixed(1)} MiB of it.`;
  return new TintypeError(
    'result_too_large',
    `The profile is larger than ${limits.profileBytes / mebibyte} MiB, so it is not saved. ${about} Save it before you open pages with much storage.`,
  );
};

/**
 * Cookies, web storage and small databases of all origins that the session has opened. For an origin without an open
 * page, Playwright opens a helper page and answers its requests. Throws `result_too_large`.
 */
export const readStorageState = async (browser: SessionBrowser): Promise<StorageState> => {
  const { state } = browser;
  await browser.connectPlaywright();
  const { context } = browser;
  const read = async (indexedDB: boolean) => {
    innerOf<InnerContext>(context)._origins = new Set(state.origins.all);
    return (await browser.targets.helpers.during(() => context.storageState({ indexedDB }))) as StorageState;
  };
  const isSmall = await haveSmallDatabases(browser, state.origins.all);
  const whole = isSmall ? await read(true).catch(() => undefined) : undefined;
  if (whole && bytesOf(whole) <= limits.profileBytes) return whole;
  const partial = await read(false);
  if (bytesOf(partial) > limits.profileBytes) throw tooLarge(partial);
  state.journal.note(databasesLeftOut);
  return partial;
};

/** Loads a state of `readStorageState` into a new browser, without a request. */
export const loadStorageState = async (browser: SessionBrowser, loaded: StorageState): Promise<void> => {
  await browser.connectPlaywright();
  await browser.context.setStorageState(loaded as PlaywrightState);
  for (const { origin } of loaded.origins) browser.state.origins.add(origin);
};
