import type { ClientAnswer } from '../played/client.js';
import type { World, WorldOptions } from '../played/world.js';

type Work = (world: World) => Promise<unknown> | unknown;

/** An act of people or nodes; a number is a wait in seconds. */
export type Act = Work | number;

/** Names a generated act. */
export const named = (name: string, act: Work): Act => Object.defineProperty(act, 'name', { value: name });

/** `createAndLeave` as words. */
export const actText = (act: Work): string => act.name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A session's life that ends well without faults. */
export interface Scenario {
  name: string;
  world?: WorldOptions;
  /** Each act starts when no other move is left. */
  script: readonly Act[];
  /** The clients' answers without faults, in order. */
  answers?: readonly ClientAnswer[];
  /** The charges without faults, in order. */
  credits: readonly number[];
}
