import type { Action } from '../context/action-context.js';

/** Named for what it reads, which is no global here. */
export const consoleLog: Action<'console'> = async ({ memory }, query) => ({ entries: memory.console.read(query) });
