import {
  type Endpoint,
  endpoints,
  type Preset,
  type SecretInfo,
  type StorageAnswer,
  type StorageSettings,
  type StorageTest,
} from '@tintype/client';
import { type Command, Option } from 'commander';
import { readLogin } from '../config.js';
import { type Context, contextOf, noteWarnings, refuseWords } from '../context.js';
import { CommandError } from '../failures.js';
import { addX, checkedValues, typedValue, type XOptions } from '../option-values.js';
import { readSecret } from '../terminal/asking.js';
import { note, printDone, printJson, printLine, type Terminal, tableOf } from '../terminal/terminal.js';

/** What a command without arguments and options does. */
type Plain = (context: Context) => Promise<void>;

const doing = (terminal: Terminal, work: Plain) => (_options: object, command: Command) => {
  refuseWords(command);
  return work(contextOf(terminal, command));
};

const printRows = ({ terminal, globals }: Context, value: unknown, head: readonly string[], rows: string[][]): void => {
  if (globals.json) printJson(terminal, value);
  else printLine(terminal, tableOf(head, rows));
};

const settingsOf = (options: Readonly<Record<string, unknown>>): string =>
  Object.entries(options)
    .map(([name, value]) => `${name}=${typedValue(name, String(value))}`)
    .join(' ');

// Presets

const showPresets = (context: Context, value: unknown, presets: readonly Preset[]): void => {
  const rows = presets.map(({ name, endpoint, options }) => [name, endpoint ?? 'all', settingsOf(options)]);
  printRows(context, value, ['name', 'endpoint', 'options'], rows);
};

const listPresets: Plain = async (context) => {
  const presets = await context.client.account.presets();
  if (presets.length === 0 && !context.globals.json) return note(context.terminal, 'There is no preset.');
  showPresets(context, presets, presets);
};

interface PresetOptions extends XOptions {
  for?: Endpoint;
}

const putPreset = async (context: Context, name: string, given: PresetOptions) => {
  const { terminal, command, client, globals } = context;
  const options = checkedValues(given.for ? [given.for] : endpoints, given);
  const answer = await client.account.putPreset(name, { endpoint: given.for ?? null, options: { extra: options } });
  showPresets(context, answer, [answer.preset]);
  if (globals.json) return;
  noteWarnings(terminal, command, answer.warnings);
  note(terminal, `Use it: tintype screenshot <url> -X preset=${name}`);
};

export const addPresetCommands = (account: Command, terminal: Terminal): void => {
  const presets = account
    .command('presets')
    .description('the presets of the account: named sets of options')
    .allowExcessArguments()
    .action(doing(terminal, listPresets));
  const put = presets.command('put').description('make a preset, or replace it').argument('<name>');
  addX(put, 'an option of the preset; may be repeated')
    .addOption(new Option('--for <endpoint>', 'the only endpoint that may use it').choices(endpoints))
    .addHelpText(
      'after',
      '\nExample:\n  tintype account presets put card --for image -X vw=1200 -X vh=630 -X type=jpeg',
    )
    .action((name: string, given: PresetOptions, command: Command) =>
      putPreset(contextOf(terminal, command), name, given),
    );
  presets
    .command('delete')
    .description('delete a preset')
    .argument('<name>')
    .action(async (name: string, _options: object, command: Command) => {
      const { client, globals } = contextOf(terminal, command);
      await client.account.deletePreset(name);
      printDone(terminal, globals.json, { deleted: true, name }, `The preset ${name} is deleted.`);
    });
};

// Secrets

interface NewSecretOptions {
  name?: string;
  manage?: boolean;
}

const scopeOf = ({ name, manage }: NewSecretOptions) => ({
  ...(name === undefined ? {} : { name }),
  scope: manage ? ('manage' as const) : ('use' as const),
});

const showSecrets = (context: Context, secrets: readonly SecretInfo[]): void => {
  const rows = secrets.map(({ id, name, scope, createdAt, lastUsedAt }) => [
    ...[id, name ?? '–', scope, createdAt.slice(0, 10)],
    lastUsedAt?.slice(0, 10) ?? 'never',
  ]);
  printRows(context, secrets, ['id', 'name', 'scope', 'made', 'last used'], rows);
};

const createSecret = async ({ terminal, client, globals }: Context, given: NewSecretOptions): Promise<void> => {
  const made = await client.account.createSecret(scopeOf(given));
  if (globals.json) return printJson(terminal, made);
  printLine(terminal, made.secret);
  note(terminal, `Keep it: it is shown this once. Its id is ${made.secretId}, its scope ${made.scope}.`);
};

export const addSecretCommands = (account: Command, terminal: Terminal): void => {
  const secrets = account
    .command('secrets')
    .description('the API secrets of the account')
    .allowExcessArguments()
    .action(doing(terminal, async (context) => showSecrets(context, await context.client.account.secrets())));
  secrets
    .command('create')
    .description('make a secret, and print it this once')
    .option('--name <name>', 'what it is for')
    .option('--manage', 'it may also change the account, not only use it')
    .action((given: NewSecretOptions, command: Command) => createSecret(contextOf(terminal, command), given));
  secrets
    .command('delete')
    .description('delete a secret: URLs that it signed stop working')
    .argument('<id>', 'as `tintype account secrets` prints it')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, globals } = contextOf(terminal, command);
      await client.account.deleteSecret(id);
      printDone(terminal, globals.json, { deleted: true, id }, `The secret ${id} is deleted.`);
    });
};

// The bearer

const printToken = async (context: Context, given: NewSecretOptions & { new?: boolean }): Promise<void> => {
  const { terminal, client, globals } = context;
  if (!given.new && (given.name !== undefined || given.manage))
    throw new CommandError('`--name` and `--manage` are for a new secret: add `--new`.', 'usage');
  if (!given.new) {
    const token = await client.account.token(readLogin(globals.server).secret ?? '');
    return globals.json ? printJson(terminal, { token }) : printLine(terminal, token);
  }
  const made = await client.account.createToken(scopeOf(given));
  if (globals.json) return printJson(terminal, made);
  printLine(terminal, made.token);
  note(terminal, `It is of a new secret, ${made.secretId}. \`tintype account secrets delete\` ends both.`);
};

export const addTokenCommand = (account: Command, terminal: Terminal): void => {
  account
    .command('token')
    .description('print the bearer for sessions and the tool server: a credential, like a secret')
    .option('--new', 'make a new secret for it, which you can delete alone')
    .option('--name <name>', 'with --new: what it is for')
    .option('--manage', 'with --new: it may also change the account')
    .action((given: NewSecretOptions & { new?: boolean }, command: Command) =>
      printToken(contextOf(terminal, command), given),
    );
};

// Storage

const tableOfStorage = ({ storage, source }: StorageAnswer): string => {
  const rows = Object.entries({ ...storage, 'set by': source }).map(([name, value]) => [name, String(value ?? '–')]);
  return tableOf(['', ''], rows).trimStart();
};

const noStorage = 'There is no storage. Batches and s3Redirect need one: tintype account storage set --help';

const showStorage = ({ terminal, command, globals }: Context, answer: StorageAnswer): void => {
  if (globals.json) {
    printJson(terminal, answer);
    return;
  }
  if (answer.storage === null)
    note(terminal, answer.source === 'operator' ? "The account uses the installation's S3 store." : noStorage);
  else printLine(terminal, tableOfStorage(answer));
  noteWarnings(terminal, command, answer.warnings ?? []);
};

type StorageOptions = Omit<StorageSettings, 'secret'>;

const setStorage = async (context: Context, given: StorageOptions): Promise<void> => {
  const { terminal, client } = context;
  const secret = await readSecret(terminal, 'Secret access key of the store (not shown): ');
  if (!secret) throw new CommandError('Give the secret access key of the store by standard input.', 'usage');
  showStorage(context, await client.account.putStorage({ ...given, secret }));
  note(terminal, 'Try it: tintype account storage test');
};

/** Answers whether all steps work. */
const showTest = ({ terminal, globals }: Context, answer: StorageTest): void => {
  if (globals.json) {
    printJson(terminal, answer);
    return;
  }
  const { steps, access, publicRead } = answer;
  const extra = [
    ...(access ? [{ step: `acl ${access.s3Acl}`, ...access }] : []),
    ...(publicRead ? [{ step: 'public read', ...publicRead }] : []),
  ];
  const rows = [...steps, ...extra].map(({ step, works, error }) => [step, works ? 'works' : 'fails', error ?? '']);
  printLine(terminal, tableOf(['step', 'result', 'reason'], rows));
};

const testStorage: Plain = async (context) => {
  const answer = await context.client.account.testStorage();
  showTest(context, answer);
  if (!answer.works)
    throw new CommandError('The storage does not work. Correct it with `tintype account storage set`.', 'account');
};

export const addStorageCommands = (account: Command, terminal: Terminal): void => {
  const storage = account
    .command('storage')
    .description('where batches and uploads go: an S3-compatible store')
    .allowExcessArguments()
    .action(doing(terminal, async (context) => showStorage(context, await context.client.account.storage())));
  storage
    .command('set')
    .description('use this store; its secret access key is asked for, or read from standard input')
    .requiredOption('--endpoint <url>', 'such as https://s3.eu-central-1.amazonaws.com')
    .requiredOption('--bucket <name>', 'the bucket')
    .requiredOption('--key <id>', 'the access key id')
    .option('--region <region>', 'the region')
    .option('--path-style', 'the bucket is in the path, not in the host name')
    .option('--prefix <prefix>', "text before each object's name")
    .option('--public-url <url>', 'address at which clients read objects')
    .addHelpText(
      'after',
      '\nExample:\n  tintype account storage set --endpoint https://s3.example.com --bucket shots --key AKIA… < secret.txt',
    )
    .action((given: StorageOptions, command: Command) => setStorage(contextOf(terminal, command), given));
  storage
    .command('test')
    .description('write, read and delete one object, and say which step fails')
    .action(doing(terminal, testStorage));
  storage
    .command('delete')
    .description('remove these settings; stored objects stay')
    .action(doing(terminal, async (context) => showStorage(context, await context.client.account.deleteStorage())));
};
