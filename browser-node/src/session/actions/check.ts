import type { Locator } from 'playwright-core';
import type { OwnLabel } from '../../in-page/click-targets.js';
import { clickStage, playwrightError } from '../browser/playwright-error.js';
import { placed } from '../browser/projection.js';
import type { Action, ActionContext } from '../context/action-context.js';
import { actOn } from '../elements/act-on.js';
import { unchanged } from '../elements/diagnosis.js';
import { elementLocator, elementOf, type FoundElement, nameOf, within } from '../elements/element.js';
import { locate, look } from '../elements/locate.js';
import { elementToPointAt, viewOf } from '../elements/points.js';
import { withAftermath } from '../input/aftermath.js';
import { askNaming, type Which, type Within } from '../page-world/ask.js';

interface ByLabel {
  position: OwnLabel['position'];
  within: Within;
}

/** Whether it was there to be looked at afterwards. Of a locator, Playwright would check the next element in its place. */
const setOnce = async (locator: Locator, checked: boolean, limit: Within): Promise<boolean> => {
  const element = await locator.elementHandle(limit);
  try {
    await element.setChecked(checked, limit);
    return true;
  } catch (error) {
    if (playwrightError(error) === 'replaced' && clickStage(error) === 'done') return false;
    throw error;
  } finally {
    // Its document may have gone.
    element.dispose().catch(() => undefined);
  }
};

/** By a click on its label. */
const setByLabel = async (
  label: Locator,
  box: Locator,
  { position, within }: ByLabel,
): Promise<boolean | undefined> => {
  const element = await box.elementHandle(within);
  try {
    await label.click({ position, ...within });
    return await element.isChecked();
  } catch (error) {
    if (playwrightError(error) === 'replaced') return undefined;
    throw error;
  } finally {
    element.dispose().catch(() => undefined);
  }
};

const labelOf = (context: ActionContext, { frame, which }: FoundElement): Promise<OwnLabel | null> =>
  askNaming(frame, 'ownLabel', { question: which, memory: context.memory, within: within(context) });

/** A box that is hidden is there where its label is shown. */
const locateBox = async (context: ActionContext, which: Which): Promise<FoundElement> => {
  const { found, isVisible } = await look(context, which);
  if (!found || isVisible || !(await labelOf(context, found))) return locate(context, which);
  context.memory.actedIn = found.frame;
  return found;
};

/** How a box is set, and where the mouse goes for that. */
const wayTo = async (context: ActionContext, found: FoundElement, checked: boolean) => {
  const label = await labelOf(context, found);
  if (!label) {
    const { point } = await elementToPointAt(context, found);
    return { point, set: () => actOn(context, found, (locator, limit) => setOnce(locator, checked, limit)) };
  }
  const set = async () => {
    const labelFound = { frame: found.frame, which: { ref: label.ref }, named: found.which };
    const isChecked = await actOn(context, labelFound, (locator, limit) =>
      setByLabel(locator, elementLocator(found), { position: label.position, within: limit }),
    );
    if (isChecked === !checked) throw unchanged(found.which);
    return isChecked !== undefined;
  };
  return { point: placed(await viewOf(context, found.frame), label.point), set };
};

export const check: Action<'check'> = async (context, payload) => {
  const { page, memory } = context;
  const { checked } = payload;
  const which = elementOf(payload);
  const found = await locateBox(context, which);
  if ((await actOn(context, found, (locator, limit) => locator.isChecked(limit))) === checked) return { checked };
  const { point, set } = await wayTo(context, found, checked);
  const isThere = await withAftermath(context, set).catch((error: unknown) => {
    throw playwrightError(error) === 'unchanged' ? unchanged(which) : error;
  });
  if (!isThere) memory.journal.note(`${nameOf(which)} was clicked, and is gone since.`);
  memory.moveCursor(page, point);
  return { checked };
};
