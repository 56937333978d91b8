/*
 * `make build` bundles each program and its packages with V8's compile cache (scripts/bundle-programs.mjs). A bundle
 * loads in a third of the time that its separate files need. Programs import this file as `@tintype/runtime/bundle`:
 * the package's entry would load modules that the bundle contains again. `getBuiltinModule` replaces `import`: an
 * `import` of node:fs would also load its streams, which costs 6 CPU-ms per start.
 */
const { readFileSync, statSync } = process.getBuiltinModule('node:fs');
const { enableCompileCache } = process.getBuiltinModule('node:module');
const { fileURLToPath } = process.getBuiltinModule('node:url');

/** Milliseconds since the epoch; 0 for a missing file. Images have no `tsconfig.tsbuildinfo`. */
const changedAt = (file: URL): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * The names of the folders of our packages that the package in `folder` needs, its own included. Its `dependencies`
 * name the indirect ones too.
 */
const packagesOf = (folder: URL): string[] => {
  const { name, dependencies } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  const names: string[] = [name, ...Object.keys(dependencies)];
  return names.filter((each) => each.startsWith('@tintype/')).map((each) => each.slice('@tintype/'.length));
};

/**
 * Whether a complete and current bundle is beside `main`, the URL of a package's `dist/main.js`. A bundle is current
 * if none of the packages in it was compiled later.
 */
export const isBundled = (main: string): boolean => {
  const folder = new URL('../', main);
  // Only a complete bundle has this file.
  const bundledAt = changedAt(new URL('./bundle/make-cache.mjs', main));
  return packagesOf(folder).every((name) => changedAt(new URL(`../${name}/tsconfig.tsbuildinfo`, folder)) < bundledAt);
};

/** Loads the file `name` from the bundle beside `main`, or else the compiled file beside `main`. */
export const loadProgram = async <Program>(main: string, name = 'program'): Promise<Program> => {
  if (!isBundled(main)) return import(new URL(`./${name}.js`, main).href) as Promise<Program>;
  enableCompileCache(fileURLToPath(new URL('./bundle/cache', main)));
  return import(new URL(`./bundle/${name}.mjs`, main).href) as Promise<Program>;
};

/**
 * The file of a session program's start-up snapshot, beside `main`. Node.js refuses a snapshot of another version or
 * platform. We also refuse one of other V8 flags or another Node.js binary. So the file's name contains a hash of
 * all of these. The hash includes the folder, because the snapshot contains paths of packages.
 */
export const snapshotFile = (main: string): string => {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const { cachedDataVersionTag } = process.getBuiltinModule('node:v8');
  const folder = fileURLToPath(new URL('./bundle/', main));
  const { version, platform, arch, execPath } = process;
  // Size and time tell builds of one version apart. A container may use another build on the same, mounted checkout.
  const { size, mtimeMs } = statSync(execPath);
  const identity = [version, platform, arch, size, mtimeMs, cachedDataVersionTag(), folder].join(' ');
  return `${folder}session-${createHash('sha256').update(identity).digest('hex').slice(0, 16)}.blob`;
};

/** The snapshot's file. Undefined if this Node.js has made none, or if the bundle is missing or outdated. */
export const findSnapshot = (main: string): string | undefined => {
  const file = snapshotFile(main);
  return statSync(file, { throwIfNoEntry: false }) && isBundled(main) ? file : undefined;
};
