import type { LiveOptions } from '@tintype/client';
import type { Context } from '../context.js';
import { note, printJson, printLine } from '../terminal/terminal.js';

/** Prints the link alone, so that a shell can open it: `open "$(tintype sessions live sess_…)"`. */
export const printLive = async (
  { terminal, client, globals }: Context,
  id: string,
  options: LiveOptions,
): Promise<void> => {
  const link = await client.sessions.live(id, options);
  if (globals.json) return printJson(terminal, link);
  printLine(terminal, link.url);
  const right = options.control ? 'drive' : 'watch';
  note(terminal, `Anyone with this link can ${right} the browser. Open it before ${link.expiresAt}.`);
};
