import { TintypeError } from '@tintype/contracts';
import { withAftermath } from '../aftermath.js';
import { actOn } from '../elements/act-on.js';
import { whichOf } from '../elements/element.js';
import { locate } from '../elements/locate.js';
import type { Action, ActionContext } from './action.js';

const unknownKey = (error: unknown) =>
  error instanceof Error ? /Unknown key: "(.*?)"/s.exec(error.message)?.[1] : undefined;

/** A key that there is not comes after those before it were pressed, which nobody would let go. */
const pressOnce = async ({ page }: ActionContext, key: string): Promise<void> => {
  try {
    await page.keyboard.press(key);
  } catch (error) {
    for (const held of key.split('+')) await page.keyboard.up(held).catch(() => undefined);
    throw error;
  }
};

/** In an element, or in what has the focus. */
export const press: Action<'press'> = async (context, payload) => {
  const { deadline } = context;
  const { key, count } = payload;
  const which = whichOf(payload);
  try {
    if (which) {
      const found = await locate(context, which);
      await actOn(context, found, (locator, within) => locator.focus(within));
    }
    await withAftermath(context, async () => {
      for (let press = 0; press < count; press += 1) {
        deadline.signal.throwIfAborted();
        await pressOnce(context, key);
      }
    });
  } catch (error) {
    const name = unknownKey(error);
    if (name === undefined) throw error;
    const sentence = `payload.key: there is no key ${JSON.stringify(name)}; there are Enter, Escape, ArrowDown, a, Control+A`;
    throw new TintypeError('invalid_request', `${sentence} and the like.`, { cause: error });
  }
  return {};
};
