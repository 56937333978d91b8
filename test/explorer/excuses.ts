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
      ...['*: store.get *', '*: store.list *', '*: accounts.find', '*: proxies.proxyOf', '*: books.findOpen'],
      ...['sweeper: books.unsettled', 'sweeper: slots.all'],
    ],
    faults: ['answer lost*', 'takes effect *', 'is repeated *'],
    why: 'it is a read: nothing comes of it that could come late, and without an answer it has failed',
  },
  {
    calls: ['api: *'],
    faults: ['*nobody leads', '*another one leads'],
    why: "the leader dies, is held up or is answered late at a call of its own: at an api's it would be the same as at the next of those",
  },
];
