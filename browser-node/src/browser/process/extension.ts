import { createHash } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Whatever it is, Chromium makes the id of it: without one the folder would be its name. */
const key = Buffer.from('tintype: nobody is there to give a password').toString('base64');

/** As Chromium calls the extension: the first half of a SHA-256 in the letters from a to p. */
export const extensionId = createHash('sha256')
  .update(Buffer.from(key, 'base64'))
  .digest('hex')
  .slice(0, 32)
  .replace(/./g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)));

/**
 * A browser with windows asks whoever sits before it for the password that a server wants, in a window that nobody sees, and
 * what was asked for waits until it is closed. An extension is asked before that, and after the URL and DevTools clients; it
 * costs other requests nothing, and its worker runs while it is asked alone.
 * https://developer.chrome.com/docs/extensions/reference/api/webRequest#event-onAuthRequired
 */
const files = {
  'manifest.json': JSON.stringify({
    manifest_version: 3,
    name: 'Nobody is there',
    version: '1',
    key,
    permissions: ['webRequest', 'webRequestAuthProvider'],
    host_permissions: ['<all_urls>'],
    background: { service_worker: 'worker.js' },
  }),
  'worker.js': `chrome.webRequest.onAuthRequired.addListener(() => ({ cancel: true }), { urls: ['<all_urls>'] }, ['blocking']);\n`,
};

/** Writes the extension into a profile, where every user may read it, and answers the switches that load it. */
export const writeExtension = async (profile: string): Promise<string[]> => {
  const folder = join(profile, 'extension');
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  // Whatever the mask of this process is.
  await chmod(folder, 0o755);
  for (const name of Object.keys(files)) await chmod(join(folder, name), 0o644);
  return [`--disable-extensions-except=${folder}`, `--load-extension=${folder}`];
};

/** Whether a target is the extension's worker: none of the session's. */
export const isExtension = ({ url }: { url: string }): boolean => url.startsWith(`chrome-extension://${extensionId}/`);
