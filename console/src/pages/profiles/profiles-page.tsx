import { ConfirmButton } from '../../components/confirm-button.js';
import { formatBytes, formatNumber, formatTime } from '../../components/format.js';
import { Page } from '../../components/page.js';
import { Answered, Empty } from '../../components/states.js';
import { type Column, Table } from '../../components/table.js';
import { Link } from '../../routing/location.js';
import type { Profile, ProfilesAnswer } from '../../service/answers.generated.js';
import { useAnswer } from '../../service/use-service.js';

const Delete = ({ name, onDeleted }: { name: string; onDeleted: () => void }) => (
  <ConfirmButton
    label="Delete"
    describes={`Delete the saved login ${name}`}
    icon="trash"
    isSmall
    question={`Delete the saved login ${name}?`}
    yes="Delete it"
    path={`/v1/account/profiles/${name}`}
    onDone={onDeleted}
  >
    New sessions cannot begin with it. Sessions that loaded it stay logged in.
  </ConfirmButton>
);

const Origins = ({ origins }: Pick<Profile, 'origins'>) => {
  if (origins === null) return <span class="fault">cannot be read: save it again</span>;
  return origins.length === 0 ? <span class="muted">none</span> : <span>{origins.join(', ')}</span>;
};

const columnsWith = (onDeleted: () => void): readonly Column<Profile>[] => [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Origins', cell: ({ origins }) => <Origins origins={origins} /> },
  { title: 'Cookies', isNumber: true, cell: ({ cookies }) => formatNumber(cookies) },
  { title: 'Size', isNumber: true, cell: ({ bytes }) => formatBytes(bytes) },
  { title: 'Saved', cell: ({ savedAt }) => formatTime(savedAt) },
  { title: 'Action', cell: ({ name }) => <Delete name={name} onDeleted={onDeleted} /> },
];

export const ProfilesPage = () => {
  const answer = useAnswer<ProfilesAnswer>('/v1/account/profiles');
  return (
    <Page title="Saved logins" about="Cookies and storage of a session, which later sessions begin with.">
      <Answered answer={answer} loading="Loading saved logins">
        {({ profiles }) => (
          <section class="card">
            {profiles.length === 0 ? (
              <Empty icon="profiles" title="No saved login yet">
                <p>
                  Log in to a site in a <Link to="/sessions">session</Link>, and choose Save login there. The next
                  session with that login is logged in.
                </p>
              </Empty>
            ) : (
              <Table
                caption="Saved logins"
                columns={columnsWith(answer.reload)}
                rows={profiles}
                keyOf={({ name }) => name}
              />
            )}
          </section>
        )}
      </Answered>
    </Page>
  );
};
