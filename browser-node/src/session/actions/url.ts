import { addressOf } from '../address.js';
import type { Action } from './action.js';

export const url: Action<'url'> = async ({ page }) => ({ url: addressOf(page) });
