import type { Action } from './action.js';

/** Named for what it reads, which is no global here. */
export const consoleLog: Action<'console'> = async ({ memory }, query) => ({ entries: memory.console.read(query) });
