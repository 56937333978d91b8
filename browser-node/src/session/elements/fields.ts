import { limits, TintypeError } from '@tintype/contracts';
import { Deadline } from '@tintype/runtime';
import type { ActionContext } from '../context/action-context.js';
import { ask } from '../page-world/ask.js';
import { diagnose } from './diagnosis.js';
import { callLimit, type FoundElement, nameOf } from './element.js';

const pauseMs = 50;

export const focusField = async (context: ActionContext, found: FoundElement): Promise<void> => {
  const { frame, which } = found;
  const patience = Deadline.in(limits.elementMs);
  try {
    for (;;) {
      const focus = await ask(frame, 'focus', { question: which, limit: callLimit(context) });
      if (focus?.isReady && focus.hasFocus) return;
      if (focus?.isReady)
        throw new TintypeError(
          'invalid_request',
          `${nameOf(which)} takes no text: it cannot get the focus. Choose another element.`,
        );
      if (!focus || patience.passed) throw await diagnose(context, found);
      await context.deadline.sleep(pauseMs);
    }
  } finally {
    patience.clear();
  }
};

/** The field's value. Empty if the page removed the field. */
export const valueIn = async (context: ActionContext, { frame, which }: FoundElement): Promise<string> =>
  (await ask(frame, 'value', { question: which, limit: callLimit(context) }).catch(() => null)) ?? '';

/** Fields of these types stay empty if they cannot parse the value. */
const typesWithFormat = new Set(['number', 'date', 'time', 'datetime-local', 'month', 'week']);

export const hasOwnFormat = async (context: ActionContext, { frame, which }: FoundElement): Promise<boolean> => {
  const kind = await ask(frame, 'kind', { question: which, limit: callLimit(context) }).catch(() => null);
  return kind !== null && typesWithFormat.has(kind.type);
};
