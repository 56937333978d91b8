import { limits, TintypeError } from '@tintype/contracts';
import { outlasts } from '@tintype/runtime';
import type { Response } from 'playwright-core';
import { navigationError } from '../../capture/load/navigation-error.js';
import { netErrorOf, playwrightErrorKind } from '../browser/playwright-error.js';
import type { ActionContext } from '../context/action-context.js';
import { stopPage } from '../context/stop-page.js';
import { isOutOfWeb } from '../pages/links-out.js';
import { addressOf } from './address.js';
import { RedirectChain } from './redirect-chain.js';
import { RefusedRedirects } from './refused-redirects.js';

/** The page could not be left: it navigated on its own at that moment, or ended. */
export class PageNotLeft extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** Where a navigation ended. The status is null without a request. */
interface Arrival {
  url: string;
  status: number | null;
}

type WaitUntil = 'load' | 'domcontentloaded' | 'commit';

interface NavigationOptions {
  waitUntil: WaitUntil;
  timeout: number;
}

/** Playwright has no response if the page navigates on its own meanwhile. */
const arrivalOf = async (context: ActionContext, chain: RedirectChain, response: Response | null): Promise<Arrival> => {
  const url = await addressOf(context);
  return { url, status: response?.status() ?? chain.statusOf(url) ?? null };
};

/** Outcomes by error. Chromium fails a load whose answer has no content, but the client wants the server's status. */
const outcomes: Record<string, (chain: RedirectChain) => Promise<Arrival>> = {
  // Status 204 or 205. Other aborted navigations have their own errors.
  'net::ERR_ABORTED': async ({ status }) => {
    throw new TintypeError(
      'not_renderable',
      `The address has nothing to show (status ${status}). The previous page stays open. Use the address of a page.`,
    );
  },
  // Chromium shows its own page for an empty body.
  'net::ERR_HTTP_RESPONSE_CODE_FAILURE': async (chain) => {
    await chain.errorPageShown();
    return { url: chain.address, status: chain.status ?? null };
  },
};

const outcomeOf = (errorText: string, { status }: RedirectChain) => {
  if (errorText === 'net::ERR_ABORTED' && status !== 204 && status !== 205) return undefined;
  return outcomes[errorText];
};

/** A page that answers later may be stopped, since it is left anyway. */
const answerMs = 2000;

/**
 * Ends a hung script first: it would block the next document of the same site, which uses the same process. While the
 * new document loads, the page gets no commands.
 */
const endHungScript = async (context: ActionContext): Promise<void> => {
  const answered = context.target.send('Runtime.evaluate', { expression: '0' });
  if (await outlasts(answered, answerMs)) await stopPage(context, { keepsNavigation: false });
};

/** Ends a hung `beforeunload` handler. */
const endHungUnload = async (
  context: ActionContext,
  chain: RedirectChain,
  navigating: Promise<unknown>,
): Promise<void> => {
  // While a navigation loads, the page gets no commands.
  while ((await outlasts(navigating, limits.elementMs)) && !chain.hasBegun)
    await stopPage(context, { keepsNavigation: true });
};

const isNotLeft = (error: Error, chain: RedirectChain, { state }: ActionContext) => {
  if (!chain.hasBegun && state.crash !== undefined) return true;
  if (playwrightErrorKind(error) === 'interrupted') return true;
  return netErrorOf(error) === 'net::ERR_ABORTED' && chain.isDisturbed;
};

const outOfWeb = (address: string, cause: Error) =>
  new TintypeError(
    'not_renderable',
    `The address leads to ${address.slice(0, 200)}. Sessions open http and https pages only.`,
    { cause },
  );

/** Limits for the report of a redirect out of the web. Chromium fails with its error for such redirects, or silently. */
const unsafePatienceMs = 5000;
const silentPatienceMs = 500;

const checkRedirect = async (chain: RedirectChain, redirects: RefusedRedirects, error: Error): Promise<void> => {
  const errorText = netErrorOf(error);
  const isUnsafe = errorText === 'net::ERR_UNSAFE_REDIRECT';
  const isSilent = errorText === 'net::ERR_ABORTED' && chain.status === undefined && !chain.isDisturbed;
  if (!isUnsafe && !isSilent) return;
  const out = await redirects.outOfWeb(chain.address, isUnsafe ? unsafePatienceMs : silentPatienceMs);
  if (isUnsafe) await chain.errorPageShown();
  if (out !== undefined || isUnsafe) throw outOfWeb(out ?? 'an address that no page can have', error);
};

const outcomeAfter = async (context: ActionContext, chain: RedirectChain, error: Error): Promise<Arrival> => {
  const errorText = netErrorOf(error);
  const outcome = errorText && outcomeOf(errorText, chain);
  if (outcome) return outcome(chain);
  if (isOutOfWeb(chain.address)) throw outOfWeb(chain.address, error);
  if (isNotLeft(error, chain, context)) throw new PageNotLeft(error);
  if (!errorText || errorText === 'net::ERR_ABORTED') throw error;
  await chain.errorPageShown();
  throw navigationError(errorText, chain.address, context.explain);
};

/** Navigates and returns the arrival. After a failure, throws the catalogue's error for the last address. */
export const navigate = async (
  context: ActionContext,
  waitUntil: WaitUntil,
  start: (options: NavigationOptions) => Promise<Response | null>,
): Promise<Arrival> => {
  const { page, target, deadline } = context;
  await endHungScript(context);
  const options = { waitUntil, timeout: deadline.remaining };
  const chain = new RedirectChain(page);
  const redirects = new RefusedRedirects(target);
  try {
    const navigating = start(options);
    endHungUnload(context, chain, navigating).catch(() => undefined);
    return await arrivalOf(context, chain, await navigating);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    await checkRedirect(chain, redirects, error);
    return await outcomeAfter(context, chain, error);
  } finally {
    chain.end();
    redirects.end();
    // The answer reports the failed document already.
    context.state.unloaded = undefined;
  }
};
