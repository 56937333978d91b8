import type { Action } from '../context/action-context.js';
import { withAftermath } from '../input/aftermath.js';
import { typeKeys } from '../input/type-keys.js';

export const typeText: Action<'type_text'> = async (context, { text, delayMs }) => {
  await withAftermath(context, () => typeKeys(context, text, delayMs));
  return {};
};
