import type { Session } from '@tintype/contracts';
import { useState } from 'preact/hooks';
import { ConfirmButton } from '../../components/confirm-button.js';
import { Page } from '../../components/page.js';
import { Answered, Empty } from '../../components/states.js';
import { Link } from '../../routing/location.js';
import type { SessionAnswer } from '../../service/answers.generated.js';
import { type Answer, useAnswer } from '../../service/use-service.js';
import { ActionForm } from './action-form.js';
import { ActionLog } from './action-log.js';
import { LoginName, SaveLogin } from './save-login.js';
import { SessionFacts } from './session-facts.js';
import { SessionView } from './session-view.js';
import { type Actions, useActions } from './use-actions.js';

const refreshMs = 5000;

const CloseButton = ({ id, onClosed }: { id: string; onClosed: () => void }) => {
  const [login, setLogin] = useState('');
  const query = login === '' ? '' : `?${new URLSearchParams({ saveProfile: login })}`;
  return (
    <ConfirmButton
      label="Close session"
      question="Close this session?"
      yes={login === '' ? 'Close session' : 'Save the login and close'}
      no="Cancel"
      path={`/v1/sessions/${id}${query}`}
      onDone={onClosed}
    >
      <div class="stack">
        <p>Its browser ends with all pages. The minute that has begun is charged.</p>
        <LoginName
          name={login}
          onName={setLogin}
          hint="Optional: saves the login first. It replaces one of this name."
        />
      </div>
    </ConfirmButton>
  );
};

interface DriveProps {
  answer: Answer<SessionAnswer>;
  session: Session;
  actions: Actions;
}

/** Where a session is driven, while it is active. */
const Drive = ({ answer, session, actions }: DriveProps) => (
  <>
    <div class="session-top">
      <SessionView id={session.id} actions={actions} onLost={answer.reload} />
      <SessionFacts session={session} isStale={answer.error !== undefined} />
    </div>
    <div class="columns drive">
      <ActionForm actions={actions} />
      <ActionLog runs={actions.runs} />
    </div>
  </>
);

/** What is known of a session after its end; the answers of its actions stay until the page is left. */
const Ended = ({ session, actions: { runs } }: { session: Session; actions: Actions }) => (
  <>
    <div class="notice">
      <strong>This session has ended</strong>
      <span>Its browser and its pages are gone. What it cost is below.</span>
      <Link to="/sessions" class="button small">
        Open another session
      </Link>
    </div>
    <SessionFacts session={session} />
    {runs.length > 0 && <ActionLog runs={runs} />}
  </>
);

const Missing = () => (
  <Empty icon="sessions" title="Your account has no such session">
    <p>The address may be wrong. An ended session can be read for 35 days.</p>
    <Link to="/sessions" class="button">
      Go to the sessions
    </Link>
  </Empty>
);

export const SessionPage = ({ id = '' }: Record<string, string>) => {
  const answer = useAnswer<SessionAnswer>(`/v1/sessions/${id}`, {
    everyMs: ({ session }) => (session.status === 'active' ? refreshMs : undefined),
  });
  const actions = useActions(id, answer.reload);
  const isActive = answer.value?.session.status === 'active';
  return (
    <Page
      title="Session"
      about={<Link to="/sessions">All sessions</Link>}
      actions={
        isActive && (
          <>
            <SaveLogin session={id} onSaved={answer.reload} />
            <CloseButton
              id={id}
              onClosed={() => {
                answer.reload();
                scrollTo(0, 0);
              }}
            />
          </>
        )
      }
    >
      {answer.error?.code === 'session_not_found' ? (
        <Missing />
      ) : (
        <Answered answer={answer} loading="Loading the session">
          {({ session }) =>
            session.status === 'active' ? (
              <Drive answer={answer} session={session} actions={actions} />
            ) : (
              <Ended session={session} actions={actions} />
            )
          }
        </Answered>
      )}
    </Page>
  );
};
