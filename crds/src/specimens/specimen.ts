import type { OwnKind } from '../kinds/kinds.js';

export interface Parts {
  spec?: unknown;
  status?: unknown;
}

/** An object that every engine must judge alike. Tests ask `admit` and a real API server. */
export interface Specimen extends Parts {
  about: string;
  kind: OwnKind;
  /** Default: `specimen`. */
  name?: string;
  /** The stored object before a change. */
  before?: Parts;
}

export interface GoodSpecimen extends Specimen {
  /** Default: what was sent. */
  stored?: Parts;
}

export interface BadSpecimen extends Specimen {
  /** Words that every refusal contains. */
  words: readonly string[];
}

export const entries = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

export const mapOf = <T>(count: number, value: T): Record<string, T> =>
  Object.fromEntries(entries(count, (at) => [`entry${at}`, value]));
