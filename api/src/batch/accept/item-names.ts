import { limits, TintypeError } from '@tintype/contracts';
import { objectNameOf } from '../../account-storage/object-location.js';
import { cutName, maxNameBytes, maxNameLength, possibleNames } from '../../render/file-name.js';
import type { BatchItem } from '../facts/records.js';

/** A text that is equal for items whose renders differ only in the file name. */
const renderKeyOf = (pairs: BatchItem['pairs']): string => {
  const { fileName: _, ...others } = pairs;
  return JSON.stringify(Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** A suffix has up to five characters: `-` and a number below 10,000. */
const maxSuffixLength = 5;

/** The parts of a name before and after its suffix. */
type Template = readonly [before: string, after: string];

/**
 * The parts around the suffix: `shot.png` becomes `shot-2.png`. Cuts the stem so that the suffix fits in. Undefined if
 * the folders leave no space for it.
 */
const templateOf = (name: string): Template | undefined => {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const last = name.slice(folder.length);
  const [, stem = last, after = ''] = /^(.+?)(\.[A-Za-z0-9]{1,5})?$/su.exec(last) ?? [];
  const endLength = after.length + maxSuffixLength;
  const space = Math.min(maxNameLength, limits.fileNameLength - folder.length) - endLength;
  return space > 0 ? [folder + cutName(stem, space, maxNameBytes - endLength), after] : undefined;
};

const tooLongFault = (): BatchItem['fault'] => {
  const message =
    'Another item has this `file_name`, and the name is too long for a suffix such as `-2`. Give a shorter or another name.';
  const { code } = new TintypeError('invalid_option', message);
  return { code, message };
};

/** Names that objects of a batch have or may get: for `a`, also `a.png`, because an extension may follow. */
class TakenNames {
  readonly #names = new Set<string>();
  /** The next number to try for each template. Without it, a thousand equal names would take quadratic time. */
  readonly #nextNumbers = new Map<string, number>();

  has(name: string): boolean {
    return possibleNames(name).some((each) => this.#names.has(each));
  }

  add(name: string): void {
    for (const each of possibleNames(name)) this.#names.add(each);
  }

  /** The name with the first free suffix, such as `-2`; undefined if the name is too long to get one. */
  withFreeSuffix(name: string): string | undefined {
    const template = templateOf(name);
    if (!template) return undefined;
    const [before, after] = template;
    const key = JSON.stringify(template);
    for (let number = this.#nextNumbers.get(key) ?? 2; number < 10 ** (maxSuffixLength - 1); number += 1) {
      const next = `${before}-${number}${after}`;
      this.#nextNumbers.set(key, number + 1);
      if (!this.has(next)) return next;
    }
    return undefined;
  }
}

/**
 * Changes items so that different renders have different object names. The first item keeps the name. Later ones get
 * `-2`, `-3` and so on. A number is skipped if it makes another item's name. Items with equal renders share a name. If
 * a name cannot take a suffix, its item gets a fault.
 */
export const separateNames = (items: readonly BatchItem[]): void => {
  const named = items.flatMap((item) => {
    const name = objectNameOf(item.fileName ?? '');
    // An item without a name is skipped: its object is named after its result key.
    return name ? [{ item, name, renderKey: JSON.stringify([name, renderKeyOf(item.pairs)]) }] : [];
  });
  const assignedNames = new TakenNames();
  const allNames = new TakenNames();
  for (const { name } of named) allNames.add(name);
  const nameOfRender = new Map<string, string>();
  for (const { item, name, renderKey } of named) {
    const ownName = () => (assignedNames.has(name) ? allNames.withFreeSuffix(name) : name);
    const fileName = nameOfRender.get(renderKey) ?? ownName();
    if (fileName === undefined) {
      Object.assign(item, { fileName: null, pairs: {}, fault: tooLongFault() });
      continue;
    }
    nameOfRender.set(renderKey, fileName);
    const object = objectNameOf(fileName);
    assignedNames.add(object);
    allNames.add(object);
    item.fileName = fileName;
    // Replace the option only if the name has changed: another spelling of it would need another cached result.
    if (fileName !== name) item.pairs = { ...item.pairs, fileName };
  }
};
