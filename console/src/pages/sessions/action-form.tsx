import { useState } from 'preact/hooks';
import { EntryField } from '../../components/entry-field.js';
import { Form, Submit } from '../../components/form.js';
import { Prose } from '../../components/prose.js';
import { Complaint } from '../../components/states.js';
import { actionTitleOf } from '../../components/titles.js';
import { actions, type PropertyEntry } from '../../service/tables.js';
import { type PayloadTexts, payloadOf } from './payload.js';
import type { Actions } from './use-actions.js';

/** Fields that most actions are called with; the others are behind "More fields". */
const isUsual = (name: string, type: string) =>
  ['url', 'selector', 'ref', 'text', 'value', 'key', 'direction', 'format', 'label', 'fullPage'].includes(name) ||
  (type === 'batch' && name === 'actions') ||
  (type.endsWith('mouse') && ['x', 'y', 'path', 'from', 'to'].includes(name));

interface ActionFormProps {
  onRun: Actions['run'];
  isBusy: boolean;
}

/** To begin with: a list of actions is hard to guess. */
const severalActions = `[
  {"type": "goto", "payload": {"url": "https://example.com/"}},
  {"type": "title"}
]`;

const usePayload = () => {
  const [type, setType] = useState('goto');
  /** By type: a name such as `value` means another thing elsewhere. */
  const [all, setAll] = useState<Readonly<Record<string, PayloadTexts>>>({ batch: { actions: severalActions } });
  const texts = all[type] ?? {};
  const set = (name: string, text: string) => setAll({ ...all, [type]: { ...texts, [name]: text } });
  return { type, setType, texts, set };
};

const TypeChoice = ({ type, onType }: { type: string; onType: (type: string) => void }) => (
  <select
    class="input"
    aria-label="Type of action"
    value={type}
    onChange={(event) => onType(event.currentTarget.value)}
  >
    {actions.map(({ name }) => (
      <option key={name} value={name}>
        {`${actionTitleOf(name)} (${name})`}
      </option>
    ))}
  </select>
);

/** Runs any action of the table. */
export const ActionForm = ({ onRun, isBusy }: ActionFormProps) => {
  const { type, setType, texts, set } = usePayload();
  const [fault, setFault] = useState<string>();
  const action = actions.find(({ name }) => name === type);
  if (!action) return null;
  const submit = () => {
    try {
      setFault(undefined);
      void onRun(type, payloadOf(action, texts));
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  const field = (property: PropertyEntry) => (
    <EntryField
      key={`${type}.${property.name}`}
      entry={property}
      text={texts[property.name] ?? ''}
      onText={(text) => set(property.name, text)}
    />
  );
  const usual = action.payload.filter(({ name, required }) => required || isUsual(name, type));
  const more = action.payload.filter((property) => !usual.includes(property));
  return (
    <Form class="card stack" label="Run an action" isBusy={isBusy} onSubmit={submit}>
      <h2>Run an action</h2>
      <TypeChoice
        type={type}
        onType={(next) => {
          setType(next);
          setFault(undefined);
        }}
      />
      <p class="muted">
        <Prose text={action.description} />
      </p>
      {usual.map(field)}
      {more.length > 0 && (
        <details class="more">
          <summary>More fields</summary>
          <div class="option-list">{more.map(field)}</div>
        </details>
      )}
      {fault && <Complaint>{fault}</Complaint>}
      <Submit busy="Running…">{`Run ${type}`}</Submit>
    </Form>
  );
};
