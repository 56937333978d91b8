import type { SessionActionType } from '@tintype/contracts';
import { letPointerGo } from '../../in-page/guards.js';
import type { Action, ActionContext } from '../context/action-context.js';
import { callInPage } from '../page-world/call-in-page.js';
import { quietly } from '../waits/in-time.js';

/** A frame that hangs has none to let go of that anybody could tell of. */
const askMs = 300;

/** Each document knows of its own lock alone. */
const letGo = async ({ page, target, memory }: ActionContext): Promise<void> => {
  const inner = page.frames().filter((frame) => frame !== page.mainFrame());
  const asked = [callInPage(target, letPointerGo), ...inner.map((frame) => frame.evaluate(letPointerGo))];
  const answers = await Promise.all(asked.map((each) => quietly(each, askMs)));
  if (answers.includes(true)) memory.journal.note('The page had locked the mouse: it was let go.');
};

/** The action, with a mouse that is where it is pointed: while a page has it locked, all that it does is for one element. */
export const withFreePointer =
  <T extends SessionActionType>(act: Action<T>): Action<T> =>
  async (context, payload) => {
    await letGo(context);
    return act(context, payload);
  };
