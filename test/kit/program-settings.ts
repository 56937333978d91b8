import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const files = {
  api: 'api/src/config.ts',
  operator: 'operator/src/config.ts',
  browser: 'browser-node/src/config.ts',
  install: 'api/src/install/config.ts',
} as const;

/** All variables that the container's program reads; Jobs run install tasks. */
export const programNames = (container: string): string[] => {
  const file = files[container as keyof typeof files] ?? files.install;
  const text = readFileSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), 'utf8');
  return [...text.matchAll(/'(TINTYPE_[A-Z0-9_]+)'/g)].map(([, name = '']) => name);
};
