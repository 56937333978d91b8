import type { Action } from '../context/action-context.js';

export const errors: Action<'errors'> = async ({ memory }, query) => ({ entries: memory.errors.read(query) });
