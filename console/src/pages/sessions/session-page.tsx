import type { Session } from '@tintype/contracts';
import { useState } from 'preact/hooks';
import { Page } from '../../components/page.js';
import { Answered, Fault } from '../../components/states.js';
import { Link } from '../../routing/location.js';
import { useCall } from '../../service/use-call.js';
import { useAnswer } from '../../service/use-service.js';
import { ActionForm } from './action-form.js';
import { ActionLog } from './action-log.js';
import { LiveView } from './live-view.js';
import { SessionFacts } from './session-facts.js';
import { SessionView } from './session-view.js';
import { useActions } from './use-actions.js';

const refreshMs = 5000;

const CloseButton = ({ id, onClosed }: { id: string; onClosed: () => void }) => {
  const [isAsked, setAsked] = useState(false);
  const { run, error, isBusy } = useCall();
  const close = async () => {
    await run(`/v1/sessions/${id}`, { method: 'DELETE' });
    setAsked(false);
    onClosed();
  };
  if (!isAsked)
    return (
      <>
        {error && <Fault error={error} />}
        <button type="button" class="button danger" onClick={() => setAsked(true)}>
          Close session
        </button>
      </>
    );
  return (
    <>
      <button type="button" class="button danger" disabled={isBusy} onClick={() => void close()}>
        {isBusy ? 'Closing…' : 'Close it for good'}
      </button>
      <button type="button" class="button" disabled={isBusy} onClick={() => setAsked(false)}>
        Keep it
      </button>
    </>
  );
};

/** Where a session is driven, while it is active. */
const Drive = ({ session, onEnd }: { session: Session; onEnd: () => void }) => {
  const actions = useActions(session.id, onEnd);
  return (
    <>
      <div class="session-top">
        <SessionView actions={actions} />
        <SessionFacts session={session} />
      </div>
      <LiveView id={session.id} />
      <div class="columns drive">
        <ActionForm onRun={actions.run} isBusy={actions.isBusy} />
        <ActionLog runs={actions.runs} />
      </div>
    </>
  );
};

export const SessionPage = ({ id = '' }: Record<string, string>) => {
  const answer = useAnswer<{ session: Session }>(`/v1/sessions/${id}`, { everyMs: refreshMs });
  const isActive = answer.value?.session.status === 'active';
  return (
    <Page
      title="Session"
      about={<Link to="/sessions">All sessions</Link>}
      actions={isActive && <CloseButton id={id} onClosed={answer.reload} />}
    >
      <Answered answer={answer} loading="Loading the session">
        {({ session }) =>
          session.status === 'active' ? (
            <Drive session={session} onEnd={answer.reload} />
          ) : (
            <SessionFacts session={session} />
          )
        }
      </Answered>
    </Page>
  );
};
