import { readFileSync, writeFileSync } from 'node:fs';

/** What a kubelet sets to its liking, for the whole machine. */
const files = [
  'kernel/panic',
  'kernel/panic_on_oops',
  'kernel/keys/root_maxkeys',
  'kernel/keys/root_maxbytes',
  'vm/overcommit_memory',
  'vm/panic_on_oom',
].map((name) => `/proc/sys/${name}`);

export type KernelSettings = Record<string, string>;

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // This kernel has no such setting.
    return undefined;
  }
};

export const readKernelSettings = (): KernelSettings =>
  Object.fromEntries(files.map((file) => [file, read(file) ?? ''] as const).filter(([, value]) => value));

/** Puts back what has changed since. */
export const restoreKernelSettings = (settings: KernelSettings): void => {
  for (const [file, value] of Object.entries(settings)) {
    if (read(file) !== value) writeFileSync(file, value);
  }
};
