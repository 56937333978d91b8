import { randomUUID } from 'node:crypto';
import type { BirthRecord } from '@tintype/ledger';

/** In memory. A new record means a first start. */
export class PlayedBirth implements BirthRecord {
  birth: string | undefined;

  constructor(birth?: string) {
    this.birth = birth;
  }

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
