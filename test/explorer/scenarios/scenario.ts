import type { ClientAnswer } from '../played/client.js';
import type { World, WorldOptions } from '../played/world.js';

type Work = (world: World) => Promise<unknown> | unknown;

/** What people and nodes do; a number is so many seconds that pass. */
export type Act = Work | number;

/** One that is made on the way has no name by itself. */
export const named = (name: string, act: Work): Act => Object.defineProperty(act, 'name', { value: name });

/** `createAndLeave` in words. */
export const actText = (act: Work): string => act.name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A life of a session in which, left alone, nothing goes wrong. */
export interface Scenario {
  name: string;
  world?: WorldOptions;
  /** Each when nothing is left to do without it. */
  script: readonly Act[];
  /** What callers are told when nothing goes wrong, in their order. */
  answers?: readonly ClientAnswer[];
  /** What is charged then, in the order of the charges. */
  credits: readonly number[];
}
