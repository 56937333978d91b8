import { extname } from 'node:path';
import type { RenderRequest } from '@tintype/client';
import { type Command, Option } from 'commander';
import { clientOf, globalsOf } from '../context.js';
import { CommandError } from '../failures.js';
import { addX, checkedValues } from '../option-values.js';
import { readText } from '../terminal/input-text.js';
import { checkOutput } from '../terminal/output-file.js';
import { typeByOutput } from '../terminal/output-type.js';
import type { Terminal } from '../terminal/terminal.js';
import { deliver, type RenderOptions, refuseBytes } from './render-commands.js';

interface DocumentOptions extends RenderOptions {
  as?: 'html' | 'markdown';
  to?: 'pdf' | 'image';
  baseUrl?: string;
}

const takes = '`tintype render` takes an HTML or Markdown file.';

const textOf = (file: string, terminal: Terminal): Promise<string> => {
  if (/^https?:\/\//i.test(file))
    throw new CommandError(`${file} is a URL. For pages, use \`tintype pdf\` or \`tintype screenshot\`.`, 'usage');
  return readText(file, terminal, takes);
};

const pictureEndings = ['.png', '.jpg', '.jpeg', '.webp', '.avif'];

/** What `-o` says where `--to` does not. */
const endpointOf = ({ to, output = '' }: DocumentOptions): 'pdf' | 'image' =>
  to ?? (pictureEndings.includes(extname(output).toLowerCase()) ? 'image' : 'pdf');

const requestOf = (file: string, text: string, options: DocumentOptions): RenderRequest => {
  const isMarkdown = options.as ? options.as === 'markdown' : ['.md', '.markdown'].includes(extname(file));
  return {
    endpoint: endpointOf(options),
    ...(isMarkdown ? { markdown: text } : { html: text }),
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
    extra: { ...typeByOutput(endpointOf(options), options), ...checkedValues([endpointOf(options)], options) },
  } as RenderRequest;
};

export const addDocumentCommand = (program: Command, terminal: Terminal): void => {
  const render = program
    .command('render')
    .description('make a PDF or a picture of an HTML or Markdown file')
    .argument('<file>', 'an .html or .md file; - is standard input')
    .option('-o, --output <path>', 'write to this file or folder (default: standard output)');
  addX(render, 'an option of the endpoint, such as -X format=A5; may be repeated')
    .addOption(
      new Option('--to <endpoint>', 'what to make; default: by the ending of -o, else pdf').choices(['pdf', 'image']),
    )
    .addOption(
      new Option('--as <language>', 'what the file is; default: by its ending, else html').choices([
        'html',
        'markdown',
      ]),
    )
    .option('--base-url <url>', 'base address of relative links')
    .addHelpText(
      'after',
      '\nExamples:\n  tintype render invoice.html -o invoice.pdf\n  tintype render README.md -X format=A5 -o readme.pdf',
    )
    .action(async (file: string, _options: object, command: Command) => {
      const options = globalsOf(command) as DocumentOptions;
      refuseBytes(endpointOf(options), terminal, options);
      checkOutput(options.output);
      const request = requestOf(file, await textOf(file, terminal), options);
      const result = await clientOf(options).render(request);
      deliver({ terminal, command, options }, result, result.facts);
    });
};
