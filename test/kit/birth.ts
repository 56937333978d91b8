import { randomUUID } from 'node:crypto';
import type { BirthRecord } from '@tintype/ledger';

/** A record in memory; a new one stands for a first start. */
export class PlayedBirth implements BirthRecord {
  birth: string | undefined;

  constructor(birth?: string) {
    this.birth = birth;
  }

  /** The record of some other ledger. */
  static ofAnother(): PlayedBirth {
    return new PlayedBirth(randomUUID());
  }

  async read(): Promise<string | undefined> {
    return this.birth;
  }

  async write(birth: string): Promise<void> {
    this.birth = birth;
  }
}
