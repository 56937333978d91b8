import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fullChromium } from './guarded-browser.js';

const policy = fileURLToPath(new URL('../../../browser-node/managed-policy.json', import.meta.url));
/** Where Debian's Chromium, which is in the images, has its settings; the policies are in a folder of it. */
const settings = '/etc/chromium';

/** Whether this machine lets us show one program other files than the rest. */
export const canPolice: boolean =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '--bind', tmpdir(), settings], { stdio: 'ignore' }).status === 0;

/** A full Chromium that finds the policy of the images, and is nobody. To be started by root. */
export const policedChromium = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-policed-'));
  const managed = join(folder, 'policies', 'managed');
  mkdirSync(managed, { recursive: true });
  copyFileSync(policy, join(managed, 'tintype.json'));
  // Readable by the browser's user, as in the image.
  spawnSync('chmod', ['-R', 'a+rX', folder]);
  const binary = join(folder, 'chromium');
  const asNobody = `exec setpriv --reuid 65534 --regid 65534 --clear-groups ${fullChromium} "$@"`;
  const script = `#!/bin/sh
for each in "$@"; do
  case "$each" in --user-data-dir=*) chown -R 65534:65534 "\${each#*=}" ;; esac
done
exec unshare --mount sh -c 'mount --bind ${folder} ${settings} && ${asNobody}' sh "$@"
`;
  writeFileSync(binary, script, { mode: 0o755 });
  return { binary, remove: () => rmSync(folder, { recursive: true }) };
};
