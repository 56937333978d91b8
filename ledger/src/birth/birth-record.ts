/**
 * Where the birth of the ledger is kept outside of NATS, so that its loss is noticed. It is written once, by the
 * installation or the first start; after that, only when a person decides to (`tintype ledger adopt`).
 */
export interface BirthRecord {
  /** Undefined when none was written. @throws when it cannot be read: that is not the same */
  read: () => Promise<string | undefined>;
  write: (birth: string) => Promise<void>;
}
