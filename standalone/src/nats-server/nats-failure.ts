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

/** What NATS answered to a person's command, with what to do about it; undefined where that is none of NATS' answers. */
const sentence = (error: unknown, { host, username }: URL): string | undefined => {
  if (error instanceof LedgerLost) return `NATS at ${host}: ${error.message}`;
  if (error instanceof NothingToAdopt)
    return `NATS at ${host}: ${error.message} (\`--empty\` begins a ledger there all the same.)`;
  if (error instanceof PermissionViolationError) {
    const user = username ? `the user "${decodeURIComponent(username)}"` : 'a client without a login';
    const verb = error.operation === 'publish' ? 'publish to' : 'subscribe to';
    return `NATS at ${host} does not let ${user} ${verb} ${error.subject}: name one who may do anything in TINTYPE_NATS_URL.`;
  }
  if (hasNoJetStream(error))
    return `NATS at ${host} has no JetStream for this login, or its cluster has no leader now: switch it on, or try again.`;
  if (error instanceof TimeoutError) return `NATS at ${host} did not answer in time: see what keeps it, and try again.`;
  if (!(error instanceof JetStreamApiError)) return undefined;
  if (error.code === streamNotFound) return `NATS at ${host} has no ledger: it was never set up, or has been lost.`;
  return `NATS at ${host} refuses: ${error.message}.`;
};

/** A failure of NATS as a ConfigError that says what to do, if a person can do something. */
export const explainedByNats = (url: URL, cause: unknown): unknown => {
  for (let error = cause; error instanceof Error; error = error.cause) {
    const text = sentence(error, url);
    if (text) return new ConfigError(text, { cause });
  }
  return cause;
};
