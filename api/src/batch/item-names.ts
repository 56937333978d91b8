import { objectNameOf } from '../storage/object-place.js';
import type { BatchItem } from './records.js';

const sameRender = (pairs: BatchItem['pairs']): string => {
  const { fileName: _, ...others } = pairs;
  return JSON.stringify(Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** `shot.png` and 2 make `shot-2.png`. */
const numbered = (name: string, number: number): string => {
  const [, stem = name, extension = ''] = /^(.+?)(\.[A-Za-z0-9]{1,5})?$/su.exec(name) ?? [];
  return `${stem}-${number}${extension}`;
};

/**
 * Gives each file name of a batch to one render: the first item keeps it, later ones get `-2`, `-3` and so on, past
 * names that other items have. Items that are the same render share it. In place.
 */
export const separateNames = (items: readonly BatchItem[]): void => {
  const wanted = new Set(items.flatMap(({ fileName }) => (fileName === null ? [] : [objectNameOf(fileName)])));
  const renders = new Map<string, Map<string, string>>();
  for (const item of items) {
    if (item.fileName === null) continue;
    const name = objectNameOf(item.fileName);
    const names = renders.get(name) ?? new Map<string, string>();
    renders.set(name, names);
    const render = sameRender(item.pairs);
    const given = names.get(render) ?? (names.size === 0 ? item.fileName : freeName(item.fileName, wanted));
    names.set(render, given);
    wanted.add(objectNameOf(given));
    item.fileName = given;
    item.pairs = { ...item.pairs, fileName: given };
  }
};

const freeName = (name: string, taken: ReadonlySet<string>): string => {
  for (let number = 2; ; number += 1) {
    const next = numbered(name, number);
    if (!taken.has(objectNameOf(next))) return next;
  }
};
