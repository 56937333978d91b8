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

export interface NatsTarget {
  url: URL;
  /** A name for messages, without a login. It hides the port of our own server, which would not help the user. */
  label: string;
}

export const natsLabel = ({ natsUrl, dataFolder }: { natsUrl?: URL | undefined; dataFolder: string }): string =>
  natsUrl ? `NATS at ${natsUrl.host}` : `The NATS of ${dataFolder}`;

/** The message for an answer of NATS, with what to do; undefined for other errors. */
const messageFor = (error: unknown, { url: { username }, label }: NatsTarget): string | undefined => {
  if (error instanceof LedgerLost) return `${label}: ${error.message}`;
  if (error instanceof NothingToAdopt) return `${label}: ${error.message} (\`--empty\` creates a ledger there anyway.)`;
  if (error instanceof PermissionViolationError) {
    const user = username ? `the user "${decodeURIComponent(username)}"` : 'a client without a login';
    const verb = error.operation === 'publish' ? 'publish to' : 'subscribe to';
    return `${label} does not let ${user} ${verb} ${error.subject}: set TINTYPE_NATS_URL to a user with all rights.`;
  }
  if (hasNoJetStream(error))
    return `${label} has no JetStream for this login, or its cluster has no leader: enable JetStream, or try again.`;
  if (error instanceof TimeoutError) return `${label} did not answer in time: check the server, and try again.`;
  if (!(error instanceof JetStreamApiError)) return undefined;
  if (error.code === streamNotFound) return `${label} has no ledger: it was never set up, or is lost.`;
  return `${label} refuses: ${error.message}.`;
};

/** A ConfigError with a remedy, for errors of NATS that a person can fix; else the cause. */
export const explainedByNats = (nats: NatsTarget, cause: unknown): unknown => {
  for (let error = cause; error instanceof Error; error = error.cause) {
    const text = messageFor(error, nats);
    if (text) return new ConfigError(text, { cause });
  }
  return cause;
};
