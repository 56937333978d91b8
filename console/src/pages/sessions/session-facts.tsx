import type { Session } from '@tintype/contracts';
import { CopyButton } from '../../components/copy-button.js';
import { formatNumber, formatTime } from '../../components/format.js';
import { formatClock, StatusBadge, useNow } from '../../components/session-status.js';

/** The options as text, without a saved login, which has a row of its own. */
const optionsOf = ({ options }: Session): string | undefined => {
  const { cdp, bypassBotDetection, proxy, profile } = options;
  const on = [cdp && 'DevTools clients', bypassBotDetection && 'hidden automation', proxy && "the account's proxy"];
  return on.filter(Boolean).join(', ') || (profile ? undefined : 'none');
};

const ends: Readonly<Record<string, string>> = {
  deleted: 'closed on request',
  expired: 'its time was up',
  browser_crashed: 'its browser ended by itself',
  pod_deleted: 'its pod was stopped',
  node_lost: 'its machine was lost; the session is free',
  shut_down: 'the service was stopped',
};

const endOf = ({ closeReason }: Session) => ends[closeReason ?? ''] ?? closeReason?.replaceAll('_', ' ');

interface SessionFactsProps {
  session: Session;
  /** The service does not answer, so the session may have ended. */
  isStale?: boolean;
}

const Times = ({ session, isStale }: SessionFactsProps) => {
  const isActive = session.status === 'active';
  const left = (Date.parse(session.expiresAt) - useNow(isActive)) / 1000;
  return (
    <>
      <dt>Started</dt>
      <dd>{formatTime(session.startedAt)}</dd>
      {isActive ? (
        <>
          <dt>Time left</dt>
          <dd>{isStale ? '–' : formatClock(left)}</dd>
        </>
      ) : (
        <>
          <dt>Ended</dt>
          <dd>
            {session.closedAt && formatTime(session.closedAt)}
            <span class="muted">, {endOf(session)}</span>
          </dd>
        </>
      )}
      <dt>Open for</dt>
      <dd>{formatClock(session.durationSeconds)}</dd>
    </>
  );
};

export const SessionFacts = ({ session, isStale }: SessionFactsProps) => {
  const options = optionsOf(session);
  return (
    <section class="card" aria-label="Details">
      <div class="card-head">
        <h2>Details</h2>
        {isStale ? <span class="badge warn">Not known</span> : <StatusBadge status={session.status} />}
      </div>
      <dl class="facts">
        <dt>Id</dt>
        <dd class="copyable">
          <code>{session.id}</code>
          <CopyButton text={session.id} what="session id" />
        </dd>
        <Times session={session} isStale={isStale} />
        <dt>Credits</dt>
        <dd>
          {formatNumber(session.accruedCredits)}
          <span class="muted">, one per begun minute{session.status === 'active' && ', so far'}</span>
        </dd>
        <dt>Actions</dt>
        <dd>
          {formatNumber(session.actionCount)}
          {session.actionErrorCount > 0 && <span class="muted">, {formatNumber(session.actionErrorCount)} failed</span>}
        </dd>
        {options && <dt>Options</dt>}
        {options && <dd>{options}</dd>}
        {session.options.profile && (
          <>
            <dt>Saved login</dt>
            <dd>{session.options.profile}</dd>
          </>
        )}
        {session.connectUrl && (
          <>
            <dt>DevTools</dt>
            <dd>
              <CopyButton text={session.connectUrl} what="connect URL" withText label="Copy connect URL" />
            </dd>
          </>
        )}
      </dl>
    </section>
  );
};
