import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../../standalone/bin/tintype', import.meta.url));

export const tintype = async (args: readonly string[], environment: Record<string, string>) => {
  const child = spawn(command, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { output, complaint, code: code as number };
};
