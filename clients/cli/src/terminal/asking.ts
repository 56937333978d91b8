import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Terminal } from './terminal.js';

/** Asks on standard error, so that output can be redirected. A hidden answer is not shown. */
export const ask = async (question: string, isHidden = false): Promise<string> => {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  // The interface erases its line before the question.
  if (isHidden) process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: isHidden ? silent : process.stderr, terminal: true });
  lines.on('SIGINT', () => process.exit(130));
  const answer = await lines.question(isHidden ? '' : question);
  lines.close();
  if (isHidden) process.stderr.write('\n');
  return answer.trim();
};

/** A secret by standard input, or asked for on a terminal: other users of the machine see arguments. */
export const readSecret = async (terminal: Terminal, question: string): Promise<string> =>
  terminal.isInputTerminal ? ask(question, true) : new TextDecoder().decode(await terminal.readInput()).trim();
