import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../kit/programs/test-programs.js';

const crate = fileURLToPath(new URL('../../../clients/rust', import.meta.url));

/** The folders whose files the crate's build reads, besides the three files below. */
const sources = ['src', 'tests', 'conformance'];

const hashOfCrate = (): string => {
  const inFolders = sources.flatMap((name) => globSync(`${name}/**/*.rs`, { cwd: crate })).sort();
  const hash = createHash('sha256');
  for (const name of ['Cargo.toml', 'Cargo.lock', 'README.md', ...inFolders])
    hash.update(name).update(readFileSync(join(crate, name)));
  return hash.digest('hex').slice(0, 12);
};

const prefix = 'cargo-';

/** Equal checkouts share one. Others may not: cargo takes one checkout's build for another's whose files are older. */
export const cargoFolder = join(cacheFolder(), `${prefix}${hashOfCrate()}`);

const unusedMs = 24 * 3600_000;

/** Marks the folder as used now. Removes folders of 86 MB each that no checkout has used for a day. */
export const useCargoFolder = (folder = cargoFolder, now = new Date()): void => {
  mkdirSync(folder, { recursive: true });
  utimesSync(folder, now, now);
  const cache = join(folder, '..');
  for (const name of readdirSync(cache).filter((each) => each.startsWith(prefix))) {
    const other = join(cache, name);
    // Another run may remove it, too.
    const used = statSync(other, { throwIfNoEntry: false });
    if (used && now.getTime() - used.mtimeMs > unusedMs) rmSync(other, { recursive: true, force: true });
  }
};
