import { createHash } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Any constant: Chromium derives the id from the key, else from the folder. */
const key = Buffer.from('tintype: nobody is there to give a password').toString('base64');

/** Chromium's id of the extension: 128 bits of the SHA-256, in the letters a to p. */
export const extensionId = createHash('sha256')
  .update(Buffer.from(key, 'base64'))
  .digest('hex')
  .slice(0, 32)
  .replace(/./g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)));

/**
 * When a server asks for a password, Chromium opens a dialog that no user sees, and the request waits. The extension
 * declines before the dialog opens. The URL and DevTools clients may give a password first. Other requests
 * lose no time.
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

/** Writes the extension, readable for every user. Returns the switches that load it. */
export const writeExtension = async (profile: string): Promise<string[]> => {
  const folder = join(profile, 'extension');
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  // Explicit modes: the umask may be stricter.
  await chmod(folder, 0o755);
  for (const name of Object.keys(files)) await chmod(join(folder, name), 0o644);
  return [`--disable-extensions-except=${folder}`, `--load-extension=${folder}`];
};

/** Whether a target is the extension's worker, which clients must not see. */
export const isExtension = ({ url }: { url: string }): boolean => url.startsWith(`chrome-extension://${extensionId}/`);
