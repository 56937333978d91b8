import { limits, TintypeError } from '@tintype/contracts';
import type { Response } from 'playwright-core';
import { navigationError } from '../../capture/navigation-error.js';
import { netErrorOf, playwrightErrorKind } from '../browser/playwright-error.js';
import type { ActionContext } from '../context/action-context.js';
import { stopPage } from '../context/stop-page.js';
import { isOutOfWeb } from '../pages/links-out.js';
import { outlasts } from '../waits/in-time.js';
import { addressOf } from './address.js';
import { RedirectChain } from './redirect-chain.js';
import { RefusedRedirects } from './refused-redirects.js';

/** The page did not let itself be left: it went somewhere else by itself at that moment, or has ended. */
export class PageNotLeft extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** Where a navigation has come to, and what the server said there; null where none was asked. */
interface Arrival {
  url: string;
  status: number | null;
}

type WaitUntil = 'load' | 'domcontentloaded' | 'commit';

/** How long a navigation is waited for, as Playwright takes it. */
interface NavigationOptions {
  waitUntil: WaitUntil;
  timeout: number;
}

/** Of a document that comes while the page sets out for another one by itself, Playwright names no answer. */
const arrivalOf = async (context: ActionContext, chain: RedirectChain, response: Response | null): Promise<Arrival> => {
  const url = await addressOf(context);
  return { url, status: response?.status() ?? chain.statusOf(url) ?? null };
};

/** What fails for Chromium, but not for whoever wants to see the page that a server has answered with. */
const outcomes: Record<string, (chain: RedirectChain) => Promise<Arrival>> = {
  // 204 and 205. A download has an error of its own, and so has one that another navigation has cut off.
  'net::ERR_ABORTED': async ({ status }) => {
    throw new TintypeError(
      'not_renderable',
      `The address answers with nothing to show (status ${status}): the page is the one that was there.`,
    );
  },
  // An error without a page: Chromium shows one of its own that says so.
  'net::ERR_HTTP_RESPONSE_CODE_FAILURE': async (chain) => {
    await chain.errorPageShown();
    return { url: chain.address, status: chain.status ?? null };
  },
};

const outcomeOf = (errorText: string, { status }: RedirectChain) => {
  if (errorText === 'net::ERR_ABORTED' && status !== 204 && status !== 205) return undefined;
  return outcomes[errorText];
};

/** A page answers within milliseconds; one that is left may as well be stopped. */
const answerMs = 2000;

/**
 * Ends the script that a page hangs in before it is left. The next document of the same site comes into the same process, where
 * that script keeps it from loading; and until it is there, the browser passes nothing on to the page.
 */
const endHungScript = async (context: ActionContext): Promise<void> => {
  const answered = context.target.send('Runtime.evaluate', { expression: '0' });
  if (await outlasts(answered, answerMs)) await stopPage(context, { goesOn: false });
};

/** A page that hangs when it is asked whether it may be left cannot be left: what runs in it is ended then. */
const endHungUnload = async (
  context: ActionContext,
  chain: RedirectChain,
  navigating: Promise<unknown>,
): Promise<void> => {
  // Later it could not be told: until it has come to its end, a navigation keeps from the page what that is told.
  while ((await outlasts(navigating, limits.elementMs)) && !chain.hasBegun) await stopPage(context, { goesOn: true });
};

const isNotLeft = (error: Error, chain: RedirectChain, { state }: ActionContext) => {
  if (!chain.hasBegun && state.crash !== undefined) return true;
  if (playwrightErrorKind(error) === 'interrupted') return true;
  return netErrorOf(error) === 'net::ERR_ABORTED' && chain.isDisturbed;
};

const outOfWeb = (address: string, cause: Error) =>
  new TintypeError('not_renderable', `The address leads out of the web, to ${address.slice(0, 200)}.`, { cause });

/** How long a redirect out of the web is waited for: where Chromium says that there was one, and where it only may have been. */
const unsafePatienceMs = 5000;
const silentPatienceMs = 500;

/** Throws where the navigation has failed because a server leads to where no page is. */
const checkRedirect = async (chain: RedirectChain, redirects: RefusedRedirects, error: Error): Promise<void> => {
  const errorText = netErrorOf(error);
  const isUnsafe = errorText === 'net::ERR_UNSAFE_REDIRECT';
  const isSilent = errorText === 'net::ERR_ABORTED' && chain.status === undefined && !chain.isDisturbed;
  if (!isUnsafe && !isSilent) return;
  const out = await redirects.outOfWeb(chain.address, isUnsafe ? unsafePatienceMs : silentPatienceMs);
  if (isUnsafe) await chain.errorPageShown();
  if (out !== undefined || isUnsafe) throw outOfWeb(out ?? 'an address that no page has', error);
};

/** What a navigation that has failed comes to all the same. */
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

/** What the navigation comes to; where it fails, the catalogue's error for where it had come to, through redirects. */
export const navigate = async (
  context: ActionContext,
  waitUntil: WaitUntil,
  navigate: (options: NavigationOptions) => Promise<Response | null>,
): Promise<Arrival> => {
  const { page, target, deadline } = context;
  await endHungScript(context);
  const options = { waitUntil, timeout: deadline.remaining };
  const chain = new RedirectChain(page);
  const redirects = new RefusedRedirects(target);
  try {
    const navigating = navigate(options);
    endHungUnload(context, chain, navigating).catch(() => undefined);
    return await arrivalOf(context, chain, await navigating);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    await checkRedirect(chain, redirects, error);
    return await outcomeAfter(context, chain, error);
  } finally {
    chain.end();
    redirects.end();
    // What became of it is the answer.
    context.state.unloaded = undefined;
  }
};
