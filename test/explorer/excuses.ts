/** Why a fault can't strike at a call, so that the cell of the coverage table is empty. An asterisk stands for any text. */
export interface Excuse {
  calls: readonly string[];
  /** Each of them at each of the calls. */
  faults: readonly string[];
  why: string;
}

export const excuses: readonly Excuse[] = [
  {
    calls: [
      ...['*: store.get *', '*: store.list *', '*: accounts.find', '*: books.findOpen'],
      ...['sweeper: books.unsettled', 'sweeper: slots.all'],
    ],
    faults: ['answer lost*', 'takes effect *', 'is repeated *'],
    why: 'it is a read: nothing comes of it that could come late, and without an answer it has failed',
  },
  {
    calls: ['api: *'],
    faults: ['*nobody leads', '*another one leads', 'a second leader acts'],
    why: 'it is not the call of a leader',
  },
  {
    calls: ['api: *', 'sweeper: *'],
    faults: ['the pool *', 'the template *'],
    why: 'neither knows of pools',
  },
  {
    calls: ['operator: store.delete BrowserSession'],
    faults: ['the pod hangs', 'the pod is stripped'],
    why: 'a session is kept longer than its pod',
  },
];
