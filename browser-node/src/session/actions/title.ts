import type { Action } from './action.js';

export const title: Action<'title'> = async ({ page }) => ({ title: await page.title() });
