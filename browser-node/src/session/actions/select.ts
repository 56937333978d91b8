import { type SessionActionPayload, TintypeError } from '@tintype/contracts';
import type { SelectOptions, WantedOption } from '../../in-page/elements/fields.js';
import type { Action, ActionContext } from '../context/action-context.js';
import { actOn } from '../elements/act-on.js';
import { disabledOption } from '../elements/diagnosis.js';
import { callLimit, type FoundElement, nameOf, requireElement } from '../elements/element.js';
import { locate } from '../elements/locate.js';
import { withAftermath } from '../input/aftermath.js';
import { ask, type SelectorOrRef } from '../page-world/ask.js';

type Choice = Pick<SessionActionPayload<'select'>, 'value' | 'values' | 'label'>;

const patienceMs = 2000;

const wantedOf = ({ value, values, label }: Choice): WantedOption[] =>
  label === undefined ? (values ?? [value ?? '']).map((each) => ({ value: each })) : [{ label }];

const missingOption = (name: string, { missing, options }: SelectOptions) => {
  const there = options.map(({ value, label }) => `${JSON.stringify(value)} (${label})`);
  const sentence = `${name} has no option ${JSON.stringify(missing)}. It has ${there.join(', ') || 'none'}.`;
  return new TintypeError('invalid_request', sentence);
};

const offerError = (which: SelectorOrRef, offer: SelectOptions): TintypeError | undefined => {
  if (offer.missing) return missingOption(nameOf(which), offer);
  return offer.disabled ? disabledOption(which, offer.disabled) : undefined;
};

/** Waits 2 s for a missing or disabled option, as Playwright does, then throws an error with the list. */
const findOptions = async (context: ActionContext, { frame, which }: FoundElement, wanted: WantedOption[]) => {
  const ends = performance.now() + patienceMs;
  for (;;) {
    const offer = await ask(frame, 'options', { question: { ...which, wanted }, limit: callLimit(context) });
    if (wanted.length > 1 && offer?.isMultiple === false)
      throw new TintypeError('invalid_request', `${nameOf(which)} takes only one value: it is not a multiple select.`);
    // `selectOption` reports an element that is no select.
    const fault = offer ? offerError(which, offer) : undefined;
    if (!fault) return offer?.meant ?? wanted;
    if (performance.now() > ends) throw fault;
    await context.deadline.sleep(50);
  }
};

export const select: Action<'select'> = async (context, payload) => {
  const which = requireElement(payload);
  const found = await locate(context, which);
  const meant = await findOptions(context, found, wantedOf(payload));
  const selected = await withAftermath(context, () =>
    actOn(context, found, (locator, limit) => locator.selectOption(meant, limit)),
  );
  return { selected };
};
