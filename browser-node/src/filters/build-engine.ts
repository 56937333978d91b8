import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ENGINE_VERSION, FiltersEngine } from '@ghostery/adblocker';
import type { Lists } from './list-files.js';

/**
 * In MB. By V8's own default, the node would keep some 130 MB, even after the worker's end. Parsing takes the same
 * time.
 */
const youngGenerationMb = 16;

/** Found by the name of this package: the bundle lies in another folder than the worker. */
const workerFile = fileURLToPath(import.meta.resolve('@tintype/browser-node/filter-worker'));

const parse = (text: string): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, {
      workerData: text,
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The worker ended without an engine.')));
  });

/** The first line of a cache file: engines of other versions and other lists do not count. */
const headerOf = ({ hash }: Lists): Buffer => Buffer.from(`tintype-filters ${ENGINE_VERSION} ${hash}\n`);

const readCache = async (file: string, header: Buffer): Promise<FiltersEngine | undefined> => {
  try {
    const bytes = await readFile(file);
    if (!bytes.subarray(0, header.length).equals(header)) return undefined;
    // A view at an odd place in the buffer would break the engine's aligned numbers.
    return FiltersEngine.deserialize(new Uint8Array(bytes.subarray(header.length)));
  } catch {
    return undefined;
  }
};

/** An older draft is left over: a draft is written in seconds. */
const staleMs = 600_000;

/** Removes the drafts of programs that crashed while they wrote them. */
const removeStaleDrafts = async (file: string): Promise<void> => {
  const names = await readdir(dirname(file));
  const drafts = names.filter((name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.new'));
  for (const draft of drafts.map((name) => join(dirname(file), name))) {
    // Another node may have removed the draft.
    const written = await stat(draft).catch(() => undefined);
    if (written && Date.now() - written.mtimeMs > staleMs) await rm(draft, { force: true });
  }
};

/** Writes a draft and renames it: neither a crash nor a second node leaves half a file. Without a file, the next start parses again. */
const writeCache = async (file: string, header: Buffer, engine: Uint8Array): Promise<void> => {
  const draft = `${file}.${randomUUID()}.new`;
  await mkdir(dirname(file), { recursive: true })
    .then(() => writeFile(draft, Buffer.concat([header, engine]), { mode: 0o644 }))
    .then(() => rename(draft, file))
    .catch(() => rm(draft, { force: true }))
    .catch(() => undefined);
};

/**
 * The engine of the lists. Reading the cache file is ten times as fast as parsing. Without it, a worker parses the
 * lists, and the engine is cached.
 */
export const buildEngine = async (lists: Lists, cacheFile: string | undefined): Promise<FiltersEngine> => {
  const header = headerOf(lists);
  if (cacheFile) await removeStaleDrafts(cacheFile).catch(() => undefined);
  const cached = cacheFile && (await readCache(cacheFile, header));
  if (cached) return cached;
  const bytes = await parse(lists.text);
  if (cacheFile) await writeCache(cacheFile, header, bytes);
  return FiltersEngine.deserialize(bytes);
};
