import { type Command, InvalidArgumentError } from 'commander';
import { clientOf, globalsOf } from '../context.js';
import { checkedValues } from '../option-values.js';
import { printJson, printLine, type Terminal } from '../terminal/terminal.js';
import { endpointArgument, endpointOf } from './endpoint-argument.js';
import { type RenderOptions, withQueryOptions } from './render-commands.js';

interface SignOptions extends RenderOptions {
  v2?: boolean;
  expires?: Date;
}

const units: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A duration from now, such as `10m`, or a date. */
export const expiryOf = (text: string, now = Date.now()): Date => {
  const [, amount, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const date = new Date(amount === undefined ? text : now + 1000 * Number(amount) * (units[unit] ?? 0));
  if (Number.isNaN(date.getTime()) || (amount === undefined && !/^\d{4}-/.test(text)))
    throw new InvalidArgumentError(
      'It takes a duration such as 30s, 10m, 2h or 7d, or a date such as 2030-01-31T12:00Z.',
    );
  if (date.getTime() <= now) throw new InvalidArgumentError('It has to be in the future.');
  return date;
};

export const addSignCommand = (program: Command, terminal: Terminal): void => {
  const command = program
    .command('sign')
    .description('print a signed URL, for an <img> or another program; nothing is sent')
    .addArgument(endpointArgument('what to make of the page'))
    .argument('<url>', 'the address of the page');
  withQueryOptions(command)
    .option('--v2', 'sign with version 2: good for this endpoint only')
    .option('--expires <when>', 'version 2: when it stops working, such as 10m, 2h, 7d or a date', (text) =>
      expiryOf(text),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  tintype sign image example.com -X full=true\n  tintype sign pdf example.com --expires 7d',
    )
    .action(async (named: string, url: string, _options: object, self: Command) => {
      const endpoint = endpointOf(named) ?? 'image';
      const options = globalsOf(self) as SignOptions;
      const client = clientOf(options, { useEdge: options.edge ?? false });
      const query = { extra: checkedValues([endpoint], options) };
      const isV2 = options.v2 || options.expires !== undefined;
      const signed = isV2
        ? await client.buildExpiringUrl(endpoint, url, { ...query, expires: options.expires ?? null })
        : client.buildUrl(endpoint, url, query);
      if (options.json) printJson(terminal, { url: signed });
      else printLine(terminal, signed);
    });
};
