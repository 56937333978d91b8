/** There is nothing of a ledger that could be adopted: most likely it is the wrong place. */
export class NothingToAdopt extends Error {
  override name = 'NothingToAdopt';

  constructor() {
    super(
      'There is nothing of a ledger: no stream of opens, charges or slots, and no usage. Look whether that is the NATS which ' +
        'Tintype has used. A new installation needs no adopting: its first start makes the ledger. Nothing was changed.',
    );
  }
}
