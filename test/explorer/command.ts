import { parseArgs } from 'node:util';
import { type Fault, faults } from './play/faults.js';
import type { Scenario } from './scenarios/scenario.js';
import { scenarios } from './scenarios/scenarios.js';

export const usage = `Plays sessions with every possible fault. \`make explore\`, after a change of the protocol:

    make explore                        every fault at every call, with a table of the strikes, and 10,000 random schedules
    make explore SEEDS=0-1000000        only these random schedules; the last seed is excluded
    make explore SEED=17                one random schedule, step by step
    make explore CASE='<scenario>'      one scenario without faults, step by step, and the faults that each call can have
    make explore CASE='<scenario>/<call>/<fault>'

A call is a number: it counts the calls of the scenario from 0, as failures print it. The whole run takes more than five minutes,
reports its progress on stderr, and prints the table at the end. \`node test/dist/explorer/main.js\` takes --seeds, --seed,
--case and --help. Exit code 1: an invariant does not hold. Exit code 2: the arguments are wrong.`;

export type Command =
  | { what: 'help' | 'everything' }
  | { what: 'seed'; seed: number }
  | { what: 'seeds'; from: number; to: number }
  | { what: 'case'; scenario: Scenario; strike?: Strike };

interface Strike {
  /** The number of a call, from 0. */
  at: number;
  fault: Fault;
}

/** The command line asks for something that does not exist. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const options = {
  seed: { type: 'string' },
  seeds: { type: 'string' },
  case: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** @throws UsageError */
export const commandFrom = (args: readonly string[]): Command => {
  const { help, ...asked } = valuesOf(args);
  if (help) return { what: 'help' };
  const [first, second] = Object.entries(asked);
  if (first && second) throw new UsageError(`Either ${asTyped(first[0])} or ${asTyped(second[0])}, not both.`);
  if (asked.seed !== undefined) return { what: 'seed', seed: seedOf('SEED', asked.seed) };
  if (asked.seeds !== undefined) return { what: 'seeds', ...rangeOf(asked.seeds) };
  if (asked.case !== undefined) return { what: 'case', ...caseOf(asked.case) };
  return { what: 'everything' };
};

/** The make variable and the option. */
const asTyped = (name: string) => `${name.toUpperCase()} (--${name})`;

const valuesOf = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
};

/** A seed has 32 bits. */
const seeds = 2 ** 32;

const seedOf = (name: string, text: string): number => {
  const seed = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (seed < seeds) return seed;
  throw new UsageError(`${name} is a whole number from 0 to ${seeds - 1}, and not "${text}".`);
};

const rangeOf = (text: string): { from: number; to: number } => {
  const [first, last, ...rest] = text.split('-');
  if (first === undefined || last === undefined || rest.length > 0)
    throw new UsageError(`SEEDS is <from>-<to>, as in 0-1000, and not "${text}".`);
  const [from, to] = [seedOf('The first of SEEDS', first), seedOf('The end of SEEDS', last)];
  if (from < to) return { from, to };
  throw new UsageError(`SEEDS ends before it begins: ${text}; the last one is not played.`);
};

const caseOf = (text: string): { scenario: Scenario; strike?: Strike } => {
  const [name, at, ...rest] = text.split('/');
  const scenario = known('scenario', scenarios, name);
  if (at === undefined) return { scenario };
  const [faultName, ...more] = rest;
  if (!/^\d+$/.test(at) || faultName === undefined || more.length > 0)
    throw new UsageError(`CASE is <scenario>/<number of a call>/<fault>, and not "${text}".`);
  return { scenario, strike: { at: Number(at), fault: known('fault', faults, faultName) } };
};

const known = <T extends { name: string }>(what: string, all: readonly T[], name: string | undefined): T => {
  const found = all.find((each) => each.name === name);
  if (found) return found;
  const names = all.map((each) => `  ${each.name}`).join('\n');
  throw new UsageError(`There is no ${what} "${name}", but:\n${names}`);
};
