import type { SessionAction, SessionActionAnswer, SessionActionPayload, SessionActionType } from '@tintype/contracts';
import type { Deadline } from '@tintype/runtime';
import type { Page } from 'playwright-core';
import type { CdpSession } from '../../browser/cdp/connection.js';
import type { ExplainHost } from '../../capture/navigation-error.js';
import { targetIdOf } from '../browser/playwright-inner.js';
import type { SessionBrowser } from '../browser/session-browser.js';
import type { PageState } from '../pages/page-state.js';

/** What an action works on. */
export interface ActionContext {
  readonly page: Page;
  /** A conversation with the page's target, for what Playwright has no word for. */
  readonly target: CdpSession;
  readonly browser: Pick<SessionBrowser, 'targets' | 'current' | 'dialogs' | 'state' | 'mostPixels'>;
  readonly state: PageState;
  /** Playwright's calls take what remains of it as their `timeout`. */
  readonly deadline: Deadline;
  readonly explain: ExplainHost;
  /** Does an action inside of this one, and counts it: at most so long. */
  readonly act: (action: SessionAction, mostMs: number) => Promise<object>;
}

/** Does the action and answers what is particular to it. */
export type Action<T extends SessionActionType> = (
  context: ActionContext,
  payload: SessionActionPayload<T>,
) => Promise<SessionActionAnswer<T>>;

export type ActionDependencies = Pick<ActionContext, 'browser' | 'explain' | 'deadline' | 'act'>;

/** What an action works on: the page that actions are about now. */
export const contextOf = async ({ browser, explain, deadline, act }: ActionDependencies): Promise<ActionContext> => {
  const { targets, current, state } = browser;
  const page = await deadline.race(current.get());
  const target = targets.page(targetIdOf(page));
  return { explain, deadline, act, page, target, browser, state };
};
