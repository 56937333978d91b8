import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../../..');

/** Where the code under test lies, and which part of a program it is. */
const sources = [
  { folder: 'operator/src/browser-session', part: 'operator' },
  { folder: 'api/src/sessions', part: 'api' },
] as const;

const partsOf: Readonly<Record<string, readonly string[]>> = {
  'sweep.ts': ['sweeper'],
  'release-pod.ts': ['operator', 'sweeper'],
};

const patterns: readonly { pattern: RegExp; name: (...groups: string[]) => string }[] = [
  {
    pattern: /store\.(get|list|create|update|delete)\(\s*'(\w+)'/g,
    name: (verb, kind) => `store.${verb} ${kind}`,
  },
  { pattern: /writeStatus\(\{ phase: '(\w+)'/g, name: (phase) => `store.updateStatus BrowserSession ${phase}` },
  {
    pattern: /(?:await |outside\.)(agent|slots|books|accounts)\.(\w+)\(/g,
    name: (service, call) => `${service}.${call}`,
  },
];

/** Every call to the outside that the sources make, as the coverage table names its rows. */
export const callSites = (): string[] => {
  const sites = sources.flatMap(({ folder, part }) => {
    const files = readdirSync(join(repository, folder)).filter((file) => !file.endsWith('.test.ts'));
    return files.flatMap((file) =>
      sitesIn(readFileSync(join(repository, folder, file), 'utf8'), partsOf[file] ?? [part]),
    );
  });
  return [...new Set(sites)].sort();
};

const sitesIn = (text: string, parts: readonly string[]): string[] => {
  const names = patterns.flatMap(({ pattern, name }) =>
    [...text.matchAll(pattern)].map(([, ...groups]) => name(...groups)),
  );
  return names.flatMap((name) => parts.map((part) => `${part}: ${name}`));
};
