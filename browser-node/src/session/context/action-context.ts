import type {
  SavedState,
  SessionAction,
  SessionActionAnswer,
  SessionActionPayload,
  SessionActionType,
} from '@tintype/contracts';
import type { Deadline } from '@tintype/runtime';
import type { Page } from 'playwright-core';
import type { CdpSession } from '../../browser/cdp/connection.js';
import type { ExplainHost } from '../../capture/load/navigation-error.js';
import { correctPlaywright } from '../browser/correct-playwright.js';
import { targetIdOf } from '../browser/playwright-inner.js';
import type { SessionBrowser } from '../browser/session-browser.js';
import type { PageState } from '../pages/page-state.js';

export interface ActionContext {
  readonly page: Page;
  /** The page's CDP session, for commands that Playwright lacks. */
  readonly target: CdpSession;
  readonly browser: SessionBrowser;
  readonly state: PageState;
  readonly deadline: Deadline;
  /** Bytes of JSON that the answer may have. */
  readonly maxBytes: number;
  readonly explain: ExplainHost;
  /** Runs a nested action and counts it. */
  readonly act: (action: SessionAction, maxMs: number) => Promise<object>;
}

/** The pod's answer. The api makes the client's answer to `save_profile` from it. */
type PodAnswer<T extends SessionActionType> = T extends 'save_profile' ? SavedState : SessionActionAnswer<T>;

export type Action<T extends SessionActionType> = (
  context: ActionContext,
  payload: SessionActionPayload<T>,
) => Promise<PodAnswer<T>>;

export type ActionDependencies = Pick<ActionContext, 'browser' | 'explain' | 'deadline' | 'maxBytes' | 'act'>;

export const contextOf = async (dependencies: ActionDependencies): Promise<ActionContext> => {
  const { browser, explain, deadline, maxBytes, act } = dependencies;
  const { targets, state } = browser;
  const current = await deadline.race(browser.connectPlaywright());
  const page = await deadline.race(current.get());
  await deadline.race(correctPlaywright(page).catch(() => false));
  const targetId = targetIdOf(page);
  const target = targets.page(targetId);
  targets.shown.used(targetId ?? '');
  return { explain, deadline, maxBytes, act, page, target, browser, state };
};
