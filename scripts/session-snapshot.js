// Makes V8's start-up snapshot of a session's program: the heap after all its modules have run. It then loads in
// half the CPU time. https://nodejs.org/docs/latest-v24.x/api/cli.html#--build-snapshot
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { snapshotFile } from '../runtime/dist/program/bundle.js';

/** Their bindings cannot be part of a snapshot, or Node.js does not promise it. They load at their first use. */
const later = ['child_process', 'dns/promises', 'http', 'https', 'stream/consumers', 'tls', 'worker_threads'];

/* A stand-in for a builtin module. Pasted into the script of the snapshot. Modules may take its functions and plain values,
   but must not call anything before the program starts. */
const standIn = (name, known, hasStarted) => {
  const load = () => process.getBuiltinModule(name);
  const use = (key) => {
    if (!hasStarted()) throw new Error(`${name}.${key} is used before the program starts`);
    return load()[key];
  };
  const functionOf = (key) =>
    new Proxy(function later() {}, {
      apply: (_, self, args) => Reflect.apply(use(key), self, args),
      construct: (_, args) => Reflect.construct(use(key), args),
      get: (_, member) => use(key)[member],
    });
  return new Proxy(
    {},
    {
      get: (_, key) => {
        if (hasStarted()) return load()[key];
        const { isFunction, value } = known[key] ?? {};
        return isFunction ? functionOf(key) : value;
      },
    },
  );
};

const membersOf = (name) =>
  Object.fromEntries(
    Object.entries(process.getBuiltinModule(name)).map(([key, value]) => [
      key,
      typeof value === 'function' ? { isFunction: true } : typeof value === 'object' ? {} : { value },
    ]),
  );

const standIns = () => {
  const known = Object.fromEntries(later.map((name) => [`node:${name}`, membersOf(`node:${name}`)]));
  return `let hasStarted = false;
const standIn = ${standIn};
const known = ${JSON.stringify(known)};
const lateModules = Object.fromEntries(Object.keys(known).map((name) => [name, standIn(name, known[name], () => hasStarted)]));
// A program from a snapshot accepts no other compile cache, and would overwrite it.
const outside = (name) => {
  const { createRequire, enableCompileCache } = process.getBuiltinModule('node:module');
  enableCompileCache(__dirname + '/cache-of-snapshot');
  return createRequire(__filename)(name);
};
`;
};

const lateModules = {
  name: 'late-modules',
  renderChunk: (code) => {
    const read = code
      .replace(/\brequire\(["'](?:node:)?([\w/]+)["']\)/g, (call, name) =>
        later.includes(name) ? `lateModules[${JSON.stringify(`node:${name}`)}]` : call,
      )
      .replaceAll('import("playwright-core")', 'outside("playwright-core")');
    if (/\bimport\(/.test(read)) throw new Error('The snapshot cannot import a file.');
    return standIns() + read;
  },
};

/** Pages get the text of these functions. A bundler would rewrite it, so they come from their text. */
const inPage = {
  name: 'in-page',
  load: (id) => {
    if (!/\/in-page\/.+\.js$/.test(id)) return null;
    const code = readFileSync(id, 'utf8');
    const names = [...code.matchAll(/^export (?:const|(?:async )?function\*?) ([\w$]+)/gm)].map(([, name]) => name);
    const body = `${code.replace(/^export /gm, '').replace(/^\/\/# sourceMappingURL.*$/m, '')}\nreturn { ${names} };`;
    const functions = `const functions = new Function(${JSON.stringify(`'use strict';\n${body}`)})();`;
    return [functions, ...names.map((name) => `export const ${name} = functions.${name};`)].join('\n');
  },
};

const entryOf = (dist) => `import { runSessionNode } from ${JSON.stringify(join(dist, 'session/start.js'))};
process.getBuiltinModule('node:v8').startupSnapshot.setDeserializeMainFunction(() => {
  hasStarted = true;
  if (!process.argv.includes('--make-cache')) return void runSessionNode();
  outside('playwright-core');
  process.getBuiltinModule('node:module').flushCompileCache();
});
`;

const entry = (dist) => ({
  name: 'entry',
  resolveId: (id) => (id === 'entry' ? id : null),
  load: (id) => (id === 'entry' ? entryOf(dist) : null),
});

/** The exit status, and the signal that ended the program. */
const run = (args) => once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');

const failedMark = (file) => `${file}.failed`;

/** Whether a build has made the snapshot, or has failed to by itself: a repeat would fail, too. `main`: the URL of `dist/main.js`. */
export const isSnapshotTried = (main) => {
  const file = snapshotFile(main);
  return [file, failedMark(file)].some((each) => existsSync(each));
};

/** `options`: those of the bundler for every program. The snapshot lies in `dist/bundle`. */
export const makeSnapshot = async (rolldown, dist, options) => {
  const script = join(dist, 'bundle/session-snapshot.cjs');
  const bundle = await rolldown({ ...options, input: 'entry', plugins: [entry(dist), inPage, lateModules] });
  await bundle.write({ file: script, format: 'cjs', codeSplitting: false });
  await bundle.close();
  const main = join(dist, 'main.js');
  const file = snapshotFile(pathToFileURL(main).href);
  let [status, signal] = await run(['--no-warnings', `--snapshot-blob=${file}.new`, '--build-snapshot', script]);
  if (status === 0) [status, signal] = await run([`--snapshot-blob=${file}.new`, main, '--make-cache']);
  if (status === 0) renameSync(`${file}.new`, file);
  else {
    // Sessions start without it, too.
    rmSync(`${file}.new`, { force: true });
    // The next build tries again if a person or a machine without memory ended this one.
    if (!['SIGINT', 'SIGKILL', 'SIGTERM'].includes(signal)) writeFileSync(failedMark(file), '');
    process.stderr.write(
      'cannot make the start-up snapshot of sessions: each session takes more CPU time. ' +
        '`node scripts/bundle-programs.mjs --force` tries again.\n',
    );
  }
  rmSync(script);
};
