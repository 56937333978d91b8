/** Why a cell of the coverage table is empty. `*` stands for any text. */
export interface Excuse {
  calls: readonly string[];
  faults: readonly string[];
  why: string;
}

export const excuses: readonly Excuse[] = [
  {
    calls: [
      '*: store.get *',
      '*: store.list *',
      '*: accounts.find',
      '*: proxies.proxyOf',
      '*: ledger.findOpen',
      'sweeper: ledger.unsettled',
      'sweeper: slots.all',
    ],
    faults: ['answer lost*', 'takes effect *', 'is repeated *'],
    why: 'a read has no late effect, and without an answer it has failed',
  },
  {
    calls: ['api: *'],
    faults: ['*nobody leads', '*another one leads'],
    why: 'the leader fails at its own calls; a fault at an api’s call equals one at its next own call',
  },
];

export class Coverage {
  readonly #rows = new Map<string, Map<string, number>>();
  readonly #faults: readonly string[];
  readonly #idle = new Map<string, number>();

  constructor(faults: readonly string[]) {
    this.#faults = faults;
  }

  /** @param isIdle the fault changed nothing */
  add(call: string, fault: string, isIdle = false): void {
    const cell = textOf({ call, fault });
    if (isIdle) this.#idle.set(cell, (this.#idle.get(cell) ?? 0) + 1);
    const row = this.#rows.get(call) ?? new Map<string, number>();
    this.#rows.set(call, row.set(fault, (row.get(fault) ?? 0) + 1));
  }

  get calls(): string[] {
    return [...this.#rows.keys()].sort();
  }

  get runs(): number {
    let runs = 0;
    for (const row of this.#rows.values()) for (const count of row.values()) runs += count;
    return runs;
  }

  /** Runs whose fault changed nothing. */
  get idleRuns(): number {
    let runs = 0;
    for (const count of this.#idle.values()) runs += count;
    return runs;
  }

  /** Cells whose faults never changed anything. */
  get idleCells(): string[] {
    const isIdle = (cell: Cell) =>
      !this.#isEmpty(cell) && this.#idle.get(textOf(cell)) === this.count(cell.call, cell.fault);
    return this.#cells.filter(isIdle).map(textOf);
  }

  count(call: string, fault: string): number {
    return this.#rows.get(call)?.get(fault) ?? 0;
  }

  /** Empty cells without an excuse. */
  gaps(excuses: readonly Excuse[]): string[] {
    const empty = this.#cells.filter((cell) => this.#isEmpty(cell));
    return empty.filter((cell) => !excuses.some((excuse) => accountsFor(excuse, cell))).map(textOf);
  }

  /** Excuses for cells that were struck or do not exist. */
  needlessExcuses(excuses: readonly Excuse[]): string[] {
    const single = excuses.flatMap(({ calls, faults, why }) =>
      calls.flatMap((call) => faults.map((fault) => ({ calls: [call], faults: [fault], why }))),
    );
    const isExact = (excuse: Excuse) => {
      const cells = this.#cells.filter((cell) => accountsFor(excuse, cell));
      return cells.length > 0 && cells.every((cell) => this.#isEmpty(cell));
    };
    return single.filter((each) => !isExact(each)).map(({ calls, faults, why }) => `${calls} × ${faults}: ${why}`);
  }

  /** Calls as rows, numbered faults as columns. */
  table(): string {
    const width = Math.max(...this.calls.map(({ length }) => length));
    const line = (first: string, cells: readonly string[]) =>
      first.padEnd(width) + cells.map((cell) => cell.padStart(4)).join('');
    const rows = this.calls.map((call) => {
      const counts = this.#faults.map((fault) => this.count(call, fault));
      return line(
        call,
        counts.map((count) => (count === 0 ? '·' : String(count))),
      );
    });
    const legend = this.#faults.map((fault, index) => `${String(index + 1).padStart(4)} ${fault}`);
    return [
      ...legend,
      '',
      line(
        '',
        this.#faults.map((_, index) => String(index + 1)),
      ),
      ...rows,
    ].join('\n');
  }

  get #cells(): Cell[] {
    return this.calls.flatMap((call) => this.#faults.map((fault) => ({ call, fault })));
  }

  #isEmpty({ call, fault }: Cell): boolean {
    return this.count(call, fault) === 0;
  }
}

interface Cell {
  call: string;
  fault: string;
}

const textOf = ({ call, fault }: Cell) => `${call} × ${fault}`;

const accountsFor = ({ calls, faults }: Excuse, { call, fault }: Cell) =>
  calls.some((each) => fits(call, each)) && faults.some((each) => fits(fault, each));

const fits = (text: string, pattern: string): boolean => {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.()]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(text);
};
