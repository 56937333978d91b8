import { type RenderClass, renderClasses, streams, subjects } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';

/**
 * The jobs of a class that are offered to nodes. Further requests of an account wait in the apis until its jobs are
 * fewer.
 */
export interface QueueOfClass {
  class: RenderClass;
  /** Jobs that no node has taken. */
  waiting: number;
  /** Jobs in nodes. */
  running: number;
  /** Free slots of nodes that ask for a job. */
  idleSlots: number;
  /** Waiting and running jobs; the account with most of them first. */
  accounts: { account: string; jobs: number }[];
}

const accountOf = (subject: string): string => subject.split('.')[2] ?? '';

const byAccount = (jobs: readonly string[]): QueueOfClass['accounts'] => {
  const counts = new Map<string, number>();
  for (const subject of jobs) counts.set(accountOf(subject), (counts.get(accountOf(subject)) ?? 0) + 1);
  return [...counts]
    .map(([account, count]) => ({ account, jobs: count }))
    .sort((a, b) => b.jobs - a.jobs || a.account.localeCompare(b.account, 'en'));
};

/** The queue of renders as administrators see it. */
export class QueueView {
  readonly #manager: Nats['manager'];

  constructor({ manager }: Pick<Nats, 'manager'>) {
    this.#manager = manager;
  }

  read(): Promise<QueueOfClass[]> {
    return Promise.all(renderClasses.map((each) => this.#ofClass(each)));
  }

  async #ofClass(renderClass: RenderClass): Promise<QueueOfClass> {
    const subject = subjects.jobsOf(renderClass);
    const { streams: stored, consumers } = this.#manager;
    const [consumer, { state }] = await Promise.all([
      consumers.info(streams.renders, renderClass),
      stored.info(streams.renders, { subjects_filter: subject }),
    ]);
    return {
      class: renderClass,
      waiting: consumer.num_pending,
      running: consumer.num_ack_pending,
      idleSlots: consumer.num_waiting,
      accounts: byAccount(Object.keys(state.subjects ?? {})),
    };
  }
}
