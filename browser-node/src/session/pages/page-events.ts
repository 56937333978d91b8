import type { BrowserContext, ConsoleMessage, Page, Request, WebError } from 'playwright-core';
import type { CdpSession } from '../../browser/cdp/connection.js';
import type { Journal } from './journal.js';
import { noteRedirectsOut } from './links-out.js';
import type { LogEntry, PageState, Unloaded } from './page-state.js';
import { isErrorPage } from './unloaded.js';

/** Refuses downloads, with a note. It listens before other clients, so that its command precedes theirs. */
export const refuseDownloads = async (browser: CdpSession, journal: Pick<Journal, 'note'>): Promise<void> => {
  const contexts = new Set<string | undefined>();
  const refuse = (browserContextId?: string) =>
    browser.send('Browser.setDownloadBehavior', {
      behavior: 'deny',
      eventsEnabled: true,
      ...(browserContextId === undefined ? {} : { browserContextId }),
    });
  browser.on('Target.attachedToTarget', ({ targetInfo: { browserContextId } }) => {
    if (contexts.has(browserContextId)) return;
    contexts.add(browserContextId);
    refuse(browserContextId).catch(() => undefined);
  });
  browser.on('Browser.downloadWillBegin', ({ suggestedFilename, url }) => {
    const what = JSON.stringify(suggestedFilename.slice(0, 200));
    journal.note(`A download of ${what} from ${url.slice(0, 200)} was refused: sessions take none.`);
  });
  await refuse();
};

const now = () => new Date().toISOString();

const levels: Record<string, LogEntry['level']> = {
  debug: 'debug',
  warning: 'warning',
  error: 'error',
  assert: 'error',
};

const logConsole = async (message: ConsoleMessage, { console }: PageState) => {
  const { url, lineNumber } = message.location();
  const level = levels[message.type()] ?? 'info';
  console.add({ timestamp: now(), level, text: message.text(), source: url ? `${url}:${lineNumber + 1}` : '' });
  // The browser would keep the values as long as the page lives.
  await Promise.all(message.args().map((each) => each.dispose()));
};

const logError = (error: WebError, { errors }: PageState) => {
  const thrown: unknown = error.error();
  const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown));
  const text = name ? `${name}: ${message}` : message;
  errors.add({ timestamp: now(), level: 'error', text, source: error.page()?.url() ?? '' });
};

/** The page of a document request. Undefined for other requests. */
const requestedPage = (request: Request): Pick<Unloaded, 'page'> | undefined => {
  if (!request.isNavigationRequest()) return undefined;
  try {
    const frame = request.frame();
    return frame.parentFrame() ? undefined : { page: frame.page() };
  } catch {
    // A request in a new page has no frame yet.
    return { page: undefined };
  }
};

const logFailure = (request: Request, state: PageState) => {
  const failure = request.failure()?.errorText ?? '';
  // The page itself or a navigation aborted the request.
  if (failure === 'net::ERR_ABORTED') return;
  // Our own failed request (give-mouse-back.ts).
  if (failure === 'net::ERR_BLOCKED_BY_CLIENT' && request.isNavigationRequest()) return;
  const target = requestedPage(request);
  if (target) state.unloaded = { ...target, address: request.url(), errorText: failure };
  state.errors.add({
    timestamp: now(),
    level: 'warning',
    text: `Could not be loaded: ${failure}`,
    source: request.url(),
  });
};

const ignoreFailure = (work: Promise<unknown>) => void work.catch(() => undefined);

const followPage = (page: Page, state: PageState) => {
  page.on('framenavigated', (frame) => {
    const hasLoaded = frame === page.mainFrame() && !isErrorPage(frame.url());
    if (hasLoaded && state.unloaded?.page === page) state.unloaded = undefined;
  });
};

/** Fills logs and notes from what Playwright reports. */
export const followPages = (context: BrowserContext, state: PageState): void => {
  for (const page of context.pages()) followPage(page, state);
  context.on('page', (page) => followPage(page, state));
  context.on('console', (message) => ignoreFailure(logConsole(message, state)));
  context.on('weberror', (error) => logError(error, state));
  context.on('requestfailed', (request) => logFailure(request, state));
  noteRedirectsOut(context, state.journal);
};
