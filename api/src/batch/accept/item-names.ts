import { limits, TintypeError } from '@tintype/contracts';
import { objectNameOf } from '../../account-storage/object-location.js';
import { cutName, maxNameBytes, maxNameLength, possibleNames } from '../../render/file-name.js';
import type { BatchItem } from '../facts/records.js';

/** Equal for items whose renders differ in nothing but the name. */
const renderOf = (pairs: BatchItem['pairs']): string => {
  const { fileName: _, ...others } = pairs;
  return JSON.stringify(Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** A number needs up to five characters: `-` and a number below 10,000. */
const numberLength = 5;

/** The parts of a name around its number. */
type Template = readonly [before: string, after: string];

/**
 * The parts around the number: `shot.png` becomes `shot-2.png`. Cuts the stem to fit the number in. Undefined if the
 * folders leave no space.
 */
const templateOf = (name: string): Template | undefined => {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const last = name.slice(folder.length);
  const [, stem = last, after = ''] = /^(.+?)(\.[A-Za-z0-9]{1,5})?$/su.exec(last) ?? [];
  const suffixLength = after.length + numberLength;
  const space = Math.min(maxNameLength, limits.fileNameLength - folder.length) - suffixLength;
  return space > 0 ? [folder + cutName(stem, space, maxNameBytes - suffixLength), after] : undefined;
};

const tooLong = (): BatchItem['fault'] => {
  const message =
    'Another item has this `file_name`, and the name is too long for a suffix such as `-2`. Give a shorter or another name.';
  const { code } = new TintypeError('invalid_option', message);
  return { code, message };
};

/** Names that objects of a batch have or may get: for `a`, also `a.png`, because an extension may follow. */
class TakenNames {
  readonly #objects = new Set<string>();
  /** The next number to try for each template. Without it, a thousand equal names would take quadratic time. */
  readonly #next = new Map<string, number>();

  has(name: string): boolean {
    return possibleNames(name).some((object) => this.#objects.has(object));
  }

  add(name: string): void {
    for (const object of possibleNames(name)) this.#objects.add(object);
  }

  /** A free name with a number; undefined if the name is too long to get one. */
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
 * Changes items so that different renders have different object names. The first item keeps the name. Later ones get
 * `-2`, `-3` and so on. A number that makes another item's name is skipped. Items with equal renders share a name. If a
 * name cannot take a number, its item gets a fault.
 */
export const separateNames = (items: readonly BatchItem[]): void => {
  const named = items.flatMap((item) => {
    const name = objectNameOf(item.fileName ?? '');
    // An item without a name is skipped: its object is named after its key.
    return name ? [{ item, name, render: JSON.stringify([name, renderOf(item.pairs)]) }] : [];
  });
  const assigned = new TakenNames();
  const all = new TakenNames();
  for (const { name } of named) all.add(name);
  const shared = new Map<string, string>();
  for (const { item, name, render } of named) {
    const ownName = () => (assigned.has(name) ? all.numbered(name) : name);
    const fileName = shared.get(render) ?? ownName();
    if (fileName === undefined) {
      Object.assign(item, { fileName: null, pairs: {}, fault: tooLong() });
      continue;
    }
    shared.set(render, fileName);
    const object = objectNameOf(fileName);
    assigned.add(object);
    all.add(object);
    item.fileName = fileName;
    // Replaces the option only if the name has changed. Another spelling would make another cached result.
    if (fileName !== name) item.pairs = { ...item.pairs, fileName };
  }
};
