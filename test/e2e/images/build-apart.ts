import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { imageCache } from './cache.js';

const program = fileURLToPath(new URL('./images-main.js', import.meta.url));

/** The kernel ends it with us, and all that it has started with it. */
const bound = ['--pdeathsig', 'KILL', 'unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];

/**
 * Builds the images, one run at a time: all have the same store. In a mount namespace, since buildah leaves the stages that
 * others copy from mounted. Answers the folder that they are in.
 */
export const buildImagesApart = async (): Promise<string> => {
  const lock = join(imageCache(), 'lock');
  const args = [...bound, 'flock', lock, process.execPath, program];
  const builder = spawn('setpriv', args, { stdio: ['ignore', 'inherit', 'inherit', 'pipe'] });
  const ended = once(builder, 'exit');
  const said = await text(builder.stdio[3] as Readable);
  const [code] = await ended;
  if (code !== 0) throw new Error('The images could not be built: see above.');
  return said;
};
