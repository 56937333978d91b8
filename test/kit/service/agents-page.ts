import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../../../docs/agents.md', import.meta.url), 'utf8');

const sectionOf = (heading: string): string => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

const rowsOf = (heading: string): string[][] =>
  sectionOf(heading)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** The names of the tools in docs/agents.md. */
export const documentedTools = (): string[] =>
  rowsOf('The tools')
    .slice(2)
    .map(([name = '']) => name.replaceAll('`', ''));

/** A figure of our tools in its table of tokens. */
export const documentedTokens = (title: string): number => {
  const [, ours = ''] = rowsOf('Tokens').find(([first]) => first === title) ?? [];
  return Number(ours.replaceAll(',', ''));
};

/** A call as the transcript tells it. */
export interface MadeCall {
  name: string;
  args: Record<string, unknown>;
  text: string;
}

const lineOf = ({ name, args: { sessionId: _, type, payload, ...args } }: MadeCall): string => {
  if (name === 'browser_session_act') return `${type} ${JSON.stringify(payload)}`;
  return Object.keys(args).length > 0 ? `${name} ${JSON.stringify(args)}` : name;
};

export const transcriptOf = (calls: readonly MadeCall[]): string =>
  calls.map((call) => `${lineOf(call)}\n${call.text.replace(/^/gm, '  ')}`).join('\n');

/** Without what differs in each run: ids, times, ports, line breaks. */
const plain = (text: string): string =>
  text
    .replace(/sess_[\w-]+/g, 'sess_…')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1')
    .replace(/(?<="expiresInSeconds":|ends in |open for )\d+/g, '…')
    .replace(/\s+/g, '');

const escaped = (text: string): string => text.replace(/[^\w\s]/g, '\\$&');

/** Matches transcripts without ids, times and blanks; `…` in the document stands for any text. */
const documented = (): RegExp => {
  const [, transcript = ''] = /```text\n([\s\S]*?)```/.exec(sectionOf('A transcript')) ?? [];
  return new RegExp(`^${plain(transcript).split('…').map(escaped).join('[\\s\\S]*')}$`);
};

/** Whether docs/agents.md tells these calls. */
export const isDocumented = (calls: readonly MadeCall[]): boolean => documented().test(plain(transcriptOf(calls)));
