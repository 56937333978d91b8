import { Ago } from '../../components/ago.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { ForManagers, useIsManager } from '../../components/for-managers.js';
import { formatNumber } from '../../components/format.js';
import { Icon } from '../../components/icon.js';
import { Page } from '../../components/page.js';
import { Answered, Empty } from '../../components/states.js';
import { type Column, Table } from '../../components/table.js';
import { Link } from '../../routing/location.js';
import type { Preset, PresetsAnswer } from '../../service/answers.generated.js';
import { useAnswer } from '../../service/use-service.js';
import { shownOption } from './preset-texts.js';

const NewPreset = () => (
  <Link to="/presets/new" class="button primary">
    <Icon name="plus" />
    New preset
  </Link>
);

const Delete = ({ name, onDeleted }: { name: string; onDeleted: () => void }) => (
  <ConfirmButton
    label="Delete"
    describes={`Delete the preset ${name}`}
    icon="trash"
    isSmall
    question={`Delete the preset ${name}?`}
    yes="Delete it"
    path={`/v1/account/presets/${name}`}
    onDone={onDeleted}
  >
    Requests with <code>preset={name}</code> will then fail with <code>invalid_option</code>.
  </ConfirmButton>
);

/** Long values, such as scripts, would fill the page. */
const shownLength = 24;

const shorten = (text: string) => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);

const OptionsOf = ({ options }: Pick<Preset, 'options'>) => (
  <span class="chips">
    {Object.entries(options).map(([name, value]) => (
      <code key={name}>{`${name}=${shorten(shownOption(name, value))}`}</code>
    ))}
  </span>
);

const columnsWith = (onDeleted: () => void, isManager: boolean): readonly Column<Preset>[] => [
  { title: 'Name', cell: ({ name }) => <Link to={`/presets/edit/${name}`}>{name}</Link> },
  { title: 'Endpoint', cell: ({ endpoint }) => endpoint ?? 'all' },
  { title: 'Options', cell: ({ options }) => <OptionsOf options={options} /> },
  { title: 'Version', isNumber: true, cell: ({ version }) => formatNumber(version) },
  { title: 'Changed', cell: ({ updatedAt }) => <Ago time={updatedAt} /> },
  ...(isManager ? [{ title: 'Action', cell: ({ name }: Preset) => <Delete name={name} onDeleted={onDeleted} /> }] : []),
];

export const PresetListPage = () => {
  const answer = useAnswer<PresetsAnswer>('/v1/account/presets');
  const isManager = useIsManager();
  return (
    <Page
      title="Presets"
      about="Named sets of options: a request with preset=<name> takes them."
      actions={isManager && <NewPreset />}
    >
      <ForManagers note="Your secret cannot make, change or delete presets." />
      <Answered answer={answer} loading="Loading presets">
        {({ presets }) => (
          <section class="card">
            {presets.length === 0 ? (
              <Empty icon="presets" title="No preset yet">
                <p>Give a set of options a name, and use it in many requests. A change takes effect in all of them.</p>
              </Empty>
            ) : (
              <Table
                caption="Presets"
                columns={columnsWith(answer.reload, isManager)}
                rows={presets}
                keyOf={({ name }) => name}
              />
            )}
          </section>
        )}
      </Answered>
    </Page>
  );
};
