import { mkdirSync, writeFileSync } from 'node:fs';
import { join, matchesGlob, relative, resolve } from 'node:path';

/**
 * Test files that share a process, by its name. To load our packages costs each process 0.7 to 1.0 s of CPU. Their
 * hooks are in a `describe`, and no file depends on the order. Patterns begin at `test/integration/`.
 */
const families: Readonly<Record<string, string>> = {
  'api-accounts': 'api/accounts/*',
  'api-renders': 'api/renders/*',
  'api-sessions': 'api/sessions/session-api{,-actions,-agent,-cdp,-keys,-lives,-wild}.test.js',
  'api-storage': 'api/storage/*',
  'api-tools': 'api/tools/*',
  charts: 'charts/chart{,-alerts,-nats,-network,-pods,-releases,-rights,-schema,-values}.test.js',
  kit: 'kit/{control-plane,footprint,nats-server,s3-server}.test.js',
  ledger: 'ledger/*',
  operator: 'operator/{leader-election-{ending,fence,leading,need,standing},event-recorder,operator-accounts}.test.js',
  runtime: 'runtime/*',
  'standalone-ends': 'standalone/{session-leaks,session-ports,standalone-{no-sessions,turned-away}}.test.js',
  'standalone-nats': 'standalone/{nats-logins,nats-logins-ledger,local-node-places,standalone-operator}.test.js',
  'stores-jetstream': 'stores/{informer-,}jetstream*',
  'stores-kubernetes': 'stores/kubernetes-*',
};

const tests = 'test/dist/integration';
const folder = 'test/dist/families';

const familyOf = (file: string): string | undefined =>
  Object.keys(families).find((name) => matchesGlob(relative(tests, file), families[name] ?? ''));

/** Writes a file that imports the others. */
const joined = (name: string, files: readonly string[]): string => {
  const path = join(folder, `${name}.test.js`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, files.map((file) => `import '${resolve(file)}';\n`).join(''));
  return path;
};

/** The files, with one instead of those of a family. A file that is alone in its family stays. */
export const joinFamilies = (files: readonly string[]): string[] =>
  [...Map.groupBy(files, (file) => familyOf(file) ?? file)].flatMap(([name, members]) =>
    members.length > 1 ? [joined(name, members)] : members,
  );
