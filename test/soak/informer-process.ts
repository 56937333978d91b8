import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Kind, type Kinds, keyText, type Selector } from '@tintype/crds';
import type { Caches, InformerProgramOptions, Question, Sample } from './informer-program.js';

const program = fileURLToPath(new URL('./informer-program.js', import.meta.url));

/** Informers in their own process, to measure their memory. It ends with this process. */
export class InformerProcess {
  readonly #child: ChildProcess;
  /** Rejects at the process's end. */
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

export interface InformerPlan {
  name: string;
  kind: Kind;
  selector: Selector;
}

/** Selects half of the objects. Writers change it, so objects enter and leave a selector. */
export const watchedLabels = { soak: 'watched' } as const;

/** All selectors on the watched kinds. */
export const informerPlans = (namespaces: readonly [string, string]): InformerPlan[] => [
  { name: 'sessions', kind: 'BrowserSession', selector: {} },
  { name: 'sessions of a namespace', kind: 'BrowserSession', selector: { namespace: namespaces[0] } },
  { name: 'pods', kind: 'Pod', selector: {} },
  { name: 'pods with a label', kind: 'Pod', selector: { labels: watchedLabels } },
  { name: 'leases with a label', kind: 'Lease', selector: { labels: watchedLabels } },
  { name: 'one lease', kind: 'Lease', selector: { namespace: namespaces[1], name: 'lease-0' } },
];

/** Per object: key, uid, version and hash. */
export type Fingerprints = Record<string, string>;

const sortedKeys = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
};

export const fingerprintsOf = (objects: Iterable<Kinds[Kind]>): Fingerprints => {
  const prints: Fingerprints = {};
  for (const object of objects) {
    const { uid, resourceVersion } = object.metadata;
    const hash = createHash('sha256').update(JSON.stringify(object, sortedKeys)).digest('hex').slice(0, 16);
    prints[keyText(object.metadata)] = `${uid} ${resourceVersion} ${hash}`;
  }
  return prints;
};

export const differences = (one: Fingerprints, other: Fingerprints): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => one[key] !== other[key]);
