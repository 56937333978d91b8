import { streams } from '@tintype/contracts';
import type { SessionBooks, SessionCharge, SessionOpen } from '@tintype/ledger';
import { JetStreamApiError } from '@tintype/runtime';
import { PlayedEntries } from './played-entries.js';

type BooksNats = ConstructorParameters<typeof SessionBooks>[0];

/** As the server says it: https://github.com/nats-io/nats-server/blob/main/server/errors.json */
export const wrongLastSequence = { code: 400, err_code: 10_071, description: 'wrong last sequence' };

/**
 * The streams of opens and charges in memory, as far as `SessionBooks` writes and reads them. They refuse a second message
 * on a subject where its writer asks for that, and would not by themselves, as the real ones do.
 */
export class PlayedStreams {
  readonly opens = new PlayedEntries<SessionOpen>();
  readonly charges = new PlayedEntries<SessionCharge>();

  get nats(): BooksNats {
    const jetstream: Pick<BooksNats['jetstream'], 'publish'> = {
      publish: async (subject, payload, { expect } = {}) => {
        const session = sessionOf(subject);
        const entries: PlayedEntries<{ session: string }> = this.#entriesOf(subject.startsWith('open.'));
        if (expect?.lastSubjectSequence === 0 && entries.has(session)) throw new JetStreamApiError(wrongLastSequence);
        entries.add(JSON.parse(String(payload)));
        return { stream: '', seq: 0, domain: '', duplicate: false };
      },
    };
    const getMessage = async (stream: string, { last_by_subj: subject = '' }: { last_by_subj?: string }) => {
      const entry = this.#entriesOf(stream === streams.opens).last(sessionOf(subject));
      return entry ? { json: () => entry } : null;
    };
    return { jetstream, manager: { streams: { getMessage } } } as unknown as BooksNats;
  }

  #entriesOf(isOpen: boolean) {
    return isOpen ? this.opens : this.charges;
  }
}

/** The subjects of both end with it. */
const sessionOf = (subject: string): string => subject.slice(subject.lastIndexOf('.') + 1);
