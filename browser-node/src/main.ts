import { statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * `make build` joins the program and its packages in a bundle with V8's compile cache (scripts/bundle-node.mjs), which loads in
 * a third of the time. A bundle that is older than the compiled code, or missing, is not used.
 */

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Epoch milliseconds; 0 for a file that does not exist. Images have no build info. */
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The script writes this file last. */
const bundleEnd = pathOf('./bundle/make-cache.mjs');
const bundle = './bundle/program.mjs';
const compiled = ['contracts', 'runtime', 'browser-node'].map((name) => pathOf(`../../${name}/tsconfig.tsbuildinfo`));
const isFresh = compiled.every((file) => changedAt(file) < changedAt(bundleEnd));

if (isFresh) enableCompileCache(pathOf('./bundle/cache'));
const { runNode } = (await import(isFresh ? bundle : './program.js')) as typeof import('./program.js');
await runNode();
