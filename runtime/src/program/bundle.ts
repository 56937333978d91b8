/*
 * `make build` bundles each program and its packages with V8's compile cache (scripts/bundle-programs.mjs). A bundle
 * loads in a third of the time. This file is no part of the package's entry, so that nothing of the bundle
 * is loaded twice. An `import` of node:fs would also load its streams: 6 CPU-ms of each start.
 */
const { readFileSync, statSync } = process.getBuiltinModule('node:fs');
const { enableCompileCache } = process.getBuiltinModule('node:module');
const { fileURLToPath } = process.getBuiltinModule('node:url');

/** Milliseconds since the epoch; 0 for a missing file. Images have no `tsconfig.tsbuildinfo`. */
const changedAt = (file: URL): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * The folders of this repository's packages that a package needs, itself included. Its `dependencies` name all of them.
 */
const packagesOf = (folder: URL): string[] => {
  const { name, dependencies } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  const names: string[] = [name, ...Object.keys(dependencies)];
  return names.filter((each) => each.startsWith('@tintype/')).map((each) => each.slice('@tintype/'.length));
};

/**
 * Whether there is a complete bundle beside `main`, the URL of a package's `dist/main.js`, and no compiled code is
 * newer.
 */
export const isBundled = (main: string): boolean => {
  const folder = new URL('../', main);
  // Only a complete bundle has this file.
  const bundledAt = changedAt(new URL('./bundle/make-cache.mjs', main));
  return packagesOf(folder).every((name) => changedAt(new URL(`../${name}/tsconfig.tsbuildinfo`, folder)) < bundledAt);
};

/** Loads the file `name` from the bundle beside `main`, or else the compiled file. */
export const loadProgram = async <Program>(main: string, name = 'program'): Promise<Program> => {
  if (!isBundled(main)) return import(new URL(`./${name}.js`, main).href) as Promise<Program>;
  enableCompileCache(fileURLToPath(new URL('./bundle/cache', main)));
  return import(new URL(`./bundle/${name}.mjs`, main).href) as Promise<Program>;
};

/**
 * The file of a session program's start-up snapshot, beside `main`. Node.js refuses a snapshot of another version or
 * platform. We also refuse one of other V8 flags or another Node.js binary. So the name depends on all of these. It
 * also depends on the folder, because the snapshot contains paths of packages.
 */
export const snapshotFile = (main: string): string => {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const { cachedDataVersionTag } = process.getBuiltinModule('node:v8');
  const folder = fileURLToPath(new URL('./bundle/', main));
  const { version, platform, arch, execPath } = process;
  // Two builds of one version may differ: a checkout may be mounted into a container.
  const { size, mtimeMs } = statSync(execPath);
  const identity = [version, platform, arch, size, mtimeMs, cachedDataVersionTag(), folder].join(' ');
  return `${folder}session-${createHash('sha256').update(identity).digest('hex').slice(0, 16)}.blob`;
};

/** The snapshot's file. Undefined if this Node.js has made none, or if compiled code is newer. */
export const findSnapshot = (main: string): string | undefined => {
  const file = snapshotFile(main);
  return statSync(file, { throwIfNoEntry: false }) && isBundled(main) ? file : undefined;
};
