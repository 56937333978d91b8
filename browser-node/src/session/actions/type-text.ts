import { typeKeys } from '../input/type-keys.js';
import { withAftermath } from '../navigation/aftermath.js';
import type { Action } from './action.js';

export const typeText: Action<'type_text'> = async (context, { text, delayMs }) => {
  await withAftermath(context, () => typeKeys(context, text, delayMs));
  return {};
};
