import type { Load } from '../load.js';

export interface Plan {
  /** URL of the page. */
  page: string;
  type: 'png' | 'jpeg';
  count: number;
  inFlight: number;
}

/** Somebody who takes pictures of pages, 1440×900, each in a clean context. */
export interface Contender {
  name: string;
  shoot: (plan: Plan) => Promise<Load>;
  /** The processes that are all of it, with everything below them. */
  roots: () => number[];
  stop: () => Promise<void>;
}
