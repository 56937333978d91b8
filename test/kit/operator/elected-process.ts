import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '@tintype/standalone/testing';
import { until } from '../until.js';
import type { ElectedOptions, ElectedWord } from './elected-program.js';

const program = fileURLToPath(new URL('./elected-program.js', import.meta.url));

/** A real process that competes to lead. */
export class ElectedProcess {
  readonly identity: string;
  /** In order. */
  readonly words: ElectedWord[] = [];
  readonly #child: Child;
  readonly #log: string[] = [];

  constructor(options: ElectedOptions) {
    this.identity = options.identity;
    const command = { file: process.execPath, args: [program, JSON.stringify(options)], environment: {} };
    this.#child = startChild(command, (line) => this.#hear(line));
  }

  /** A paused process reports nothing. */
  get leads(): boolean {
    return this.words.at(-1)?.says === 'leads';
  }

  get log(): string {
    return this.#log.join('\n');
  }

  get exited(): Promise<unknown> {
    return this.#child.exited;
  }

  started(): Promise<void> {
    return until(`${this.identity} has started`, () => this.words.length > 0);
  }

  /** Resolves when it leads after that many terms; returns the time. */
  async leading(terms = 0): Promise<number> {
    const begins = () => this.words.filter(({ says }) => says === 'leads');
    await until(`${this.identity} leads`, () => begins().length > terms);
    return begins().at(-1)?.at ?? 0;
  }

  signal(signal: NodeJS.Signals): void {
    const [first] = this.words;
    if (first) process.kill(first.pid, signal);
  }

  /** Also when paused. */
  async end(): Promise<void> {
    this.#child.kill();
    await this.#child.exited;
  }

  #hear(line: string): void {
    if (line.startsWith('{"says"')) this.words.push(JSON.parse(line));
    else this.#log.push(line);
  }
}
