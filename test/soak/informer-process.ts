import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Caches, InformerProgramOptions, Question, Sample } from './informer-program.js';

const program = fileURLToPath(new URL('./informer-program.js', import.meta.url));

/** The informers in a process of their own, so that its memory is theirs alone. It ends when this one does. */
export class InformerProcess {
  readonly #child: ChildProcess;
  /** Rejects when the process ends. */
  readonly #ended: Promise<never>;

  constructor(options: InformerProgramOptions) {
    this.#child = fork(program, [JSON.stringify(options)], { execArgv: ['--expose-gc'] });
    this.#ended = once(this.#child, 'exit').then(([code, signal]) => {
      throw new Error(`the informers' process has ended: ${code ?? signal}`);
    });
    this.#ended.catch(() => undefined);
  }

  sample(): Promise<Sample> {
    return this.#ask('sample') as Promise<Sample>;
  }

  caches(): Promise<Caches> {
    return this.#ask('caches') as Promise<Caches>;
  }

  async end(): Promise<void> {
    this.#child.kill();
    await this.#ended.catch(() => undefined);
  }

  /** One question at a time. */
  async #ask(question: Question): Promise<unknown> {
    const answered = once(this.#child, 'message');
    this.#child.send(question, (error) => error && this.#child.emit('error', error));
    const [answer] = await Promise.race([answered, this.#ended]);
    return answer;
  }
}
