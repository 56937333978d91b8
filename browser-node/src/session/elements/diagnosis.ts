import { TintypeError } from '@tintype/contracts';
import type { ElementTrouble } from '../../in-page/click-targets.js';
import type { NearMatch } from '../../in-page/query-elements.js';
import type { ActionContext } from '../context/action-context.js';
import { ask, askWithRefs, type SelectorOrRef } from '../page-world/ask.js';
import { callLimit, elementLocator, type FoundElement, nameOf } from './element.js';

type Cover = NonNullable<ElementTrouble['cover']>;

type Reason =
  | 'not_found'
  | 'not_visible'
  | 'disabled'
  | 'not_editable'
  | 'covered'
  | 'outside'
  | 'not_stable'
  | 'unchanged'
  | 'unknown';

/** What is in the way of an action, for programs; the sentence beside it says the same. */
interface Diagnosis {
  reason: Reason;
  coveredBy?: Cover;
  near?: NearMatch[];
}

const refusal = (sentence: string, diagnosis: Diagnosis) =>
  new TintypeError('selector_not_found', sentence, { details: { diagnosis } });

/** An element as sentences have it: `<button id="save"> "Save" (e12)` */
export const described = ({ tagName, attributes, text, ref }: Cover): string => {
  const named = ['id', 'class', 'name', 'aria-label']
    .filter((name) => attributes[name])
    .map((name) => ` ${name}="${attributes[name]?.slice(0, 60)}"`);
  const words = text.replace(/\s+/g, ' ').slice(0, 60);
  return `<${tagName}${named.join('')}>${words ? ` "${words}"` : ''} (${ref})`;
};

const nearOf = async (context: ActionContext, selector: string): Promise<NearMatch[]> => {
  const { page, state } = context;
  const asked = { question: { selector }, refs: state, limit: callLimit(context, 1000) };
  return askWithRefs(page.mainFrame(), 'near', asked).catch(() => []);
};

/** No element is there. */
export const notFound = async (context: ActionContext, which: SelectorOrRef): Promise<TintypeError> => {
  if ('ref' in which) {
    const sentence = `There is no element ${which.ref} on this page any more: take a new snapshot.`;
    return refusal(sentence, { reason: 'not_found' });
  }
  const near = await nearOf(context, which.selector);
  const instead = near.length > 0 ? ` Close to it: ${near.map(described).join(', ')}.` : '';
  return refusal(`No element matches ${which.selector}.${instead}`, { reason: 'not_found', near });
};

export const notVisible = (which: SelectorOrRef): TintypeError =>
  refusal(`${nameOf(which)} is there, but not visible: something has to be opened first, or it is hidden for good.`, {
    reason: 'not_visible',
  });

/** An option of a select that is there, and cannot be chosen. */
export const disabledOption = (which: SelectorOrRef, option: object | null): TintypeError =>
  refusal(`${nameOf(which)} has the option ${JSON.stringify(option)}, but it is disabled.`, { reason: 'disabled' });

const troubleOf = (context: ActionContext, { frame, which }: FoundElement): Promise<ElementTrouble | null> =>
  askWithRefs(frame, 'trouble', { question: which, refs: context.state, limit: callLimit(context, 1000) });

/** What lies over a frame as a whole, where the element in it would be clicked. */
const coverOfFrame = async (context: ActionContext, found: FoundElement): Promise<string | undefined> => {
  const main = context.page.mainFrame();
  const box = found.frame === main ? null : await elementLocator(found).boundingBox(callLimit(context, 1000));
  if (!box) return undefined;
  const question = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const over = await ask(main, 'factsAt', { question, limit: callLimit(context, 1000) });
  if (!over || /^i?frame$/.test(over.tagName)) return undefined;
  const id = over.attributes.id ? ` id="${over.attributes.id}"` : '';
  return `<${over.tagName}${id}>`;
};

const coveredBy = (name: string, cover: string) =>
  `${name} is covered by ${cover}, which would be clicked in its place: close that, or scroll it out of the way.`;

/** A box that the page does not let be checked, or unchecked. */
export const stayedUnchanged = (which: SelectorOrRef): TintypeError =>
  refusal(`${nameOf(which)} stays as it was: the page does not let it change.`, { reason: 'unchanged' });

/** What an element does that does not hold still. */
const restlessReason = (before: ElementTrouble, after: ElementTrouble): string | undefined => {
  if (before.ref !== after.ref) return 'is replaced by the page again and again';
  return before.box.x !== after.box.x || before.box.y !== after.box.y ? 'does not stop moving' : undefined;
};

const takesNoMouse = (which: SelectorOrRef) =>
  refusal(`${nameOf(which)} takes no mouse events (pointer-events: none): the page keeps it from being clicked.`, {
    reason: 'disabled',
  });

interface Observation {
  trouble: ElementTrouble;
  restless: string | undefined;
  cover: string | undefined;
}

const diagnosisFrom = (which: SelectorOrRef, { trouble, restless, cover }: Observation): TintypeError => {
  const name = nameOf(which);
  if (!trouble.visible) return notVisible(which);
  if (!trouble.enabled) return refusal(`${name} is disabled.`, { reason: 'disabled' });
  if (trouble.mouseless) return takesNoMouse(which);
  if (trouble.cover)
    return refusal(coveredBy(name, described(trouble.cover)), { reason: 'covered', coveredBy: trouble.cover });
  if (cover !== undefined) return refusal(coveredBy(name, cover), { reason: 'covered' });
  if (restless !== undefined) return refusal(`${name} ${restless}.`, { reason: 'not_stable' });
  if (trouble.outside)
    return refusal(`${name} lies outside of the window, and cannot be scrolled into it.`, { reason: 'outside' });
  if (!trouble.editable) return refusal(`${name} cannot be edited: it is read-only.`, { reason: 'not_editable' });
  return refusal(`${name} could not be acted on in time.`, { reason: 'unknown' });
};

/** Why an element that is there could not be acted on. */
export const diagnose = async (context: ActionContext, found: FoundElement): Promise<TintypeError> => {
  const named = found.named ?? found.which;
  const before = await troubleOf(context, found);
  if (!before) return notFound(context, named);
  const cover = await coverOfFrame(context, found);
  await context.deadline.sleep(100);
  const after = await troubleOf(context, found);
  if (!after) return notFound(context, named);
  return diagnosisFrom(named, { trouble: before, restless: restlessReason(before, after), cover });
};
