import type { ChargeInfo, UsageDay } from '@tintype/client';
import type { Command } from 'commander';
import { type Context, contextOf, refuseWords } from '../context.js';
import { durationOf, sizeOf, wholeNumber } from '../terminal/numbers.js';
import { note, noteNextPage, printJson, printLine, type Terminal, tableOf } from '../terminal/terminal.js';
import { addPresetCommands, addSecretCommands, addStorageCommands, addTokenCommand } from './account-settings.js';
import { addProfileCommands, addProxyCommands } from './session-settings.js';

const show = async ({ terminal, client, globals }: Context): Promise<void> => {
  const account = await client.account.get();
  if (globals.json) return printJson(terminal, account);
  const { id, apiKey, credits, endpoints, limits, storage, proxy } = account;
  const limitRows = Object.entries(limits).map(([name, value]) => [
    name,
    value === null ? 'no limit' : name.toLowerCase().includes('bytes') ? sizeOf(value) : String(value),
  ]);
  const rows = [
    ['account', id],
    ['API key', apiKey],
    ['credits', credits === null ? 'unlimited' : String(credits)],
    ['endpoints', endpoints === null ? 'all' : endpoints.join(', ')],
    ['storage', storage ? 'yes' : 'no'],
    ['proxy', proxy ? 'yes' : 'no'],
    ...limitRows,
  ];
  printLine(terminal, tableOf(['', ''], rows).trimStart());
};

const rendersOf = ({ renders }: UsageDay): number => Object.values(renders).reduce((sum, count) => sum + count, 0);

const showUsage = async (context: Context, range: { from?: string; to?: string }): Promise<void> => {
  const { terminal, client, globals } = context;
  const days = await client.account.usage(range);
  if (globals.json) return printJson(terminal, days);
  const used = days.filter((day) => rendersOf(day) + day.cachedAnswers + day.sessionMinutes > 0);
  if (used.length === 0) return note(terminal, `Nothing was used from ${days[0]?.date} to ${days.at(-1)?.date}.`);
  const rows = used.map((day) => [
    day.date,
    String(rendersOf(day)),
    String(day.cachedAnswers),
    sizeOf(day.deliveredBytes),
    String(day.sessionMinutes),
    String(day.credits),
  ]);
  printLine(terminal, tableOf(['day', 'renders', 'cached', 'delivered', 'session minutes', 'credits'], rows));
};

interface ChargeOptions {
  limit: number;
  cursor?: string;
}

interface ChargePage {
  charges: ChargeInfo[];
  nextCursor: string | null;
}

/** What a person can find again: an id that an answer named. Charges of older releases have only their own. */
const sourceOf = ({ kind, id, requestId, batchId, batchItem }: ChargeInfo): string => {
  if (kind === 'session') return id;
  return batchId ? `${batchId} item ${batchItem}` : (requestId ?? id);
};

/** Charges, latest first. A page of the service may be empty before the last one, and has 100 charges at most. */
const chargesFrom = async ({ client }: Context, { limit, cursor }: ChargeOptions): Promise<ChargePage> => {
  const charges: ChargeInfo[] = [];
  let next: string | null | undefined = cursor;
  while (charges.length < limit && next !== null) {
    const page: ChargePage = await client.account.charges({
      limit: Math.min(limit - charges.length, 100),
      ...(next === undefined ? {} : { cursor: next }),
    });
    charges.push(...page.charges);
    next = page.nextCursor;
  }
  return { charges, nextCursor: next ?? null };
};

const showCharges = async (context: Context, options: ChargeOptions): Promise<void> => {
  const { terminal, globals } = context;
  const page = await chargesFrom(context, options);
  if (globals.json) return printJson(terminal, page);
  const { charges } = page;
  if (charges.length === 0)
    return note(terminal, options.cursor ? 'There are no more charges.' : 'Nothing was charged in the last 40 days.');
  const rows = charges.map((charge) => [
    charge.at,
    charge.endpoint ?? charge.kind,
    charge.seconds === null ? '' : durationOf(charge.seconds),
    String(charge.credits),
    sourceOf(charge),
  ]);
  printLine(terminal, tableOf(['charged', 'for', 'open for', 'credits', 'request, batch or session'], rows));
  noteNextPage(terminal, page);
};

export const addAccountCommands = (program: Command, terminal: Terminal): void => {
  const account = program
    .command('account')
    .description('the account: credits and limits; its usage, charges, presets, secrets and storage')
    .allowExcessArguments()
    .action((_options: object, command: Command) => {
      refuseWords(command);
      return show(contextOf(terminal, command));
    });
  account
    .command('usage')
    .description('print what the account used, for each day with usage')
    .option('--from <day>', 'the first day, such as 2030-01-31 (UTC)')
    .option('--to <day>', 'the last day')
    .action((range: { from?: string; to?: string }, command: Command) =>
      showUsage(contextOf(terminal, command), range),
    );
  account
    .command('charges')
    .description('print what renders and sessions were charged, latest first')
    .option('--limit <number>', 'at most this number of charges', wholeNumber(999_999), 50)
    .option('--cursor <cursor>', 'continue an earlier list: its last line is the cursor')
    .action((options: ChargeOptions, command: Command) => showCharges(contextOf(terminal, command), options));
  addPresetCommands(account, terminal);
  addSecretCommands(account, terminal);
  addTokenCommand(account, terminal);
  addStorageCommands(account, terminal);
  addProxyCommands(account, terminal);
  addProfileCommands(account, terminal);
};
