import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
