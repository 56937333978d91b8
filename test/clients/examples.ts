import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './languages.js';
import type { ClientStage } from './stage.js';

/** The blocks of a README in one language. Blocks that need more than the library have another word, such as `ts`. */
export const examplesOf = (file: string, language: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, word]) => word === language)
    .map(([, , code = '']) => code);

/** Runs a program in a new folder, as a reader does, with the stage's site for https://example.com. Answers what it prints. */
export const runExample = async (
  stage: ClientStage,
  name: string,
  [program = '', ...args]: readonly string[],
): Promise<string> => {
  const here = (text: string) => text.replaceAll('https://example.com', stage.siteUrl);
  const cwd = mkdtempSync(join(tmpdir(), 'tintype-example-'));
  const env = { ...process.env, ...stage.environmentOf(name) };
  try {
    const { stdout } = await promisify(execFile)(program, args.map(here), { cwd, env, timeout: 120_000 });
    return stdout;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
};
