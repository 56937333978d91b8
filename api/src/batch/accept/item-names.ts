import { limits, TintypeError } from '@tintype/contracts';
import { objectNameOf } from '../../account-storage/object-location.js';
import { cutName, maxNameBytes, maxNameLength, possibleNames } from '../../render/file-name.js';
import type { BatchItem } from '../facts/records.js';

const sameRender = (pairs: BatchItem['pairs']): string => {
  const { fileName: _, ...others } = pairs;
  return JSON.stringify(Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** `-` and a number below 10,000. */
const numberLength = 5;

/** The parts of a name around its number. */
type Template = readonly [before: string, after: string];

/** `shot.png` becomes `shot-2.png`: room for the number is cut from the stem. Undefined if the folders leave none. */
const templateOf = (name: string): Template | undefined => {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const last = name.slice(folder.length);
  const [, stem = last, after = ''] = /^(.+?)(\.[A-Za-z0-9]{1,5})?$/su.exec(last) ?? [];
  const rest = after.length + numberLength;
  const room = Math.min(maxNameLength, limits.fileNameLength - folder.length) - rest;
  return room > 0 ? [folder + cutName(stem, room, maxNameBytes - rest), after] : undefined;
};

const tooLong = (): BatchItem['fault'] => {
  const message =
    'Another item has this `file_name`, and the name is too long to add a number. Give a shorter or another name.';
  const { code } = new TintypeError('invalid_option', message);
  return { code, message };
};

/** Object names of a batch. A name also takes those that an extension makes of it: `a` may become `a.png`. */
class TakenNames {
  readonly #objects = new Set<string>();
  /** The next number of a template, so that a thousand equal names are no quadratic search. */
  readonly #next = new Map<string, number>();

  has(name: string): boolean {
    return possibleNames(name).some((object) => this.#objects.has(object));
  }

  add(name: string): void {
    for (const object of possibleNames(name)) this.#objects.add(object);
  }

  /** A free name with a number; undefined if the name has no room for it. */
  numbered(name: string): string | undefined {
    const template = templateOf(name);
    if (!template) return undefined;
    const [before, after] = template;
    const key = JSON.stringify(template);
    for (let number = this.#next.get(key) ?? 2; number < 10 ** (numberLength - 1); number += 1) {
      const next = `${before}-${number}${after}`;
      this.#next.set(key, number + 1);
      if (!this.has(next)) return next;
    }
    return undefined;
  }
}

/**
 * Gives each object name of a batch to one render. The first item keeps it; later ones get `-2`, `-3` and so on, past
 * names of other items. Items that are the same render share it. An item whose name has no room for a number gets a
 * fault. In place.
 */
export const separateNames = (items: readonly BatchItem[]): void => {
  const named = items.flatMap((item) => {
    const name = objectNameOf(item.fileName ?? '');
    // Without a name, the object has that of its key.
    return name ? [{ item, name, render: JSON.stringify([name, sameRender(item.pairs)]) }] : [];
  });
  const given = new TakenNames();
  const all = new TakenNames();
  for (const { name } of named) all.add(name);
  const shared = new Map<string, string>();
  for (const { item, name, render } of named) {
    const own = () => (given.has(name) ? all.numbered(name) : name);
    const fileName = shared.get(render) ?? own();
    if (fileName === undefined) {
      Object.assign(item, { fileName: null, pairs: {}, fault: tooLong() });
      continue;
    }
    shared.set(render, fileName);
    const object = objectNameOf(fileName);
    given.add(object);
    all.add(object);
    item.fileName = fileName;
    // Another spelling would be another cached result.
    if (fileName !== name) item.pairs = { ...item.pairs, fileName };
  }
};
