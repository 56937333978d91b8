import type { Action } from '../context/action-context.js';

/** Where actions have left it; in a page that has just been opened, in its corner. */
export const cursorPosition: Action<'cursor_position'> = async ({ page, memory }) => memory.cursorOf(page);
