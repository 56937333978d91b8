import { join } from 'node:path';
import type { ContentResult, Endpoint, MetadataResult, RenderFacts, Tintype } from '@tintype/client';
import { type Command, Option } from 'commander';
import { clientOf, type GlobalOptions, globalsOf, noteWarnings } from '../context.js';
import { CommandError } from '../failures.js';
import { addX, checkedValues, type XOptions } from '../option-values.js';
import { refuseLocalFile } from '../terminal/input-text.js';
import { sizeOf } from '../terminal/numbers.js';
import { checkOutput, isFolder, save } from '../terminal/output-file.js';
import { typeByOutput, typeOfOutput } from '../terminal/output-type.js';
import { note, printJson, printLine, printText, refuseTerminal, type Terminal } from '../terminal/terminal.js';

export interface RenderOptions extends GlobalOptions, XOptions {
  output?: string;
  edge?: boolean;
  dryRun?: boolean;
  format?: 'markdown' | 'html' | 'text';
  pretty?: boolean;
}

interface Rendering {
  terminal: Terminal;
  command: Command;
  options: RenderOptions;
  url: string;
}

type Facts = Pick<
  RenderFacts,
  'contentType' | 'fileName' | 'cache' | 'credits' | 'warnings' | 'targetStatus' | 'requestId' | 'fileUrl' | 'location'
>;

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

const summaryOf = (path: string, bytes: number, { contentType, credits, cache }: Facts): string => {
  const stored = cache === 'HIT' ? ', stored before' : '';
  return `${path}: ${sizeOf(bytes)}, ${contentType.split(';')[0]}, ${plural(credits, 'credit')}${stored}`;
};

/** `s3Redirect` answers the address of an object in the account's storage, and no bytes. */
const printLocation = (terminal: Terminal, { output, json }: RenderOptions, facts: Facts): void => {
  if (json) printJson(terminal, facts);
  else printLine(terminal, facts.location ?? '');
  if (output && output !== '-') note(terminal, `s3Redirect answers an address, so ${output} is not written.`);
};

/** What people should know before they use the result. */
const warningsOf = ({ warnings, targetStatus = 200 }: Facts): string[] => [
  ...(targetStatus >= 400 ? [`The page answered ${targetStatus}. \`-X failOn=status\` makes that an error.`] : []),
  ...warnings,
];

/** Writes a result to the file of `-o`, or to standard output. */
export const deliver = (
  { terminal, command, options }: Omit<Rendering, 'url'>,
  data: string | Uint8Array,
  facts: Facts,
): void => {
  const { output = '-', json } = options;
  noteWarnings(terminal, command, warningsOf(facts));
  if (facts.location) {
    printLocation(terminal, options, facts);
    return;
  }
  if (output === '-') {
    if (typeof data === 'string') printText(terminal.out, data);
    else terminal.out.write(data);
    return;
  }
  const path = isFolder(output) ? join(output, facts.fileName ?? 'result') : output;
  save(path, data);
  const bytes = typeof data === 'string' ? Buffer.byteLength(data) : data.length;
  if (json) printJson(terminal, { file: path, bytes, ...facts });
  else note(terminal, summaryOf(path, bytes, facts));
};

const names: Record<Endpoint, { command: string; what: string; file: string }> = {
  image: { command: 'screenshot', what: 'a picture', file: 'page.png' },
  pdf: { command: 'pdf', what: 'a PDF', file: 'page.pdf' },
  content: { command: 'content', what: 'the text', file: 'page.md' },
  metadata: { command: 'metadata', what: 'the metadata', file: 'page.json' },
  animated: { command: 'animated', what: 'a recording', file: 'page.gif' },
};

/** `-X type=webp` names the usual file of that type. */
const fileFor = (endpoint: Endpoint, { X: { type } }: RenderOptions): string => {
  const usual = names[endpoint].file;
  return type ? `page.${type === 'jpeg' ? 'jpg' : type}` : usual;
};

/** Refuses bytes on a terminal, and beside the JSON of `--json`. An address, as `s3Redirect` answers, is text. */
export const refuseBytes = (endpoint: Endpoint, terminal: Terminal, options: RenderOptions): void => {
  const { output = '-', json, dryRun, X } = options;
  if (output !== '-' || dryRun || X.s3Redirect === 'true') return;
  const file = fileFor(endpoint, options);
  refuseTerminal(terminal, names[endpoint].what, file);
  if (json) throw new CommandError(`\`--json\` prints the facts of a file: add \`-o ${file}\`.`, 'usage');
};

interface Prepared {
  client: Tintype;
  /** The options to send. */
  chosen: Record<string, string>;
}

/** Checks what can be checked before anything is sent. Undefined: it printed the URL for `--dry-run`. */
const prepare = (endpoint: Endpoint, { terminal, options, url }: Rendering): Prepared | undefined => {
  refuseLocalFile(url);
  checkOutput(options.output);
  const client = clientOf(options, { useEdge: options.edge ?? false });
  const chosen = { ...typeByOutput(endpoint, options), ...checkedValues([endpoint], options) };
  if (!options.dryRun) return { client, chosen };
  const signed = client.buildUrl(endpoint, url, { extra: chosen });
  if (options.json) printJson(terminal, { url: signed });
  else printLine(terminal, signed);
  return undefined;
};

const renderFile = async (endpoint: 'image' | 'pdf' | 'animated', rendering: Rendering): Promise<void> => {
  refuseBytes(endpoint, rendering.terminal, rendering.options);
  const prepared = prepare(endpoint, rendering);
  if (!prepared) return;
  const { client, chosen } = prepared;
  const file = await client.fetchSigned(client.buildUrl(endpoint, rendering.url, { extra: chosen }));
  deliver(rendering, file, file.facts);
};

const contentKeys = { markdown: 'markdown', html: 'html', text: 'textContent' } as const;
const contentTypes = { markdown: 'text/markdown', html: 'text/html', text: 'text/plain' } as const;
const formatByType: Readonly<Record<string, keyof typeof contentKeys>> = { md: 'markdown', html: 'html', txt: 'text' };

const ended = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

const renderContent = async (rendering: Rendering): Promise<void> => {
  const { options, url } = rendering;
  const byEnding = formatByType[typeOfOutput('content', options.output) ?? 'md'] ?? 'markdown';
  const { format = byEnding, json, output = '-' } = options;
  const prepared = prepare('content', rendering);
  if (!prepared) return;
  const { facts, ...body }: ContentResult = await prepared.client.fetchContent(url, { extra: prepared.chosen });
  if (json && output === '-') return printJson(rendering.terminal, { ...body, ...facts });
  deliver(rendering, ended(body[contentKeys[format]]), { ...facts, contentType: contentTypes[format] });
};

const renderMetadata = async (rendering: Rendering): Promise<void> => {
  const { options, url, terminal } = rendering;
  typeOfOutput('metadata', options.output);
  const prepared = prepare('metadata', rendering);
  if (!prepared) return;
  const { facts, metadata }: MetadataResult = await prepared.client.fetchMetadata(url, { extra: prepared.chosen });
  if (options.json && (options.output ?? '-') === '-') return printJson(terminal, { metadata, ...facts });
  const isPretty = options.pretty ?? Boolean(terminal.out.isTTY && !options.output);
  deliver(rendering, `${JSON.stringify(metadata, null, isPretty ? 2 : undefined)}\n`, facts);
};

/** The options that the five endpoints and `sign` share. */
export const withQueryOptions = (command: Command): Command =>
  addX(command, 'an option of the endpoint, such as -X full=true; may be repeated').option(
    '--edge',
    'the edge host, where a request may take 300 s',
  );

const outputHelp = 'write to this file or folder (default: standard output)';

const describe = (program: Command, endpoint: Endpoint, description: string): Command =>
  withQueryOptions(
    program
      .command(names[endpoint].command)
      .argument('<url>', 'the address of the page; https if it has no scheme')
      .description(description)
      .option('-o, --output <path>', outputHelp),
  ).option('--dry-run', 'print the signed URL of the request, and send nothing');

const examples = (...lines: readonly string[]): string => `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;

export const addRenderCommands = (program: Command, terminal: Terminal): void => {
  const render = (work: (rendering: Rendering) => Promise<void>) => (url: string, _options: object, command: Command) =>
    work({ terminal, command, url, options: globalsOf(command) as RenderOptions });
  describe(program, 'image', 'take a picture of a page')
    .alias('image')
    .addHelpText(
      'after',
      examples(
        'tintype screenshot https://example.com -o page.png',
        'tintype screenshot example.com -X full=true -X darkMode=true -o page.webp',
        'tintype screenshot example.com -X css=@print.css -X selector=h1 > heading.png',
      ),
    )
    .action(render((rendering) => renderFile('image', rendering)));
  describe(program, 'pdf', 'print a page as PDF')
    .addHelpText('after', examples('tintype pdf https://example.com -X format=A5 -X printBackground=true -o page.pdf'))
    .action(render((rendering) => renderFile('pdf', rendering)));
  describe(program, 'content', 'read the text of a page')
    .addOption(
      new Option('--format <format>', 'what to print; default: by the ending of -o, else markdown').choices([
        'markdown',
        'html',
        'text',
      ]),
    )
    .addHelpText(
      'after',
      examples('tintype content example.com', 'tintype content example.com --format html -o page.html'),
    )
    .action(render(renderContent));
  describe(program, 'metadata', 'read title, author, date, picture and more of a page')
    .option('--pretty', 'print JSON with line breaks')
    .addHelpText('after', examples('tintype metadata example.com --pretty'))
    .action(render(renderMetadata));
  describe(program, 'animated', 'record a page as GIF, mp4 or webm')
    .addHelpText('after', examples('tintype animated example.com -X duration=3 -X scroll=true -o page.gif'))
    .action(render((rendering) => renderFile('animated', rendering)));
};
