import { ConfirmButton } from '../../components/confirm-button.js';
import { ForManagers, useIsManager } from '../../components/for-managers.js';
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

/** Where the profile logs in: domains of cookies, and hosts with web storage. */
const Sites = ({ origins, sites }: Pick<Profile, 'origins' | 'sites'>) => {
  if (origins === null || sites === null) return <span class="fault">cannot be read: save it again</span>;
  const all = [...new Set([...sites, ...origins.map((origin) => new URL(origin).host)])].sort();
  return all.length === 0 ? <span class="muted">none</span> : <span>{all.join(', ')}</span>;
};

const columnsWith = (onDeleted: () => void, isManager: boolean): readonly Column<Profile>[] => [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Sites', cell: (profile) => <Sites {...profile} /> },
  { title: 'Cookies', isNumber: true, cell: ({ cookies }) => formatNumber(cookies) },
  { title: 'Size', isNumber: true, cell: ({ bytes }) => formatBytes(bytes) },
  { title: 'Saved', cell: ({ savedAt }) => formatTime(savedAt) },
  ...(isManager
    ? [{ title: 'Action', cell: ({ name }: Profile) => <Delete name={name} onDeleted={onDeleted} /> }]
    : []),
];

export const ProfilesPage = () => {
  const answer = useAnswer<ProfilesAnswer>('/v1/account/profiles');
  const isManager = useIsManager();
  return (
    <Page
      title="Saved logins"
      about="Cookies, local storage and databases of a session, with which later ones can begin."
    >
      <ForManagers note="Your secret cannot delete saved logins." />
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
                columns={columnsWith(answer.reload, isManager)}
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
