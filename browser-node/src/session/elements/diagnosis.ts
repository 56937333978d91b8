import { TintypeError } from '@tintype/contracts';
import type { ElementTrouble } from '../../in-page/elements/click-targets.js';
import type { NearMatch } from '../../in-page/elements/query-elements.js';
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

/** The reason, in the form that programs read. */
interface Diagnosis {
  reason: Reason;
  coveredBy?: Cover;
  near?: NearMatch[];
}

const refusal = (sentence: string, diagnosis: Diagnosis) =>
  new TintypeError('selector_not_found', sentence, { details: { diagnosis } });

/** An element in a sentence: `<button id="save"> "Save" (e12)` */
export const described = ({ tagName, attributes, text, ref }: Cover): string => {
  const named = ['id', 'class', 'name', 'aria-label']
    .filter((name) => attributes[name])
    .map((name) => ` ${name}="${attributes[name]?.slice(0, 60)}"`);
  const words = text.replace(/\s+/g, ' ').slice(0, 60);
  return `<${tagName}${named.join('')}>${words ? ` "${words}"` : ''} (${ref})`;
};

/** Elements with similar words. */
export const nearOf = async (context: ActionContext, selector: string): Promise<NearMatch[]> => {
  const { page, state } = context;
  const call = { question: { selector }, refs: state, limit: callLimit(context, 1000) };
  return askWithRefs(page.mainFrame(), 'near', call).catch(() => []);
};

const goneRef = (ref: string, { nextRef }: ActionContext['state']): string =>
  Number(ref.slice(1)) < nextRef
    ? `Element ${ref} is no longer on this page.`
    : `No snapshot of this session has named an element ${ref}.`;

export const notFound = async (context: ActionContext, which: SelectorOrRef): Promise<TintypeError> => {
  const isRef = 'ref' in which;
  const near = await nearOf(context, isRef ? context.state.seenRefs.wordsOf(which.ref) : which.selector);
  const what = isRef ? goneRef(which.ref, context.state) : `No element matches ${nameOf(which)}.`;
  const look = isRef ? 'Take a new snapshot.' : 'Take a snapshot to see the elements.';
  const instead = near.length > 0 ? `Similar elements: ${near.map(described).join(', ')}.` : look;
  return refusal(`${what} ${instead}`, { reason: 'not_found', near });
};

export const notVisible = (which: SelectorOrRef): TintypeError =>
  refusal(
    `${nameOf(which)} exists but is not visible. Open the part of the page that holds it, or choose another element.`,
    {
      reason: 'not_visible',
    },
  );

export const disabledOption = (which: SelectorOrRef, option: object | null): TintypeError =>
  refusal(
    `${nameOf(which)} has the option ${JSON.stringify(option)}, but the option is disabled. Choose another option.`,
    {
      reason: 'disabled',
    },
  );

const troubleOf = (context: ActionContext, { frame, which }: FoundElement): Promise<ElementTrouble | null> =>
  askWithRefs(frame, 'trouble', { question: which, refs: context.state, limit: callLimit(context, 1000) });

/** The element that covers the frame at the centre of the found element. */
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
  `${name} is covered by ${cover}, which would get the click. Close that, or scroll it out of the way.`;

export const stayedUnchanged = (which: SelectorOrRef): TintypeError =>
  refusal(`${nameOf(which)} did not change: the page prevents it. Look at the page (screenshot).`, {
    reason: 'unchanged',
  });

const restlessReason = (before: ElementTrouble, after: ElementTrouble): string | undefined => {
  if (before.ref !== after.ref) return 'is not still: the page keeps replacing it. Wait, then try again';
  return before.box.x !== after.box.x || before.box.y !== after.box.y
    ? 'is not still: it keeps moving. Wait, then try again'
    : undefined;
};

const takesNoMouse = (which: SelectorOrRef) =>
  refusal(`${nameOf(which)} takes no mouse events (pointer-events: none). Click the element that holds it.`, {
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
  if (!trouble.enabled)
    return refusal(`${name} is disabled. Take a snapshot to see what enables it, and do that first.`, {
      reason: 'disabled',
    });
  if (trouble.mouseless) return takesNoMouse(which);
  if (trouble.cover)
    return refusal(coveredBy(name, described(trouble.cover)), { reason: 'covered', coveredBy: trouble.cover });
  if (cover !== undefined) return refusal(coveredBy(name, cover), { reason: 'covered' });
  if (restless !== undefined) return refusal(`${name} ${restless}.`, { reason: 'not_stable' });
  if (trouble.outside)
    return refusal(`${name} lies outside the window and cannot be scrolled into it. Set a larger \`vw\` and \`vh\`.`, {
      reason: 'outside',
    });
  if (!trouble.editable) return refusal(`${name} is read-only. Choose another element.`, { reason: 'not_editable' });
  return refusal(`${name} was not ready in time. Take a snapshot, then try again.`, { reason: 'unknown' });
};

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
