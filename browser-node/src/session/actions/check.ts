import type { Locator } from 'playwright-core';
import type { OwnLabel } from '../../in-page/elements/click-targets.js';
import { clickStage, playwrightErrorKind } from '../browser/playwright-error.js';
import { placed } from '../browser/projection.js';
import type { Action, ActionContext } from '../context/action-context.js';
import { actOn } from '../elements/act-on.js';
import { stayedUnchanged } from '../elements/diagnosis.js';
import { callLimit, elementLocator, type FoundElement, nameOf, requireElement } from '../elements/element.js';
import { findElement, locate } from '../elements/locate.js';
import { elementToPointAt, viewOf } from '../elements/points.js';
import { withAftermath } from '../input/aftermath.js';
import { askWithRefs, type CallLimit, type SelectorOrRef } from '../page-world/ask.js';

interface LabelClick {
  position: OwnLabel['position'];
  limit: CallLimit;
}

/**
 * Clicks only the box that is there now: a locator would also click a box that replaces it. False if the box was
 * replaced after the click.
 */
const setOnce = async (locator: Locator, checked: boolean, limit: CallLimit): Promise<boolean> => {
  const element = await locator.elementHandle(limit);
  try {
    await element.setChecked(checked, limit);
    return true;
  } catch (error) {
    if (playwrightErrorKind(error) === 'replaced' && clickStage(error) === 'done') return false;
    throw error;
  } finally {
    element.dispose().catch(() => undefined);
  }
};

/** Clicks the label, and returns whether the box is checked then. Undefined if the box was replaced after the click. */
const setByLabel = async (
  label: Locator,
  box: Locator,
  { position, limit }: LabelClick,
): Promise<boolean | undefined> => {
  const element = await box.elementHandle(limit);
  try {
    await label.click({ position, ...limit });
    return await element.isChecked();
  } catch (error) {
    if (playwrightErrorKind(error) === 'replaced') return undefined;
    throw error;
  } finally {
    element.dispose().catch(() => undefined);
  }
};

const labelOf = (context: ActionContext, { frame, which }: FoundElement): Promise<OwnLabel | null> =>
  askWithRefs(frame, 'ownLabel', { question: which, refs: context.state, limit: callLimit(context) });

/** A hidden box counts as visible if its label is visible. */
const locateBox = async (context: ActionContext, which: SelectorOrRef): Promise<FoundElement> => {
  const { found, isVisible } = await findElement(context, which);
  if (!found || isVisible || !(await labelOf(context, found))) return locate(context, which);
  context.state.actedIn = found.frame;
  return found;
};

const planFor = async (context: ActionContext, found: FoundElement, checked: boolean) => {
  const label = await labelOf(context, found);
  if (!label) {
    const { point } = await elementToPointAt(context, found);
    return { point, set: () => actOn(context, found, (locator, limit) => setOnce(locator, checked, limit)) };
  }
  const set = async () => {
    const labelFound = { frame: found.frame, which: { ref: label.ref }, named: found.which };
    const isChecked = await actOn(context, labelFound, (locator, limit) =>
      setByLabel(locator, elementLocator(found), { position: label.position, limit }),
    );
    if (isChecked === !checked) throw stayedUnchanged(found.which);
    return isChecked !== undefined;
  };
  return { point: placed(await viewOf(context, found.frame), label.point), set };
};

export const check: Action<'check'> = async (context, payload) => {
  const { page, state } = context;
  const { checked } = payload;
  const which = requireElement(payload);
  const found = await locateBox(context, which);
  if ((await actOn(context, found, (locator, limit) => locator.isChecked(limit))) === checked) return { checked };
  const { point, set } = await planFor(context, found, checked);
  const isThere = await withAftermath(context, set).catch((error: unknown) => {
    throw playwrightErrorKind(error) === 'unchanged' ? stayedUnchanged(which) : error;
  });
  if (!isThere) state.journal.note(`${nameOf(which)} was clicked and then disappeared. Look at the page (snapshot).`);
  state.moveCursor(page, point);
  return { checked };
};
