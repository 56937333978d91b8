import type { Action } from './action.js';

export const errors: Action<'errors'> = async ({ memory }, query) => ({ entries: memory.errors.read(query) });
