import type { SessionActionPayload } from '@tintype/contracts';
import { clickStage, playwrightErrorKind } from '../browser/playwright-error.js';
import type { Action, ActionContext } from '../context/action-context.js';
import { actOn, refuseFiles } from '../elements/act-on.js';
import { namedElement } from '../elements/element.js';
import { locate } from '../elements/locate.js';
import { elementAtPoint, elementToPointAt } from '../elements/points.js';
import { withAftermath } from '../input/aftermath.js';
import { checkInWindow } from '../input/mouse.js';
import { addressOf } from '../navigation/address.js';

type Click = SessionActionPayload<'click'>;

/** Whether a click failed because it closed its page. */
const closedBy = {
  element: (error: unknown) => playwrightErrorKind(error) === 'closed' && clickStage(error) !== undefined,
  point: (error: unknown) => playwrightErrorKind(error) === 'closed',
};

/**
 * Whether the click was done, and only Playwright's wait for the next page failed. Playwright's error is the cause of
 * the one that `actOn` throws. `withAftermath` has a wait of its own, with a limit.
 */
const isDone = (error: unknown) => error instanceof Error && clickStage(error.cause) === 'done';

/** A click that closes its page is done. Throws if the page crashed. */
const unlessPageCloses = async (
  { state, browser }: ActionContext,
  isClosed: (error: unknown) => boolean,
  clicking: Promise<void>,
): Promise<void> => {
  try {
    await clicking;
  } catch (error) {
    if (isDone(error)) return;
    if (!isClosed(error) || state.crash !== undefined) throw error;
    await browser.current.get();
  }
};

const clickElement = async (
  context: ActionContext,
  which: NonNullable<ReturnType<typeof namedElement>>,
  click: Click,
) => {
  const { button, clickCount, modifiers } = click;
  const found = await locate(context, which);
  await refuseFiles(context, found);
  const { element, point } = await elementToPointAt(context, found);
  const act = () =>
    actOn(context, found, (locator, limit) => locator.click({ button, clickCount, modifiers, ...limit }));
  await withAftermath(context, () => unlessPageCloses(context, closedBy.element, act()));
  return { element, point };
};

const clickPoint = async (context: ActionContext, { x = 0, y = 0, button, clickCount, modifiers }: Click) => {
  const { page } = context;
  await checkInWindow(context, { x, y });
  const element = await elementAtPoint(context, { x, y });
  const act = async () => {
    try {
      for (const key of modifiers) await page.keyboard.down(key);
      await page.mouse.click(x, y, { button, clickCount });
    } finally {
      for (const key of modifiers) await page.keyboard.up(key);
    }
  };
  await withAftermath(context, () => unlessPageCloses(context, closedBy.point, act()));
  return { element, point: { x, y } };
};

export const click: Action<'click'> = async (context, payload) => {
  const { page, state } = context;
  const which = namedElement(payload);
  const { element, point } = which ? await clickElement(context, which, payload) : await clickPoint(context, payload);
  return { url: await addressOf(context), ...element, clickedPoint: state.moveCursor(page, point) };
};
