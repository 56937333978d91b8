import { withAftermath } from '../aftermath.js';
import { typeKeys } from '../type-keys.js';
import type { Action } from './action.js';

export const typeText: Action<'type_text'> = async (context, { text, delayMs }) => {
  await withAftermath(context, () => typeKeys(context, text, delayMs));
  return {};
};
