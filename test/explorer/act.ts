import type { World } from './world.js';

type Work = (world: World) => Promise<unknown> | unknown;

/** What people and nodes do; a number is so many seconds that pass. */
export type Act = Work | number;

/** One that is made on the way has no name by itself. */
export const named = (name: string, act: Work): Act => Object.defineProperty(act, 'name', { value: name });

/** `createAndLeave` in words. */
export const actText = (act: Work): string => act.name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
