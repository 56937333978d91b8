const remedy =
  'Look whether it is the right NATS, on the right data, and bring them back from a backup; or, when they are gone for good, run ' +
  '`npx tintype ledger adopt`: it takes what is there as the ledger, makes anew what is missing, and says what that means.';

const says = (streams: readonly string[], one: string, many: string): string[] =>
  streams.length === 0 ? [] : [`${streams.join(', ')} ${streams.length === 1 ? one : many}`];

/**
 * The ledger is not the one that was recorded. Whoever went on as if nothing had happened would charge twice what was
 * charged there, and never what was opened there: a person decides. The message says what is wrong, and what to do.
 */
export class LedgerLost extends Error {
  override name = 'LedgerLost';
  /** The streams that are not there: what the others hold can't be compared with them. */
  readonly missing: readonly string[];

  constructor(
    missing: readonly string[],
    others: readonly string[],
    what = 'The ledger is not the one that was recorded',
  ) {
    const parts = [
      ...says(missing, 'is missing', 'are missing'),
      ...says(others, 'is another stream of that name', 'are other streams of those names'),
    ];
    super(`${what}: ${parts.join('; ')}. Nothing is settled like that. ${remedy}`);
    this.missing = missing;
  }
}
