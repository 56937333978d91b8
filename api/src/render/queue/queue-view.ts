import { type RenderClass, renderClasses, streams, subjects } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';

/** The jobs of a class on the queue. The apis hold further requests of an account that has as many jobs as it may. */
export interface QueueOfClass {
  class: RenderClass;
  /** Jobs that no node has taken. */
  waiting: number;
  /** Jobs that nodes have taken. */
  running: number;
  /** Free slots of nodes that ask for a job. */
  idleSlots: number;
  /** The waiting and running jobs of each account; the account with the most jobs first. */
  accounts: { account: string; jobs: number }[];
}

const accountOf = (subject: string): string => subject.split('.')[2] ?? '';

const jobsByAccount = (jobSubjects: readonly string[]): QueueOfClass['accounts'] => {
  const counts = new Map<string, number>();
  for (const subject of jobSubjects) counts.set(accountOf(subject), (counts.get(accountOf(subject)) ?? 0) + 1);
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
    return Promise.all(renderClasses.map((each) => this.#readClass(each)));
  }

  async #readClass(renderClass: RenderClass): Promise<QueueOfClass> {
    const subject = subjects.jobsOf(renderClass);
    const [consumer, { state }] = await Promise.all([
      this.#manager.consumers.info(streams.renders, renderClass),
      this.#manager.streams.info(streams.renders, { subjects_filter: subject }),
    ]);
    return {
      class: renderClass,
      waiting: consumer.num_pending,
      running: consumer.num_ack_pending,
      idleSlots: consumer.num_waiting,
      accounts: jobsByAccount(Object.keys(state.subjects ?? {})),
    };
  }
}
