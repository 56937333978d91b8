import type { OwnKind } from '../kinds/kinds.js';

/** The parts of an object that its kind decides; `undefined` where one is left out. */
export interface Parts {
  spec?: unknown;
  status?: unknown;
}

/**
 * An object, or a change of one, that every engine must judge alike: what the kinds admit is said once in these tables,
 * and asked of `admit` and of a real API server.
 */
export interface Specimen extends Parts {
  about: string;
  kind: OwnKind;
  /** `specimen` where it is left out. */
  name?: string;
  /** What was stored before, if this is a change of it. */
  before?: Parts;
}

export interface GoodSpecimen extends Specimen {
  /** What is stored, where that is not what was sent. */
  stored?: Parts;
}

export interface BadSpecimen extends Specimen {
  /** What the refusal must say, whoever gives it. */
  words: readonly string[];
}

/** So many entries, made of their numbers. */
export const entries = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** A map with so many entries of one value. */
export const mapOf = <T>(count: number, value: T): Record<string, T> =>
  Object.fromEntries(entries(count, (at) => [`entry${at}`, value]));
