import { refuseExposure } from '@tintype/browser-node';
import type { Config } from '../config.js';
import type { Terminal } from '../terminal.js';
import { type Browser, ensureBrowser, ensureSessionBrowser } from './chromium.js';
import { ensureFilterLists } from './filter-lists.js';
import { ensureFonts } from './fonts.js';
import { ensureNatsServer } from './nats-server.js';
import { type BrowserWall, ensureWall, wallText } from './wall.js';

export const noChromium =
  'Sessions need a full Chromium, which this machine lacks. Install Chromium or Google Chrome, or set ' +
  'TINTYPE_CHROMIUM to its path, and start again.';

const noPods = 'Sessions are off here: TINTYPE_SESSION_PODS is 0.';

/** Why sessions are off, and what to do; clients get this text. Undefined if they are on. */
export const whyNoSessions = (
  { sessionPods }: Pick<Config, 'sessionPods'>,
  { sessionBrowser }: { sessionBrowser: string | undefined },
): string | undefined => {
  if (sessionPods === 0) return noPods;
  return sessionBrowser === undefined ? noChromium : undefined;
};

export interface Programs {
  browser: Browser;
  /** A full Chromium for sessions; undefined without one, or without sessions. */
  sessionBrowser: string | undefined;
  browserWall: BrowserWall;
  natsServer: string | undefined;
  missingFonts: string | undefined;
}

type Installed = Pick<Programs, 'browser' | 'sessionBrowser' | 'browserWall'>;

export interface InstallOptions {
  config: Config;
  toolsFolder: string;
  terminal: Pick<Terminal, 'step'>;
  signal: AbortSignal;
}

const shownBrowser = (programs: Pick<Programs, 'sessionBrowser'>, config: Config): string =>
  programs.sessionBrowser ?? `none. ${whyNoSessions(config, programs)}`;

/** Refuses data that browsers could read. The parts refuse it too, but only in their log. */
const refuseExposures = ({ browser, sessionBrowser, browserWall }: Installed, { dataFolder }: Config): void => {
  if (browserWall === 'off') return;
  const binaries = [...Object.values(browser), sessionBrowser].filter((binary) => binary !== undefined);
  for (const binary of binaries) refuseExposure(binary, { 'the data folder': dataFolder });
};

export const installPrograms = async (options: InstallOptions): Promise<Programs> => {
  const { config, toolsFolder, terminal, signal } = options;
  const installer = { ...config, toolsFolder, report: terminal.step, signal };
  const natsServer = config.natsUrl ? undefined : await ensureNatsServer(installer);
  if (natsServer) terminal.step(`nats-server: ${natsServer}`);
  const browser = await ensureBrowser(installer);
  terminal.step(`browser: ${Object.values(browser)[0]}`);
  const browserWall = await ensureWall(installer, browser);
  terminal.step(`walls of browsers: ${wallText[browserWall]}`);
  const sessionBrowser = config.sessionPods > 0 ? await ensureSessionBrowser(installer) : undefined;
  terminal.step(`full Chromium, for sessions: ${shownBrowser({ sessionBrowser }, config)}`);
  refuseExposures({ browser, sessionBrowser, browserWall }, config);
  const missingFonts = await ensureFonts(installer);
  if (missingFonts) terminal.step(`fonts: ${missingFonts}`);
  const missingLists = await ensureFilterLists(installer);
  if (missingLists) terminal.step(`filter lists: ${missingLists}`);
  return { browser, browserWall, sessionBrowser, natsServer, missingFonts };
};
