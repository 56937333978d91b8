import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Profile folders bear the id of the process that made them, so that the next one can tell which are left over. */
const prefix = 'tintype-browser-';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** An empty profile folder that the user may write. */
export const makeProfile = async (uid: number | undefined): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  if (uid !== undefined) await chown(folder, uid, uid);
  return folder;
};

/** Of a profile that no browser has seen yet. */
export const setPreferences = async (folder: string, preferences: object, uid: number | undefined): Promise<void> => {
  const own = join(folder, 'Default');
  const file = join(own, 'Preferences');
  await mkdir(own, { mode: 0o700 });
  await writeFile(file, JSON.stringify(preferences), { mode: 0o600 });
  if (uid === undefined) return;
  await chown(file, uid, uid);
  await chown(own, uid, uid);
};

/** Programs that the browser of a session finds before those of the machine. */
const programs = {
  // Chromium asks it whether it is itself what opens an address that is none of the web, as `tel:`. It does nothing then;
  // otherwise it asks whether to open a program, in a window that nobody sees and that takes all input from the page.
  // https://source.chromium.org/chromium/chromium/src/+/main:chrome/browser/external_protocol/external_protocol_handler.cc
  'xdg-settings': '#!/bin/sh\necho yes\n',
};

/** Writes them into a profile, where every user may run them, and answers the folder that they are in. */
export const writePrograms = async (profile: string): Promise<string> => {
  const folder = join(profile, 'programs');
  await mkdir(folder);
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);
  // Whatever the mask of this process is.
  for (const path of [folder, ...Object.keys(programs).map((name) => join(folder, name))]) await chmod(path, 0o755);
  return folder;
};

export const removeProfile = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 });

/** Removes what processes left that were killed before they could. */
export const removeLeftProfiles = async (): Promise<void> => {
  const owner = new RegExp(`^${prefix}(\\d+)-`);
  for (const name of await readdir(tmpdir())) {
    const [, pid] = owner.exec(name) ?? [];
    // Another user's are not ours to remove, nor a reason not to start.
    if (pid && !isAlive(Number(pid))) await removeProfile(join(tmpdir(), name)).catch(() => undefined);
  }
};
