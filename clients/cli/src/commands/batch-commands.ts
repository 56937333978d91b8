import { type BatchItem, type BatchKind, type BatchState, isFinished } from '@tintype/client';
import { type Command, Option } from 'commander';
import { type Context, contextOf, type GlobalOptions } from '../context.js';
import { CommandError } from '../failures.js';
import { checkOptions } from '../option-checks.js';
import { addX, sentValues, type XOptions } from '../option-values.js';
import { interruptible } from '../terminal/interruption.js';
import { wholeNumber } from '../terminal/numbers.js';
import { createProgress, progressLine } from '../terminal/progress.js';
import { note, noteNextPage, printJson, printLine, type Terminal, tableOf } from '../terminal/terminal.js';
import { readItems } from './batch-input.js';

interface SubmitOptions extends GlobalOptions, XOptions {
  type: BatchKind;
  notify?: string;
  key?: string;
  watch?: boolean;
}

const resultOf = ({ status, location, error }: BatchItem): string =>
  error ? `${error.code}: ${error.message}` : (location ?? status);

/** People count from 1, the service from 0. */
const showItems = (terminal: Terminal, { items }: Pick<BatchState, 'items'>): void => {
  const rows = items.map((item) => [String(item.number + 1), item.status, item.url ?? '–', resultOf(item)]);
  if (rows.length > 0) printLine(terminal, tableOf(['item', 'status', 'url', 'result'], rows));
};

/** A state has the first 100 items; people and programs want all. */
const withAllItems = async ({ client }: Context, state: BatchState): Promise<BatchState> => {
  if (state.nextCursor === null) return state;
  const items: BatchItem[] = [];
  for await (const item of client.batches.items(state.batchId)) items.push(item);
  return { ...state, items, nextCursor: null };
};

/** Waits for the end; some failed items are a failure of the command, so that scripts notice. */
const watch = async (context: Context, batchId: string): Promise<void> => {
  const { terminal, client, globals } = context;
  const progress = createProgress(terminal);
  const { timeout = Number.POSITIVE_INFINITY } = globals;
  const waiting = { onProgress: progress.show, waitMs: 1000 * timeout };
  const last = await interruptible(
    (signal) => client.batches.wait(batchId, { ...waiting, signal }).finally(progress.end),
    `The batch continues: tintype batch watch ${batchId}`,
  );
  const state = await withAllItems(context, last);
  if (globals.json) printJson(terminal, state);
  else showItems(terminal, state);
  const { failed, cancelled, total } = state;
  if (failed + cancelled > 0) throw new CommandError(`${failed + cancelled} of ${total} items have no result.`, 'page');
};

const submit = async (context: Context, file: string, options: SubmitOptions): Promise<void> => {
  const { terminal, client, globals } = context;
  const { type, X, unknownOptions } = options;
  /** `where`: the line or item that has the options, if no `-X` gave them. */
  const check = (given: Readonly<Record<string, unknown>>, where?: string) => {
    // Items of a batch take the name of their file, too.
    const { file_name: _name, ...options } = given;
    if (!unknownOptions) checkOptions([type], options, where === undefined ? undefined : (name) => `${where}, ${name}`);
  };
  check(X);
  const shared = sentValues(X);
  const items = (await readItems(file, terminal, check)).map((item) => ({
    ...item,
    options: { extra: { ...shared, ...item.options } },
  }));
  const accepted = await client.batches.submit(type, items, {
    ...(options.notify === undefined ? {} : { notificationUri: options.notify }),
    ...(options.key === undefined ? {} : { idempotencyKey: options.key }),
  });
  if (options.watch) {
    note(terminal, accepted.batchId);
    return watch(context, accepted.batchId);
  }
  if (globals.json) printJson(terminal, accepted);
  else printLine(terminal, accepted.batchId);
};

const show = async (context: Context, batchId: string): Promise<void> => {
  const { terminal, client, globals } = context;
  const state = await withAllItems(context, await client.batches.status(batchId));
  if (globals.json) return printJson(terminal, state);
  printLine(terminal, `${state.status} ${isFinished(state) ? '' : progressLine(state)}`.trim());
  if (state.error) printLine(terminal, `${state.error.code}: ${state.error.message}`);
  showItems(terminal, state);
};

/** The service answers before the items are cancelled, which takes seconds. */
const cancelLine = (id: string, state: BatchState): string => {
  const { cancelled, queued, total } = state;
  if (isFinished(state)) return `The batch has ended: ${cancelled} of ${total} items are cancelled.`;
  return `The cancel has begun: ${queued} of ${total} items have not ended yet. Wait for the end: tintype batch watch ${id}`;
};

interface ListOptions {
  limit?: number;
  cursor?: string;
}

const list = async ({ terminal, client, globals }: Context, { limit, cursor }: ListOptions): Promise<void> => {
  const page = await client.batches.list({ ...(limit ? { limit } : {}), ...(cursor ? { cursor } : {}) });
  if (globals.json) return printJson(terminal, page);
  if (page.batches.length === 0) return note(terminal, 'There is no batch.');
  const rows = page.batches.map(({ batchId, type, status, total, succeeded, createdAt }) => [
    batchId,
    type,
    status,
    `${succeeded} of ${total}`,
    createdAt,
  ]);
  printLine(terminal, tableOf(['id', 'type', 'status', 'succeeded', 'created'], rows));
  noteNextPage(terminal, page);
};

const addList = (batch: Command, terminal: Terminal): void => {
  batch
    .command('list')
    .description('list batches, newest first')
    .option('--limit <number>', 'at most this number, up to 100 (default: 20)', wholeNumber(100))
    .option('--cursor <cursor>', 'continue an earlier list: its last line is the cursor')
    .action((options: ListOptions, command: Command) => list(contextOf(terminal, command), options));
};

export const addBatchCommands = (program: Command, terminal: Terminal): void => {
  const batch = program.command('batch').description("render many pages into the account's storage");
  const submitting = batch
    .command('submit')
    .description('submit a batch, and print its id')
    .argument('<file>', 'URLs, one a line; or JSON with items; - is standard input')
    .addOption(new Option('--type <type>', 'what to make of the pages').choices(['image', 'pdf']).default('image'));
  addX(submitting, 'an option for all items, such as -X full=true; may be repeated')
    .option('--notify <url>', 'gets a signed POST when all is done')
    .option('--key <key>', 'a repeated submission with this Idempotency-Key answers the same batch')
    .option('--watch', 'show the progress, and wait for the end')
    .addHelpText(
      'after',
      '\nExamples:\n  tintype batch submit urls.txt -X full=true --watch\n  printf "%s\\n" example.com example.org | tintype batch submit - --type pdf',
    )
    .action((file: string, options: SubmitOptions, command: Command) =>
      submit(contextOf(terminal, command), file, options),
    );
  batch
    .command('status')
    .description('print state and items of a batch')
    .argument('<id>')
    .action((id: string, _options: object, command: Command) => show(contextOf(terminal, command), id));
  addList(batch, terminal);
  batch
    .command('watch')
    .description('show the progress of a batch, and wait for its end')
    .argument('<id>')
    .action((id: string, _options: object, command: Command) => watch(contextOf(terminal, command), id));
  batch
    .command('cancel')
    .description('cancel the items that have not begun')
    .argument('<id>')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, globals } = contextOf(terminal, command);
      const state = await client.batches.cancel(id);
      if (globals.json) printJson(terminal, state);
      else printLine(terminal, cancelLine(id, state));
    });
};
