import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
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

/** A notification for the web server of an example, as the service signs it. */
const hookEnvironment = (secret: string | undefined): Record<string, string> => {
  const body = JSON.stringify({ event: 'batch.completed', batchId: 'batch_1', status: 'completed' });
  const time = Math.floor(Date.now() / 1000);
  const hex = createHmac('sha256', secret ?? '')
    .update(`${time}.${body}`)
    .digest('hex');
  return { HOOK_BODY: body, HOOK_SIGNATURE: `t=${time},v1=${hex}` };
};

/** Runs a program in a new folder, as a reader does, with the stage's site for https://example.com. Answers what it prints. */
export const runExample = async (
  stage: ClientStage,
  name: string,
  [program = '', ...args]: readonly string[],
): Promise<string> => {
  const here = (text: string) => text.replaceAll('https://example.com', stage.siteUrl);
  const cwd = mkdtempSync(join(tmpdir(), 'tintype-example-'));
  const own = stage.environmentOf(name);
  const env = { ...process.env, ...own, ...hookEnvironment(own.TINTYPE_SECRET) };
  try {
    const { stdout } = await promisify(execFile)(program, args.map(here), { cwd, env, timeout: 120_000 });
    return stdout;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
};
