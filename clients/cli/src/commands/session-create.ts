import type { SessionOptions } from '@tintype/client';
import type { Command } from 'commander';
import { sessionTtlSeconds } from '../actions.generated.js';
import type { Context } from '../context.js';
import { interruptible } from '../terminal/interruption.js';
import { wholeNumber } from '../terminal/numbers.js';
import { note, printJson, printLine } from '../terminal/terminal.js';

/** The options of `sessions create`; `sessions shell` has all but `cdp`. */
export interface OpenOptions {
  ttl?: number;
  proxy?: boolean;
  stealth?: boolean;
  profile?: string;
  cdp?: boolean;
}

export const addOpenOptions = (command: Command): Command =>
  command
    .option(
      '--ttl <seconds>',
      `close it after this time, 1 to ${sessionTtlSeconds} (default: ${sessionTtlSeconds})`,
      // The service would shorten a longer time without a word.
      wholeNumber(sessionTtlSeconds),
    )
    .option('--proxy', "use the account's own proxy")
    .option('--stealth', 'hide the traces of automation')
    .option('--profile <name>', 'begin with this saved login; "sessions close --save-profile" saves one');

export const bodyOf = ({ ttl, proxy, stealth, profile, cdp }: OpenOptions): SessionOptions => ({
  ...(ttl === undefined ? {} : { maxTtlSeconds: ttl }),
  ...(proxy ? { proxy: true } : {}),
  ...(stealth ? { bypassBotDetection: true } : {}),
  ...(cdp ? { cdp: true } : {}),
  ...(profile ? { profile } : {}),
});

export const create = async ({ terminal, client, globals }: Context, options: OpenOptions): Promise<void> => {
  const { id, expiresAt, connectUrl } = await interruptible((signal) =>
    client.sessions.create(bodyOf(options), { signal }),
  );
  if (globals.json) return printJson(terminal, { sessionId: id, expiresAt, ...(connectUrl ? { connectUrl } : {}) });
  printLine(terminal, id);
  if (connectUrl) printLine(terminal, connectUrl);
  note(terminal, `It ends at ${expiresAt}. Close it earlier: tintype sessions close ${id}`);
};
