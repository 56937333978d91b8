import { CommandError } from '../failures.js';

export interface Output {
  write: (data: string | Uint8Array) => unknown;
  isTTY?: boolean;
  columns?: number;
}

/** The streams of a command. Tests give their own. */
export interface Terminal {
  out: Output;
  /** Messages for people. */
  err: Output;
  /** Reads all of standard input. */
  readInput: () => Promise<Uint8Array>;
  isInputTerminal: boolean;
  /** `--quiet`: notes are left out. */
  isQuiet?: boolean;
}

const readInput = async (): Promise<Uint8Array> => {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

export const processTerminal = (): Terminal => ({
  out: process.stdout,
  err: process.stderr,
  readInput,
  isInputTerminal: Boolean(process.stdin.isTTY),
});

const codeOf = (character: string): string => {
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
};

/**
 * Text of a page may have escape sequences, which a terminal would obey. Its controls of direction would show text in
 * another order. It shows `\x1b` or `\u202e` for the character instead.
 */
export const visible = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, codeOf);

/** Files and pipes get the text as it is. */
export const printText = (stream: Output, text: string): void => {
  stream.write(stream.isTTY ? visible(text) : text);
};

export const printLine = ({ out }: Terminal, text: string): void => printText(out, `${text}\n`);

/** What people should know besides the result. */
export const note = ({ err, isQuiet }: Terminal, text: string): void => {
  if (!isQuiet) printText(err, `${text}\n`);
};

/** Why something failed, also with `--quiet`. */
export const complain = ({ err }: Terminal, text: string): void => printText(err, `${text}\n`);

/** The last line of a page of a list, unless it is the last page. */
export const noteNextPage = (terminal: Terminal, { nextCursor }: { nextCursor: string | null }): void => {
  if (nextCursor) note(terminal, `There are more: --cursor ${nextCursor}`);
};

/** Pretty for people, one line for programs. */
export const printJson = (terminal: Terminal, value: unknown): void =>
  printLine(terminal, JSON.stringify(value, null, terminal.out.isTTY ? 2 : undefined));

/** What a command did that has no result: a sentence for people, a line of JSON for programs. */
export const printDone = (terminal: Terminal, isJson: boolean | undefined, value: object, text: string): void => {
  if (isJson) printJson(terminal, value);
  else note(terminal, text);
};

/** Columns of equal width; the last one is as long as it needs to be. */
export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return all.map(line).join('\n');
};

/** A picture on a terminal would be noise, and may change its settings. */
export const refuseTerminal = ({ out }: Terminal, what: string, example: string, hasOutput = true): void => {
  if (!out.isTTY) return;
  const next = hasOutput
    ? `Write it to a file with \`-o ${example}\`, or redirect the output: \`> ${example}\`.`
    : `Redirect the output: \`> ${example}\`.`;
  throw new CommandError(`A terminal cannot show ${what}. ${next}`, 'usage');
};
