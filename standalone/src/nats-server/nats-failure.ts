import { LedgerLost, NothingToAdopt } from '@tintype/ledger';
import {
  ConfigError,
  JetStreamApiError,
  NoRespondersError,
  PermissionViolationError,
  TimeoutError,
} from '@tintype/runtime';

const streamNotFound = 10_059;
const notEnabledForAccount = 10_039;

const hasNoJetStream = (error: unknown): boolean =>
  error instanceof NoRespondersError || (error instanceof JetStreamApiError && error.code === notEnabledForAccount);

export interface NatsPlace {
  url: URL;
  /** As a person would look for it, without a login: a port of ours says nothing to anybody. */
  place: string;
}

export const placeOf = ({ natsUrl, dataFolder }: { natsUrl?: URL | undefined; dataFolder: string }): string =>
  natsUrl ? `NATS at ${natsUrl.host}` : `The NATS of ${dataFolder}`;

/** What NATS answered to a person's command, with what to do about it; undefined where that is none of NATS' answers. */
const sentence = (error: unknown, { url: { username }, place }: NatsPlace): string | undefined => {
  if (error instanceof LedgerLost) return `${place}: ${error.message}`;
  if (error instanceof NothingToAdopt)
    return `${place}: ${error.message} (\`--empty\` begins a ledger there all the same.)`;
  if (error instanceof PermissionViolationError) {
    const user = username ? `the user "${decodeURIComponent(username)}"` : 'a client without a login';
    const verb = error.operation === 'publish' ? 'publish to' : 'subscribe to';
    return `${place} does not let ${user} ${verb} ${error.subject}: name one who may do anything in TINTYPE_NATS_URL.`;
  }
  if (hasNoJetStream(error))
    return `${place} has no JetStream for this login, or its cluster has no leader now: switch it on, or try again.`;
  if (error instanceof TimeoutError) return `${place} did not answer in time: see what keeps it, and try again.`;
  if (!(error instanceof JetStreamApiError)) return undefined;
  if (error.code === streamNotFound) return `${place} has no ledger: it was never set up, or has been lost.`;
  return `${place} refuses: ${error.message}.`;
};

/** A failure of NATS as a ConfigError that says what to do, if a person can do something. */
export const explainedByNats = (nats: NatsPlace, cause: unknown): unknown => {
  for (let error = cause; error instanceof Error; error = error.cause) {
    const text = sentence(error, nats);
    if (text) return new ConfigError(text, { cause });
  }
  return cause;
};
